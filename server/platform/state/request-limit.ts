import { ServiceError } from '../core/service-error.ts';

const minuteMs = 60_000;

/** Limits a user's requests, replenished evenly over a minute; each process counts its own. @param perMinute 0 for no limit */
export function createRequestLimit(perMinute: number, now: () => Date) {
	const users = new Map<string, { left: number; at: number }>();
	const msEach = minuteMs / perMinute;
	return {
		/** @throws ServiceError RATE_LIMITED, with the time of the next allowed request */
		take(userId: string): void {
			if (perMinute === 0) return;
			const at = now().getTime();
			const known = users.get(userId);
			// Setting the clock back must not reduce the allowance.
			const passed = Math.max(0, at - (known?.at ?? at));
			const left = known === undefined ? perMinute : Math.min(perMinute, known.left + passed / msEach);
			if (left < 1) {
				const seconds = Math.max(1, Math.ceil(((1 - left) * msEach) / 1_000));
				throw limited(
					`You exceeded the limit of ${perMinute.toLocaleString('en')} ${perMinute === 1 ? 'request' : 'requests'} per minute.`,
					seconds,
				);
			}
			// After a minute without requests, a user has the full allowance again, so the entry can go.
			if (users.size > 10_000) for (const [id, user] of users) if (at - user.at > minuteMs) users.delete(id);
			users.set(userId, { left: left - 1, at });
		},
	};
}

/** An error with the delay before a retry. @param seconds null if unknown */
export function limited(what: string, seconds: number | null): ServiceError {
	const when = seconds === null ? '' : ` Try again in ${durationText(seconds)}.`;
	return new ServiceError('RATE_LIMITED', what + when, [], seconds ?? fewSeconds);
}

/** Suggested delay if unknown: soon, but not immediately. */
const fewSeconds = 5;

export function durationText(seconds: number): string {
	const [amount, unit] =
		seconds < 90
			? [seconds, 'second']
			: seconds < 5_400
				? [Math.ceil(seconds / 60), 'minute']
				: [Math.ceil(seconds / 3_600), 'hour'];
	return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

import { once } from '#lib/once.ts';

const words = once(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }));
const exact = once(
	() => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'medium', hourCycle: 'h23' }),
);
const zone = once(() => new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }));
const date = once(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }));

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** "4 minutes ago", or a date if it's more than four weeks away. All times in ms. */
export function relativeTime(at: number, now: number): string {
	const distance = at - now;
	const size = Math.abs(distance);
	if (size < 45_000) return 'just now';
	if (size < 45 * minute) return words().format(Math.sign(distance) * Math.max(1, Math.round(size / minute)), 'minute');
	if (size < 22 * hour) return words().format(Math.sign(distance) * Math.max(1, Math.round(size / hour)), 'hour');
	if (size < 28 * day) return words().format(Math.sign(distance) * Math.max(1, Math.round(size / day)), 'day');
	return date().format(at);
}

/** A full time in the user's zone: "November 20, 2026 at 21:12:05 EST". */
export function exactTime(at: number): string {
	const name = zone()
		.formatToParts(at)
		.find((part) => part.type === 'timeZoneName')?.value;
	return `${exact().format(at)}${name === undefined ? '' : ` ${name}`}`;
}

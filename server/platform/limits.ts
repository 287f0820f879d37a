import { and, count, eq, gt, inArray, sum } from 'drizzle-orm';
import type { Db } from '../store/catalog/catalog.ts';
import { datasets } from '../store/catalog/schema/datasets.ts';
import { namespaces } from '../store/catalog/schema/namespaces.ts';
import { runs } from '../store/catalog/schema/runs.ts';
import type { Platform } from './platform.ts';
import { ServiceError } from './service-error.ts';

/** Counts each user's requests. Each process counts its own. */
export interface RequestLimit {
	/** Takes note of a request. @throws ServiceError RATE_LIMITED, with when the next one may be made */
	take(userId: string): void;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/**
 * A user may make so many requests at once, and gets them back evenly over a minute.
 * @param perMinute 0 for no limit
 */
export function createRequestLimit(perMinute: number, now: () => Date): RequestLimit {
	const users = new Map<string, { left: number; at: number }>();
	const msEach = minuteMs / perMinute;
	return {
		take(userId) {
			if (perMinute === 0) return;
			const at = now().getTime();
			const known = users.get(userId);
			const left = known === undefined ? perMinute : Math.min(perMinute, known.left + (at - known.at) / msEach);
			if (left < 1) {
				const seconds = Math.max(1, Math.ceil(((1 - left) * msEach) / 1_000));
				throw limited(
					`You made more than ${perMinute.toLocaleString('en')} requests in a minute, the most that this service takes of one user.`,
					seconds,
				);
			}
			// Who was away for a minute has all of them again: only those who were here since are kept.
			if (users.size > 10_000) for (const [id, it] of users) if (at - it.at > minuteMs) users.delete(id);
			users.set(userId, { left: left - 1, at });
		},
	};
}

/**
 * Whether a user may begin another run, by what is not ended yet and by what began within a day. In the transaction that
 * stores the run.
 * @throws ServiceError RATE_LIMITED
 */
export async function assertMayRun(tx: Db, { settings, now }: Pick<Platform, 'settings' | 'now'>, userId: string) {
	const { runsAtOnce, runsPerDay } = settings.limits;
	if (runsAtOnce > 0) {
		const active = and(eq(runs.userId, userId), inArray(runs.state, ['queued', 'running']));
		const [found] = await tx.select({ count: count() }).from(runs).where(active);
		if ((found?.count ?? 0) >= runsAtOnce) {
			const which = runsAtOnce === 1 ? 'A run of yours has' : `${runsAtOnce} runs of yours have`;
			throw limited(
				`${which} not ended yet, the most that this service takes of one user. Wait for one to end, or cancel one.`,
				null,
			);
		}
	}
	if (runsPerDay === 0) return;
	const since = new Date(now().getTime() - dayMs);
	const begun = await tx
		.select({ createdAt: runs.createdAt })
		.from(runs)
		.where(and(eq(runs.userId, userId), gt(runs.createdAt, since)))
		.orderBy(runs.createdAt);
	const first = begun[begun.length - runsPerDay];
	if (first === undefined) return;
	const seconds = Math.max(1, Math.ceil((first.createdAt.getTime() + dayMs - now().getTime()) / 1_000));
	throw limited(
		`You began ${begun.length} runs within 24 hours, the most that this service takes of one user.`,
		seconds,
	);
}

/**
 * Whether a namespace may take more rows, by what all of its owner's namespaces hold. Asked before rows are sent or built.
 * @throws ServiceError PAYLOAD_TOO_LARGE
 */
export async function assertMayKeep(
	db: Db,
	{ settings }: Pick<Platform, 'settings'>,
	namespaceId: string,
): Promise<void> {
	const { bytesOfUser } = settings.limits;
	if (bytesOfUser === 0) return;
	const owner = db.select({ id: namespaces.ownerId }).from(namespaces).where(eq(namespaces.id, namespaceId));
	const [found] = await db
		.select({ bytes: sum(datasets.bytes) })
		.from(datasets)
		.innerJoin(namespaces, eq(namespaces.id, datasets.namespaceId))
		.where(inArray(namespaces.ownerId, owner));
	const bytes = Number(found?.bytes ?? 0);
	if (bytes < bytesOfUser) return;
	throw new ServiceError(
		'PAYLOAD_TOO_LARGE',
		`The namespaces of this owner hold ${bytes.toLocaleString('en')} bytes of rows; ${bytesOfUser.toLocaleString('en')} is the most that this service keeps of one. Delete or wipe datasets first.`,
	);
}

function limited(what: string, seconds: number | null): ServiceError {
	const when = seconds === null ? '' : ` The next one is possible in ${inWords(seconds)}.`;
	return new ServiceError('RATE_LIMITED', what + when, [], seconds ?? fewSeconds);
}

/** When to try again where nobody can know: soon, and not at once. */
const fewSeconds = 5;

function inWords(seconds: number): string {
	const [amount, unit] =
		seconds < 90
			? [seconds, 'second']
			: seconds < 5_400
				? [Math.ceil(seconds / 60), 'minute']
				: [Math.ceil(seconds / 3_600), 'hour'];
	return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

import { setTimeout as delay } from 'node:timers/promises';
import { lte, sql } from 'drizzle-orm';
import { scrubs } from '../../store/catalog/schema/integrity.ts';
import { scheduledJobs } from '../../store/catalog/schema/replicas.ts';
import { CorruptObjectError } from '../../store/objects/types.ts';
import { namedObjects } from '../parts/named-objects.ts';
import type { Platform } from '../state/platform.ts';

type Parts = Pick<Platform, 'catalog' | 'objects' | 'settings' | 'now' | 'log' | 'membership'>;
type Scrub = typeof scrubs.$inferSelect;

/** Read rate, bytes per second: ten terabytes a week, with little impact on users. */
const bytesPerSecond = 16 * 2 ** 20;
/** Progress is saved after this many verified bytes or objects. */
const step = { bytes: 256 * 2 ** 20, objects: 100 };
/** Interval for checking whether a verification is due, and how long one replica remains responsible, ms. */
const turnMs = 10 * 60_000;
const firstAfterMs = 30_000;

interface ScrubOptions {
	readonly signal?: AbortSignal;
	/** For tests: another rate. */
	readonly bytesPerSecond?: number;
}

/** Starts a verification of all objects if one is due, or continues the current one. Returns whether it finished. */
export async function scrub(
	platform: Parts,
	{ signal, bytesPerSecond: speed = bytesPerSecond }: ScrubOptions = {},
): Promise<boolean> {
	const { catalog, objects, settings, now, log } = platform;
	if (settings.scrubMs === 0) return false;
	const current = await currentScrub(platform);
	if (current === null) return false;
	let { position, objects: count, bytes } = current;
	let corrupt = 0;
	const keep = async (finishedAt: Date | null): Promise<void> => {
		const verifiedAt = finishedAt ?? current.verifiedAt;
		const row: Scrub = { ...current, position, objects: count, bytes, finishedAt, verifiedAt };
		await catalog.write((tx) => tx.insert(scrubs).values(row).onConflictDoUpdate({ target: scrubs.id, set: row }));
	};
	const began = performance.now();
	let read = 0;
	/** Sleeps for the time by which the read was too fast. */
	const pace = async (length: number): Promise<void> => {
		read += length;
		const aheadMs = (read / speed) * 1_000 - (performance.now() - began);
		if (aheadMs > 20) await delay(aheadMs, undefined, { signal, ref: false });
	};
	await keep(null);
	let kept = { bytes, objects: count };
	const names = [...(await namedObjects(catalog.db))].sort();
	for (const sha256 of names.filter((name) => name > position)) {
		const before = read;
		try {
			await objects.verify(sha256, pace);
		} catch (error) {
			if (signal?.aborted) break;
			if (!(error instanceof CorruptObjectError)) throw error;
			corrupt += 1;
			log.error(`Verification found a corrupt or missing object. ${error.message}`);
		}
		if (signal?.aborted) break;
		[position, count, bytes] = [sha256, count + 1, bytes + read - before];
		if (count - kept.objects < step.objects && bytes - kept.bytes < step.bytes) continue;
		await keep(null);
		kept = { bytes, objects: count };
		await takeTurn(platform, true);
	}
	if (signal?.aborted) {
		await keep(null);
		return false;
	}
	await keep(now());
	const facts = { objects: count, bytes, corrupt };
	log.info?.('verified all objects', facts);
	return true;
}

/** Progress or result of the full verification; null if none has started. */
export async function lastScrub({ catalog }: Pick<Platform, 'catalog'>): Promise<Scrub | null> {
	const [last] = await catalog.db.select().from(scrubs);
	return last ?? null;
}

/** The verification to continue; a new one if it's due; otherwise null. */
async function currentScrub(platform: Parts): Promise<Scrub | null> {
	const { settings, now } = platform;
	const last = await lastScrub(platform);
	if (last !== null && last.finishedAt === null) return last;
	if (last?.finishedAt && now().getTime() < last.startedAt.getTime() + settings.scrubMs) return null;
	const verifiedAt = last?.verifiedAt ?? null;
	return { id: 1, startedAt: now(), finishedAt: null, verifiedAt, position: '', objects: 0, bytes: 0 };
}

/** Verifies in the background, in one replica at a time. */
export function startScrubbing(platform: Parts) {
	const abort = new AbortController();
	let current: Promise<unknown> | null = null;
	const begin = (): void => {
		current ??= takeTurn(platform)
			.then((ours) => (ours ? scrub(platform, { signal: abort.signal }) : false))
			.catch((error: unknown) => {
				if (!abort.signal.aborted)
					platform.log.error('The verification of all objects was interrupted. It continues later.', error);
			})
			.finally(() => {
				current = null;
			});
	};
	const first = setTimeout(begin, firstAfterMs).unref();
	const timer = setInterval(begin, turnMs).unref();
	return {
		async stop() {
			clearTimeout(first);
			clearInterval(timer);
			abort.abort();
			await current;
		},
	};
}

/** Whether this replica verifies: the first to ask does, or the first to ask after the responsible one went silent. */
async function takeTurn({ catalog, membership, now }: Parts, isContinued = false): Promise<boolean> {
	if (membership === null) return true;
	const dueAt = new Date(now().getTime() + turnMs);
	const setWhere = isContinued ? sql`true` : lte(scheduledJobs.dueAt, now());
	const taken = await catalog.write((tx) =>
		tx
			.insert(scheduledJobs)
			.values({ name: 'scrub', dueAt })
			.onConflictDoUpdate({ target: scheduledJobs.name, set: { dueAt }, setWhere })
			.returning(),
	);
	return taken.length > 0;
}

import { and, desc, eq, inArray, isNotNull, lt, notBetween, notInArray } from 'drizzle-orm';
import type { Db } from '../../store/catalog/catalog.ts';
import { buildPlans } from '../../store/catalog/schema/build-plans.ts';
import { datasetVersions } from '../../store/catalog/schema/datasets.ts';
import { scheduledJobs } from '../../store/catalog/schema/replicas.ts';
import { rowResults } from '../../store/catalog/schema/row-results.ts';
import { runOutputs, runs } from '../../store/catalog/schema/runs.ts';
import { removeOldEntries } from '../audit/audit-list.ts';
import { removeDeletedBuildSpecs } from '../build-specs/build-specs.ts';
import { removeOldConversations } from '../conversations/conversations.ts';
import { batches } from '../core/batches.ts';
import { removeOldVersions } from '../datasets/kept-versions.ts';
import { expireIngestions, removeOldIngestions } from '../ingestions/end.ts';
import { recheckCorrupt } from '../integrity/recheck.ts';
import { namedObjects } from '../parts/named-objects.ts';
import { forgetReleasedObjects } from '../parts/object-ownership.ts';
import { dropParts } from '../parts/parts.ts';
import { forgetOldWrites } from '../state/answered-writes.ts';
import type { Platform } from '../state/platform.ts';
import { forgetOldTries } from '../state/shared-sign-in-throttle.ts';

type Parts = Pick<Platform, 'catalog' | 'objects' | 'settings' | 'now' | 'log'>;

const hourMs = 3_600_000;
/** Newer objects are kept because their rows may be about to be written, newer previews because someone may be viewing them. */
const graceMs = hourMs;

/** Removes old runs with logs and outputs, then unreferenced objects; if interrupted, the next sweep does the rest. @returns counts and bytes */
export async function sweep(platform: Parts, signal?: AbortSignal) {
	const now = platform.now().getTime();
	const removed = await platform.catalog.write(async (tx) => {
		await removeOldConversations(tx, platform);
		await expireIngestions(tx, new Date(now));
		await removeOldIngestions(tx, new Date(now - platform.settings.retention.ingestionsMs));
		await removeOldEntries(tx, new Date(now - platform.settings.retention.auditMs));
		await forgetOldTries(tx, new Date(now));
		await forgetOldWrites(tx, new Date(now));
		await removeDeletedBuildSpecs(tx, new Date(now));
		const { versionsMs, versions } = platform.settings.retention;
		await removeOldVersions(tx, { newest: versions, since: new Date(now - versionsMs) }, new Date(now));
		const { runsMs } = platform.settings.retention;
		await removeOldPlans(tx, new Date(now - runsMs));
		const old = await removeOldRuns(tx, new Date(now - runsMs));
		const over = await removeOverQuota(tx, platform.settings.retention.previewBytes, new Date(now - graceMs));
		await removeOldResults(tx, platform.settings.retention, now);
		await dropParts(tx);
		await forgetReleasedObjects(tx, new Date(now));
		return old + over;
	});
	await platform.objects.sweepStaged(new Date(now - platform.settings.engine.deadlineMs - graceMs));
	return { runs: removed, ...(await removeUnnamed(platform, new Date(now - graceMs), signal)) };
}

/** Sweeps now and every hour: shared data in one replica, local data in each. */
export function startSweeping(platform: Parts & Pick<Platform, 'membership' | 'failures' | 'corruption'>) {
	const abort = new AbortController();
	let current: Promise<unknown> | null = null;
	const jumped = watchClock(platform.now);
	const begin = (): void => {
		const hasJumped = jumped();
		if (hasJumped) {
			platform.failures.failed('clock_moved');
			platform.log.error('clock_moved: this machine’s clock changed. Expired data won’t be deleted for the next hour.');
		}
		current ??= isOurs(platform)
			.then((ours) => (ours && !hasJumped ? sweep(platform, abort.signal) : null))
			.then(() => pruneObjects(platform))
			.then(() => recheckCorrupt(platform))
			.catch((error: unknown) => platform.log.error('Couldn’t delete expired data.', error))
			.finally(() => {
				current = null;
			});
	};
	const timer = setInterval(begin, hourMs).unref();
	begin();
	return {
		/** Stops sweeping; resolves when a sweep in progress has stopped. */
		async stop() {
			clearInterval(timer);
			abort.abort();
			await current;
		},
	};
}

/** Tolerated clock drift or adjustment per hour, ms. */
const driftMs = 5 * 60_000;

/** Whether the clock was changed since the last call: new objects may then look old before they are referenced. */
function watchClock(now: () => Date): () => boolean {
	const offset = () => now().getTime() - performance.now();
	let last = offset();
	return () => {
		const before = last;
		last = offset();
		return Math.abs(last - before) > driftMs;
	};
}

/** Whether this replica sweeps: one at a time does, the first to ask, and again after about an hour. */
async function isOurs({ catalog, membership, now }: Parts & Pick<Platform, 'membership'>): Promise<boolean> {
	if (membership === null) return true;
	const dueAt = new Date(now().getTime() + hourMs - 60_000);
	// Anything due more than an hour from now was written before the clock was set back.
	const isDue = notBetween(scheduledJobs.dueAt, now(), dueAt);
	const taken = await catalog.write((tx) =>
		tx
			.insert(scheduledJobs)
			.values({ name: 'sweep', dueAt })
			.onConflictDoUpdate({ target: scheduledJobs.name, set: { dueAt }, setWhere: isDue })
			.returning(),
	);
	return taken.length > 0;
}

/** Removes local copies of objects that nothing references anymore. */
export const pruneObjects = async ({ catalog, objects }: Pick<Platform, 'catalog' | 'objects'>): Promise<void> =>
	objects.prune(await namedObjects(catalog.db));

const ended = inArray(runs.state, ['succeeded', 'failed', 'cancelled']);

/** A run that wrote a dataset version is kept as long as that version, as the origin of its rows. */
async function removeOldRuns(tx: Db, endedBefore: Date): Promise<number> {
	const { builtBy } = datasetVersions;
	const builders = tx.select({ id: builtBy }).from(datasetVersions).where(isNotNull(builtBy));
	const removed = await tx
		.delete(runs)
		.where(and(ended, isNotNull(runs.finishedAt), lt(runs.finishedAt, endedBefore), notInArray(runs.id, builders)))
		.returning({ id: runs.id });
	return removed.length;
}

/** A plan records how its steps ended, so it doesn't need their runs. */
const removeOldPlans = (tx: Db, endedBefore: Date): Promise<unknown> =>
	tx.delete(buildPlans).where(lt(buildPlans.finishedAt, endedBefore));

/** Adds up preview outputs, newest first; the preview that exceeds the quota and all older ones are removed. */
async function removeOverQuota(tx: Db, quota: number, endedBefore: Date): Promise<number> {
	const outputs = await tx
		.select({ runId: runs.id, finishedAt: runs.finishedAt, sha256: runOutputs.sha256, bytes: runOutputs.bytes })
		.from(runOutputs)
		.innerJoin(runs, eq(runs.id, runOutputs.runId))
		.where(and(eq(runs.kind, 'preview'), ended))
		.orderBy(desc(runs.finishedAt), desc(runs.id));
	const counted = new Set<string>();
	const over = new Set<string>();
	let bytes = 0;
	for (const output of outputs) {
		// Outputs with equal content share one object.
		if (!counted.has(output.sha256)) bytes += output.bytes;
		counted.add(output.sha256);
		if (bytes > quota && output.finishedAt !== null && output.finishedAt < endedBefore) over.add(output.runId);
	}
	for (const ids of batches([...over])) await tx.delete(runs).where(inArray(runs.id, ids));
	return over.size;
}

/** Removes results of row queries that weren't used for long and, if there are too many, the least recently used. */
async function removeOldResults(
	tx: Db,
	{ rowResultsMs, rowResultBytes }: Parts['settings']['retention'],
	now: number,
): Promise<void> {
	await tx.delete(rowResults).where(lt(rowResults.usedAt, new Date(now - rowResultsMs)));
	const kept = await tx
		.select({ id: rowResults.id, sha256: rowResults.sha256, bytes: rowResults.bytes, usedAt: rowResults.usedAt })
		.from(rowResults)
		.where(isNotNull(rowResults.sha256))
		.orderBy(desc(rowResults.usedAt), desc(rowResults.id));
	const counted = new Set<string | null>();
	const over: string[] = [];
	let bytes = 0;
	for (const result of kept) {
		if (!counted.has(result.sha256)) bytes += result.bytes;
		counted.add(result.sha256);
		if (bytes > rowResultBytes && result.usedAt.getTime() < now - graceMs) over.push(result.id);
	}
	for (const ids of batches(over)) await tx.delete(rowResults).where(inArray(rowResults.id, ids));
}

/** Lists candidates before reading references, so that newer references are seen; `remove` checks again for even later ones. */
async function removeUnnamed(
	{ catalog, objects, log }: Parts,
	keptBefore: Date,
	signal: AbortSignal | undefined,
): Promise<{ objects: number; bytes: number }> {
	const candidates = [];
	for await (const object of objects.list()) if (object.storedAt < keptBefore) candidates.push(object);
	const names = await namedObjects(catalog.db);
	const removed = { objects: 0, bytes: 0 };
	for (const { sha256, bytes } of candidates) {
		if (signal?.aborted) break;
		if (names.has(sha256)) continue;
		const gone = await objects.remove(sha256, keptBefore).catch((error: unknown) => {
			log.error(`Couldn’t delete object ${sha256}. The next cleanup will try again.`, error);
			return false;
		});
		if (!gone) continue;
		removed.objects += 1;
		removed.bytes += bytes;
	}
	return removed;
}

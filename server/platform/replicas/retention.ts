import { and, desc, eq, inArray, isNotNull, lt, notInArray } from 'drizzle-orm';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { ingestionChunks } from '../../store/catalog/schema/ingestions.ts';
import { parts } from '../../store/catalog/schema/parts.ts';
import { runOutputs, runSources, runs } from '../../store/catalog/schema/runs.ts';
import { removeOldConversations } from '../conversations.ts';
import { expireIngestions, removeOldIngestions } from '../ingestions/end.ts';
import { forgetFormer } from '../parts/former-objects.ts';
import { dropParts } from '../parts/parts.ts';
import type { Platform } from '../platform.ts';
import { forgetOldWrites } from './answered-writes.ts';
import { takeChore } from './scheduled-jobs.ts';
import { forgetOldTries } from './shared-throttle.ts';

type Parts = Pick<Platform, 'catalog' | 'objects' | 'settings' | 'now'>;

const hourMs = 3_600_000;
/**
 * What is younger is left alone: objects, whose row may be about to be written, and previews over the quota, which somebody
 * may be looking at.
 */
const graceMs = hourMs;

export interface Swept {
	readonly runs: number;
	readonly objects: number;
	/** Bytes of the objects. */
	readonly bytes: number;
}

/**
 * Removes the runs that are kept no longer, with their logs and outputs, then the objects that nothing names. Killed in
 * the middle, it leaves objects that nothing names; the next sweep removes them.
 * @param signal ends it early, between two objects
 */
export async function sweep(platform: Parts, signal?: AbortSignal): Promise<Swept> {
	const now = platform.now().getTime();
	const removed = await platform.catalog.write(async (tx) => {
		await removeOldConversations(tx, platform);
		await expireIngestions(tx, new Date(now));
		await removeOldIngestions(tx, new Date(now - platform.settings.retention.ingestionsMs));
		await forgetOldTries(tx, new Date(now));
		await forgetOldWrites(tx, new Date(now));
		const old = await removeOldRuns(tx, new Date(now - platform.settings.retention.runsMs));
		const over = await removeOverQuota(tx, platform.settings.retention.previewBytes, new Date(now - graceMs));
		await dropParts(tx);
		await forgetFormer(tx, new Date(now));
		return old + over;
	});
	return { runs: removed, ...(await removeUnnamed(platform, new Date(now - graceMs), signal)) };
}

export interface Sweeping {
	/** Sweeps no more; fulfils when a sweep that is going on has stopped. */
	stop(): Promise<void>;
}

/** Sweeps now and every hour, one copy for all; what a machine holds beside the store each of them. */
export function startSweeping(platform: Parts & Pick<Platform, 'membership'>): Sweeping {
	const abort = new AbortController();
	let current: Promise<unknown> | null = null;
	const begin = (): void => {
		current ??= isOurs(platform)
			.then((ours) => (ours ? sweep(platform, abort.signal) : null))
			.then(() => pruneObjects(platform))
			.catch((error: unknown) => console.error('What is kept no longer could not be removed.', error))
			.finally(() => {
				current = null;
			});
	};
	const timer = setInterval(begin, hourMs).unref();
	begin();
	return {
		async stop() {
			clearInterval(timer);
			abort.abort();
			await current;
		},
	};
}

/** One copy at a time sweeps, whichever comes first. */
const isOurs = async ({ catalog, membership, now }: Parts & Pick<Platform, 'membership'>): Promise<boolean> =>
	membership === null || takeChore(catalog, 'sweep', now(), hourMs - 60_000);

/** Drops from this machine what it holds of objects that nothing names any more. */
export const pruneObjects = async ({ catalog, objects }: Pick<Platform, 'catalog' | 'objects'>): Promise<void> =>
	objects.prune(await namedObjects(catalog.db));

const ended = inArray(runs.state, ['succeeded', 'failed', 'cancelled']);

/** A run that wrote what a dataset holds now stays for as long: it says where the rows come from. */
async function removeOldRuns(tx: Db, endedBefore: Date): Promise<number> {
	const builders = tx.select({ id: datasets.builtBy }).from(datasets).where(isNotNull(datasets.builtBy));
	const removed = await tx
		.delete(runs)
		.where(and(ended, isNotNull(runs.finishedAt), lt(runs.finishedAt, endedBefore), notInArray(runs.id, builders)))
		.returning({ id: runs.id });
	return removed.length;
}

/** Counts preview outputs from the newest; where they come to more than the quota, that preview and all older ones go. */
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
		// Outputs with the same content are one object.
		if (!counted.has(output.sha256)) bytes += output.bytes;
		counted.add(output.sha256);
		if (bytes > quota && output.finishedAt !== null && output.finishedAt < endedBefore) over.add(output.runId);
	}
	const ids = [...over];
	for (let from = 0; from < ids.length; from += 1_000) {
		await tx.delete(runs).where(inArray(runs.id, ids.slice(from, from + 1_000)));
	}
	return ids.length;
}

/**
 * Candidates are listed before the names are read: what is named in between is found named, and what is taken in or
 * kept after that is left by `remove`, which looks again.
 */
async function removeUnnamed(
	{ catalog, objects }: Parts,
	keptBefore: Date,
	signal: AbortSignal | undefined,
): Promise<{ objects: number; bytes: number }> {
	const candidates = [];
	for await (const object of objects.list()) if (object.keptAt < keptBefore) candidates.push(object);
	const names = await namedObjects(catalog.db);
	const removed = { objects: 0, bytes: 0 };
	for (const { sha256, bytes } of candidates) {
		if (signal?.aborted) break;
		if (names.has(sha256)) continue;
		const gone = await objects.remove(sha256, keptBefore).catch((error: unknown) => {
			console.error(`The object ${sha256} could not be removed; the next sweep tries again.`, error);
			return false;
		});
		if (!gone) continue;
		removed.objects += 1;
		removed.bytes += bytes;
	}
	return removed;
}

/** Whether a dataset or a part of one, the output of a run, a run in progress by its sources, or an open ingestion names an object. */
export async function namesObject(db: Db, sha256: string): Promise<boolean> {
	const byPart = await db.select({ it: parts.position }).from(parts).where(eq(parts.sha256, sha256)).limit(1);
	const byDataset = await db.select({ it: datasets.id }).from(datasets).where(eq(datasets.sha256, sha256)).limit(1);
	const byOutput = await db
		.select({ it: runOutputs.runId })
		.from(runOutputs)
		.where(eq(runOutputs.sha256, sha256))
		.limit(1);
	const byRun = await db
		.select({ it: runSources.runId })
		.from(runSources)
		.innerJoin(runs, eq(runs.id, runSources.runId))
		.where(and(eq(runSources.sha256, sha256), inArray(runs.state, ['queued', 'running'])))
		.limit(1);
	const byChunk = await db
		.select({ it: ingestionChunks.chunk })
		.from(ingestionChunks)
		.where(eq(ingestionChunks.object, sha256))
		.limit(1);
	return byPart.length + byDataset.length + byOutput.length + byRun.length + byChunk.length > 0;
}

/** Objects that a dataset or a part of one, the output of a run, a run in progress by its sources, or an open ingestion names. */
export async function namedObjects(db: Db): Promise<Set<string>> {
	const ofParts = await db.select({ sha256: parts.sha256, content: parts.content }).from(parts);
	const ofDatasets = await db.select({ sha256: datasets.sha256 }).from(datasets);
	const ofOutputs = await db.select({ sha256: runOutputs.sha256 }).from(runOutputs);
	const ofRuns = await db
		.select({ sha256: runSources.sha256 })
		.from(runSources)
		.innerJoin(runs, eq(runs.id, runSources.runId))
		.where(inArray(runs.state, ['queued', 'running']));
	const ofChunks = await db.select({ sha256: ingestionChunks.object }).from(ingestionChunks);
	const several = new Set(ofParts.map((it) => it.content));
	const ofRows = [...ofDatasets, ...ofRuns].filter((it) => !several.has(it.sha256));
	return new Set([...ofRows, ...ofParts, ...ofOutputs, ...ofChunks].map((it) => it.sha256));
}

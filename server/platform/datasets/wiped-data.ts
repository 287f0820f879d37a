import { and, arrayOverlaps, eq, inArray, ne, or } from 'drizzle-orm';
import type { RunError } from '#contract/build-run.ts';
import { foldName } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { runChecks } from '../../store/catalog/schema/checks.ts';
import { wipedObjects } from '../../store/catalog/schema/datasets.ts';
import { rowResults } from '../../store/catalog/schema/row-results.ts';
import { runOutputs, runSources, runs } from '../../store/catalog/schema/runs.ts';
import { batches } from '../core/batches.ts';
import { namesObject } from '../parts/named-objects.ts';
import type { ReleasedObjects } from '../parts/object-ownership.ts';
import { dropParts, objectsOf } from '../parts/parts.ts';
import type { Platform } from '../state/platform.ts';

export interface Wipe {
	readonly namespaceId: string;
	readonly datasets: readonly { readonly name: string; readonly sha256: string }[];
	/** The objects that contained these rows. */
	readonly released: ReleasedObjects;
	/** Other objects that contained rows. */
	readonly objects?: readonly string[];
	/** The wiped namespace or dataset, for messages to the runs that read it: `demo/geography`. */
	readonly label: string;
}

/**
 * In the wipe's transaction: fails the runs that read the data, deletes their outputs and lists the objects to remove.
 * @returns the runs that `finishWipe` must stop
 */
export async function recordWipe(tx: Db, wipe: Wipe, now: Date): Promise<string[]> {
	await dropFailingRows(tx, wipe);
	const readers = await readersOf(tx, wipe);
	const outputs: { sha256: string }[] = [];
	for (const ids of batches(readers.map((reader) => reader.id))) {
		outputs.push(
			...(await tx.delete(runOutputs).where(inArray(runOutputs.runId, ids)).returning({ sha256: runOutputs.sha256 })),
		);
		await markRuns(tx, ids, wipe.label, now);
	}
	const contents = [...wipe.datasets.map((dataset) => dataset.sha256), ...wipe.released.contents];
	const held = await objectsOf(tx, contents);
	await dropParts(tx, contents);
	const gone = new Set([
		...held,
		...(await deleteResults(tx, [...contents, ...outputs.map((output) => output.sha256)])),
		...outputs.map((output) => output.sha256),
		...wipe.released.objects,
		...(wipe.objects ?? []),
	]);
	for (const part of batches([...gone])) {
		const rows = part.map((sha256) => ({ sha256, at: now }));
		await tx
			.insert(wipedObjects)
			.values(rows)
			.onConflictDoUpdate({ target: wipedObjects.sha256, set: { at: now } });
	}
	return readers.filter((reader) => reader.active).map((reader) => reader.id);
}

/** Deletes results of row queries. @returns the objects that contain them */
async function deleteResults(tx: Db, contents: readonly string[]): Promise<string[]> {
	const objects: string[] = [];
	for (const some of batches(contents)) {
		const deleted = await tx
			.delete(rowResults)
			.where(arrayOverlaps(rowResults.contents, [...some]))
			.returning({ sha256: rowResults.sha256 });
		objects.push(...deleted.flatMap(({ sha256 }) => sha256 ?? []));
	}
	return objects;
}

/** After the transaction: stops the runs that were reading, then removes objects that nothing else references. */
export async function finishWipe(platform: Platform, runIds: readonly string[], label: string): Promise<void> {
	for (const id of runIds) platform.membership?.stop(id);
	await Promise.all(runIds.map((id) => platform.running.stop(id)));
	for (const ids of batches(runIds)) {
		await platform.catalog.write((tx) => markRuns(tx, ids, label, platform.now()));
	}
	await removeWiped(platform);
}

type Parts = Pick<Platform, 'catalog' | 'objects' | 'membership' | 'log'>;

/** Removes the objects of wiped data, including those of a wipe that an earlier process didn't finish. */
export async function removeWiped({ catalog, objects, membership, log }: Parts): Promise<void> {
	for (const { sha256, at } of await catalog.db.select().from(wipedObjects)) {
		// Keep the object if the same rows also belong to another dataset, or are being stored again.
		try {
			if (!(await namesObject(catalog.db, sha256)) && (await objects.remove(sha256, at))) membership?.gone(sha256);
		} catch (error) {
			log.error(
				`Couldn’t delete object ${sha256}, which holds wiped data. The service will try again when it restarts.`,
				error,
			);
			continue;
		}
		await catalog.write((tx) => tx.delete(wipedObjects).where(eq(wipedObjects.sha256, sha256)));
	}
}

/** Runs that read the wiped rows and are either in progress or previews, whose outputs contain what they read. */
async function readersOf(tx: Db, wipe: Wipe): Promise<{ id: string; active: boolean }[]> {
	const names = new Set(wipe.datasets.map((dataset) => foldName(dataset.name)));
	const active = inArray(runs.state, ['queued', 'running']);
	const found = await tx
		.select({ id: runs.id, state: runs.state, dataset: runSources.dataset })
		.from(runSources)
		.innerJoin(runs, eq(runs.id, runSources.runId))
		.where(and(eq(runSources.namespaceId, wipe.namespaceId), or(active, eq(runs.kind, 'preview'))));
	const reading = found.filter((candidate) => names.has(foldName(candidate.dataset)));
	const byId = new Map(reading.map(({ id, state }) => [id, { id, active: state === 'queued' || state === 'running' }]));
	return [...byId.values()];
}

/** Deletes the failing rows that checks stored, if they come from the wiped data or were written to it. */
async function dropFailingRows(tx: Db, wipe: Wipe): Promise<void> {
	const names = new Set(wipe.datasets.map((dataset) => foldName(dataset.name)));
	const kept = await tx
		.selectDistinct({ id: runs.id, work: runs.work })
		.from(runChecks)
		.innerJoin(runs, eq(runs.id, runChecks.runId))
		.where(ne(runChecks.rows, '[]'));
	const read = await tx
		.select({ runId: runSources.runId, dataset: runSources.dataset })
		.from(runSources)
		.innerJoin(runChecks, eq(runChecks.runId, runSources.runId))
		.where(eq(runSources.namespaceId, wipe.namespaceId));
	const readers = new Set(read.filter(({ dataset }) => names.has(foldName(dataset))).map(({ runId }) => runId));
	const ids = kept
		.filter(
			({ id, work }) =>
				readers.has(id) || (work?.namespaceId === wipe.namespaceId && names.has(foldName(work.slot.datasetName))),
		)
		.map(({ id }) => id);
	for (const some of batches(ids)) {
		await tx.update(runChecks).set({ rows: '[]', columns: [] }).where(inArray(runChecks.runId, some));
	}
}

async function markRuns(tx: Db, ids: readonly string[], label: string, now: Date): Promise<void> {
	const message = `This run’s outputs were deleted because it read data from ${label}, which has been wiped. Run it again with the current data.`;
	const error: RunError = { code: 'DATA_WIPED', message, line: null, column: null };
	await tx
		.update(runs)
		.set({ state: 'failed', error, rows: null, bytes: null, finishedAt: now })
		.where(inArray(runs.id, [...ids]));
}

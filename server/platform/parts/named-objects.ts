import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets, datasetVersions } from '../../store/catalog/schema/datasets.ts';
import { ingestionChunks } from '../../store/catalog/schema/ingestions.ts';
import { parts } from '../../store/catalog/schema/parts.ts';
import { rowResults } from '../../store/catalog/schema/row-results.ts';
import { runOutputs, runSources, runs } from '../../store/catalog/schema/runs.ts';

/**
 * Whether an object is referenced by a dataset, a version or part of one, a run's output, a run in progress (as a source), an open ingestion, or a
 * row query's result.
 */
export async function namesObject(db: Db, sha256: string): Promise<boolean> {
	const activeRuns = db
		.select({ id: runs.id })
		.from(runs)
		.where(inArray(runs.state, ['queued', 'running']));
	const counts = [
		db.$count(parts, eq(parts.sha256, sha256)),
		db.$count(datasets, eq(datasets.sha256, sha256)),
		db.$count(datasetVersions, eq(datasetVersions.sha256, sha256)),
		db.$count(runOutputs, eq(runOutputs.sha256, sha256)),
		db.$count(runSources, and(eq(runSources.sha256, sha256), inArray(runSources.runId, activeRuns))),
		db.$count(ingestionChunks, eq(ingestionChunks.object, sha256)),
		db.$count(rowResults, eq(rowResults.sha256, sha256)),
	];
	for (const count of counts) if ((await count) > 0) return true;
	return false;
}

export async function namedObjects(db: Db): Promise<Set<string>> {
	const results = await db.select({ sha256: rowResults.sha256 }).from(rowResults).where(isNotNull(rowResults.sha256));
	const lasting = await durableObjects(db);
	for (const { sha256 } of results) if (sha256 !== null) lasting.add(sha256);
	return lasting;
}

/** All of them except results of row queries, which can be recomputed. */
export async function durableObjects(db: Db): Promise<Set<string>> {
	const ofParts = await db.select({ sha256: parts.sha256, content: parts.content }).from(parts);
	const ofDatasets = await db.select({ sha256: datasets.sha256 }).from(datasets);
	const ofVersions = await db.selectDistinct({ sha256: datasetVersions.sha256 }).from(datasetVersions);
	const ofOutputs = await db.select({ sha256: runOutputs.sha256 }).from(runOutputs);
	const ofRuns = await db
		.select({ sha256: runSources.sha256 })
		.from(runSources)
		.innerJoin(runs, eq(runs.id, runSources.runId))
		.where(inArray(runs.state, ['queued', 'running']));
	const ofChunks = await db.select({ sha256: ingestionChunks.object }).from(ingestionChunks);
	const several = new Set(ofParts.map((part) => part.content));
	const ofRows = [...ofDatasets, ...ofVersions, ...ofRuns].filter((dataset) => !several.has(dataset.sha256));
	return new Set([...ofRows, ...ofParts, ...ofOutputs, ...ofChunks].map((row) => row.sha256));
}

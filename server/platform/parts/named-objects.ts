import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { ingestionChunks } from '../../store/catalog/schema/ingestions.ts';
import { parts } from '../../store/catalog/schema/parts.ts';
import { runOutputs, runSources, runs } from '../../store/catalog/schema/runs.ts';

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
	const several = new Set(ofParts.map((part) => part.content));
	const ofRows = [...ofDatasets, ...ofRuns].filter((dataset) => !several.has(dataset.sha256));
	return new Set([...ofRows, ...ofParts, ...ofOutputs, ...ofChunks].map((row) => row.sha256));
}

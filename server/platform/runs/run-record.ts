import { and, asc, eq } from 'drizzle-orm';
import type { BuildRun } from '#contract/build-run.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { runSources, runs } from '../../store/catalog/schema/runs.ts';
import { type Caller, mayReadSource } from '../access/access.ts';
import { notFound } from '../service-error.ts';
import { runsSeen } from './run-rights.ts';

export type RunRow = typeof runs.$inferSelect;

/** A run that the caller started, or NOT_FOUND. */
export async function ownRun(db: Db, caller: Caller, id: string): Promise<RunRow> {
	const [run] = await db
		.select()
		.from(runs)
		.where(and(eq(runs.id, id), eq(runs.userId, caller.userId)));
	const [seen] = run === undefined ? [] : await runsSeen(db, caller, [run]);
	if (seen === undefined) {
		throw notFound(`There is no run ${id}, or it is not yours. Runs are kept for a limited time.`);
	}
	return seen;
}

/** Asks again for the right to read everything that a run read. Its outputs do not exist for who has lost it. */
export async function assertMayReadSources(db: Db, caller: Caller, run: RunRow): Promise<void> {
	const lost = await lostSource(db, caller, run);
	if (lost === null) return;
	throw notFound(`The outputs of this run are not available: you may not read ${lost} any more, which it read.`);
}

/** The first thing that a run read and the caller may not read any more, as the run names it; null where there is none. */
export async function lostSource(db: Db, caller: Caller, run: RunRow): Promise<string | null> {
	const sources = await db
		.select()
		.from(runSources)
		.where(eq(runSources.runId, run.id))
		.orderBy(asc(runSources.position));
	for (const source of sources) {
		if (await mayReadSource(db, caller, source)) continue;
		const named = run.definition.sources[source.position];
		return named === undefined ? source.dataset : formatCoordinate(named);
	}
	return null;
}

export const presentRun = (run: RunRow, by: string): BuildRun => ({
	id: run.id,
	kind: run.kind,
	pipeline: run.pipeline,
	state: run.state,
	buildSpecId: run.buildSpecId,
	version: run.version,
	draft: run.draft,
	definition: run.definition,
	createdAt: run.createdAt.toISOString(),
	startedAt: run.startedAt?.toISOString() ?? null,
	finishedAt: run.finishedAt?.toISOString() ?? null,
	rows: run.rows,
	bytes: run.bytes,
	error: run.error,
	by,
	wrote: run.wrote?.map(({ namespaceId: _, ...it }) => it) ?? null,
	commit: run.commit,
});

import { and, asc, eq, inArray } from 'drizzle-orm';
import type { BuildRun } from '#contract/build-run.ts';
import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { namespaces } from '../../store/catalog/schema/namespaces.ts';
import { runSources, runs } from '../../store/catalog/schema/runs.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { findSource } from '../access/dataset-access.ts';
import { type Caller, tokenAllows } from '../core/caller.ts';
import { forbidden, notFound } from '../core/service-error.ts';

export type RunRow = typeof runs.$inferSelect;

/** A run that the caller started. @throws ServiceError NOT_FOUND */
export async function ownRun(db: Db, caller: Caller, id: string): Promise<RunRow> {
	const isOwn = and(eq(runs.id, id), eq(runs.userId, caller.userId));
	const [run] = await db.select().from(runs).where(isOwn);
	const [seen] = run === undefined ? [] : await runsSeen(db, caller, [run]);
	if (seen === undefined) {
		throw notFound(`Run ${id} doesn’t exist or isn’t yours. Old runs are deleted automatically.`);
	}
	return seen;
}

/** Checks again the right to read everything that a run read. For callers who lost that right, its outputs don't exist. */
export async function assertMayReadSources(db: Db, caller: Caller, run: RunRow): Promise<void> {
	const lost = await lostSource(db, caller, run);
	if (lost === null) return;
	throw notFound(
		`This run’s outputs aren’t available: it read ${lost}, which was deleted or is no longer shared with you. Ask its owner for access.`,
	);
}

/** The first source of a run that the caller may no longer read, as the run names it; null if there is none. */
export async function lostSource(db: Db, caller: Caller, run: RunRow): Promise<string | null> {
	const sources = await db
		.select()
		.from(runSources)
		.where(eq(runSources.runId, run.id))
		.orderBy(asc(runSources.position));
	for (const source of sources) {
		if ((await findSource(db, caller, source)) !== null) continue;
		const named = run.definition.sources[source.position];
		return named === undefined ? source.dataset : formatCoordinate(named);
	}
	return null;
}

/** @param failedChecks number of failed checks on its result */
export const presentRun = (run: RunRow, by: string, failedChecks = 0): BuildRun => ({
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
	wrote: run.wrote?.map(({ namespaceId: _, ...dataset }) => dataset) ?? null,
	commit: run.commit,
	steps: run.steps,
	upTo: run.work?.upTo ?? null,
	progress: run.state === 'running' ? run.progress : null,
	failedChecks,
});

/** The runs that a token may see: those whose datasets it may all read and, without any dataset, those it started. */
export async function runsSeen(db: Db, caller: Caller, rows: readonly RunRow[]): Promise<RunRow[]> {
	if (caller.permissions === null || rows.length === 0) return [...rows];
	const named = await namedBy(db, rows);
	return rows.filter((row) => {
		const all = named(row);
		if (all.length === 0) return row.tokenId === caller.tokenId;
		return all.every((coordinate) => tokenAllows(caller, 'read', coordinate));
	});
}

/** @throws ServiceError FORBIDDEN if the run builds a dataset that the token may not write */
export async function assertMayCancel(db: Db, caller: Caller, run: RunRow): Promise<void> {
	const { destination } = run.definition;
	if (caller.permissions === null || run.kind !== 'build' || destination === undefined) return;
	const now = await presentNames(db, [run.work?.namespaceId]);
	const target = now(slotOf(destination, run.work), run.work?.namespaceId);
	if (tokenAllows(caller, 'write', target)) return;
	throw forbidden(
		`Your access token can’t write to ${formatCoordinate(target)}, which this run builds. Use a token with write access.`,
	);
}

/** A destination under its dataset's current name. */
const slotOf = (destination: DatasetCoordinate, work: RunRow['work']): DatasetCoordinate => ({
	...destination,
	datasetName: work?.slot.datasetName ?? destination.datasetName,
});

async function namedBy(db: Db, rows: readonly RunRow[]): Promise<(row: RunRow) => DatasetCoordinate[]> {
	const ids = rows.map((row) => row.id);
	const sources = await db.select().from(runSources).where(inArray(runSources.runId, ids));
	const written = rows.flatMap((row) => [
		row.work?.namespaceId,
		...(row.wrote ?? []).map((wrote) => wrote.namespaceId),
	]);
	const now = await presentNames(db, [...sources.map((source) => source.namespaceId), ...written]);
	const known = new Map(sources.map((source) => [`${source.runId} ${source.position}`, source]));
	return ({ id, definition, work, wrote }) => [
		...definition.sources.map((source, position) => {
			const { dataset = source.datasetName, namespaceId } = known.get(`${id} ${position}`) ?? {};
			return now({ ...source, datasetName: dataset }, namespaceId);
		}),
		...(definition.destination === undefined ? [] : [now(slotOf(definition.destination, work), work?.namespaceId)]),
		...(wrote ?? []).map((dataset) => now(dataset.coordinate, dataset.namespaceId)),
	];
}

/** A coordinate under its namespace's current name: a run keeps the old one, whereas tokens follow renames. */
type PresentName = (coordinate: DatasetCoordinate, namespaceId: string | null | undefined) => DatasetCoordinate;

export async function presentNames(db: Db, ids: readonly (string | null | undefined)[]): Promise<PresentName> {
	const known = [...new Set(ids.filter((id) => id != null))];
	const found =
		known.length === 0
			? []
			: await db
					.select({ id: namespaces.id, namespace: namespaces.name, owner: users.username })
					.from(namespaces)
					.innerJoin(users, eq(users.id, namespaces.ownerId))
					.where(inArray(namespaces.id, known));
	const byId = new Map(found.map(({ id, ...names }) => [id, names]));
	return (coordinate, namespaceId) => ({ ...coordinate, ...(namespaceId == null ? null : byId.get(namespaceId)) });
}

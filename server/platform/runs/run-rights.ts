import { eq, inArray } from 'drizzle-orm';
import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { namespaces } from '../../store/catalog/schema/namespaces.ts';
import { runSources, type runs } from '../../store/catalog/schema/runs.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { type Caller, tokenAllows } from '../access/access.ts';
import { ServiceError } from '../service-error.ts';

type RunRow = typeof runs.$inferSelect;

/**
 * Those of the user's runs that the token sees: it may read everything that they read, are to write and wrote, as for a
 * BuildSpec. One that names no dataset is seen by the token that it was started with.
 */
export async function runsSeen(db: Db, caller: Caller, rows: readonly RunRow[]): Promise<RunRow[]> {
	if (caller.permissions === null || rows.length === 0) return [...rows];
	const named = await namedBy(db, rows);
	return rows.filter((row) => {
		const all = named(row);
		if (all.length === 0) return row.tokenId === caller.tokenId;
		return all.every((it) => tokenAllows(caller, 'read', it));
	});
}

/** @throws ServiceError FORBIDDEN where the run builds a dataset that the token may not write */
export async function assertMayCancel(db: Db, caller: Caller, run: RunRow): Promise<void> {
	const { destination } = run.definition;
	if (caller.permissions === null || run.kind !== 'build' || destination === undefined) return;
	const now = await presentNames(db, [run.work?.namespaceId]);
	const target = now(destination, run.work?.namespaceId);
	if (tokenAllows(caller, 'write', target)) return;
	throw new ServiceError(
		'FORBIDDEN',
		`The access token that you use may not write ${formatCoordinate(target)}, which this run builds. Use one that may.`,
	);
}

/** Every dataset that a run names. */
async function namedBy(db: Db, rows: readonly RunRow[]): Promise<(row: RunRow) => DatasetCoordinate[]> {
	const ids = rows.map((it) => it.id);
	const sources = await db
		.select({ runId: runSources.runId, position: runSources.position, namespaceId: runSources.namespaceId })
		.from(runSources)
		.where(inArray(runSources.runId, ids));
	const written = rows.flatMap((it) => [it.work?.namespaceId, ...(it.wrote ?? []).map((wrote) => wrote.namespaceId)]);
	const now = await presentNames(db, [...sources.map((it) => it.namespaceId), ...written]);
	const placeOf = new Map(sources.map((it) => [`${it.runId} ${it.position}`, it.namespaceId]));
	return ({ id, definition, work, wrote }) => [
		...definition.sources.map((it, position) => now(it, placeOf.get(`${id} ${position}`))),
		...(definition.destination === undefined ? [] : [now(definition.destination, work?.namespaceId)]),
		...(wrote ?? []).map((it) => now(it.coordinate, it.namespaceId)),
	];
}

/** A coordinate as its namespace is called now: a run stays as it was, and what a token names follows the namespace. */
type PresentName = (it: DatasetCoordinate, namespaceId: string | null | undefined) => DatasetCoordinate;

async function presentNames(db: Db, ids: readonly (string | null | undefined)[]): Promise<PresentName> {
	const known = [...new Set(ids.filter((it) => it != null))];
	const found =
		known.length === 0
			? []
			: await db
					.select({ id: namespaces.id, namespace: namespaces.name, owner: users.username })
					.from(namespaces)
					.innerJoin(users, eq(users.id, namespaces.ownerId))
					.where(inArray(namespaces.id, known));
	const byId = new Map(found.map(({ id, ...place }) => [id, place]));
	return (it, namespaceId) => ({ ...it, ...(namespaceId == null ? null : byId.get(namespaceId)) });
}

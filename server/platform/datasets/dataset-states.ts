import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { DatasetState } from '#contract/dataset.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { buildSpecs } from '../../store/catalog/schema/build-specs.ts';
import { runChecks } from '../../store/catalog/schema/checks.ts';
import { datasets, datasetVersions } from '../../store/catalog/schema/datasets.ts';
import { corruptObjects } from '../../store/catalog/schema/integrity.ts';
import { namespaces } from '../../store/catalog/schema/namespaces.ts';
import { parts } from '../../store/catalog/schema/parts.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import { users } from '../../store/catalog/schema/users.ts';
import type { Platform } from '../state/platform.ts';
import {
	type FormerBuild,
	isActive,
	type LastBuild,
	lastBuilds,
	type SpecBuilds,
	unlessReplaced,
} from './last-builds.ts';
import { keyOf, outdatedReasons, type ReadSource, type StateReason } from './outdated.ts';

export interface StatedDataset {
	readonly state: DatasetState;
	readonly isCorrupt: boolean;
	readonly reasons: readonly StateReason[];
	readonly sources: readonly ReadSource[];
	readonly restoredFrom: number | null;
	/** Names of checks that failed in the build of its rows. */
	readonly failedChecks: readonly string[];
	/** The newest build, if it's in progress or failed after the rows were written. */
	readonly lastBuild: LastBuild | null;
}

/** The states of all datasets, and of destinations that were never built, at one moment. */
export interface DatasetStates {
	/** Changes only when something changes that states depend on. */
	readonly tag: string;
	readonly byDataset: ReadonlyMap<string, StatedDataset>;
	/** By coordinate key: for a dataset that doesn't exist, its newest build if in progress or failed. */
	readonly missing: ReadonlyMap<string, LastBuild>;
	/** By coordinate key: for a dataset that no longer exists, its newest successful build, while that run is kept. */
	readonly former: ReadonlyMap<string, FormerBuild>;
	/** By BuildSpec id. */
	readonly bySpec: ReadonlyMap<string, SpecBuilds>;
}

const memories = new WeakMap<object, { states: DatasetStates | null; deriving: Promise<DatasetStates> | null }>();

/** The current states, recomputed only after a change. Concurrent callers share the result. */
export function statesNow({ catalog }: Pick<Platform, 'catalog'>): Promise<DatasetStates> {
	const memory = memories.get(catalog) ?? { states: null, deriving: null };
	memories.set(catalog, memory);
	memory.deriving ??= refreshed(catalog.db, memory.states)
		.then((states) => {
			memory.states = states;
			return states;
		})
		.finally(() => {
			memory.deriving = null;
		});
	return memory.deriving;
}

async function refreshed(db: Db, known: DatasetStates | null): Promise<DatasetStates> {
	const tag = await fingerprint(db);
	return known?.tag === tag ? known : { tag, ...(await derive(db)) };
}

const hashOf = (...members: unknown[]) =>
	sql`sum(hashtextextended(concat_ws(' ', ${sql.join(members as never[], sql`, `)}), 0)::numeric)`;

/** Changes whenever anything changes that a state, or the right to read it, depends on. */
async function fingerprint(db: Db): Promise<string> {
	const of = (table: Parameters<ReturnType<Db['select']>['from']>[0], ...members: unknown[]) =>
		db.select({ hash: hashOf(...members) }).from(table);
	const built = of(runs, runs.id, runs.state).where(eq(runs.kind, 'build'));
	const all = [
		of(datasets, datasets.id, datasets.namespaceId, datasets.name, datasets.version, datasets.sha256, datasets.builtBy),
		of(buildSpecs, buildSpecs.id, buildSpecs.version, buildSpecs.removedAt),
		built,
		of(namespaces, namespaces.id, namespaces.name),
		sql`SELECT ${hashOf(sql`namespace_id`, sql`user_id`, sql`role`)} FROM shares`,
		of(corruptObjects, corruptObjects.sha256),
	];
	const hashes = sql.join(
		all.map((query) => sql`coalesce((${query})::text, '-')`),
		sql`, `,
	);
	const [row] = await db.select({ tag: sql<string>`md5(concat_ws(' ', ${hashes}))` }).from(sql`(SELECT 1) AS one`);
	return row?.tag ?? '';
}

async function derive(db: Db): Promise<Omit<DatasetStates, 'tag'>> {
	const rows = await db
		.select({
			id: datasets.id,
			namespaceId: datasets.namespaceId,
			name: datasets.name,
			folded: datasets.folded,
			namespace: namespaces.name,
			owner: users.username,
			sha256: datasets.sha256,
			updatedAt: datasets.updatedAt,
			builtBy: datasets.builtBy,
			cause: datasetVersions.cause,
			restoredFrom: datasetVersions.restoredFrom,
			builder: runs.buildSpecId,
		})
		.from(datasets)
		.innerJoin(namespaces, eq(namespaces.id, datasets.namespaceId))
		.innerJoin(users, eq(users.id, namespaces.ownerId))
		.leftJoin(
			datasetVersions,
			and(eq(datasetVersions.datasetId, datasets.id), eq(datasetVersions.version, datasets.version)),
		)
		.leftJoin(runs, eq(runs.id, datasets.builtBy));
	const { sourcesOf, reasonsOf } = await outdatedReasons(db, rows);
	const failedChecks = await failedChecksOf(db);
	const corrupt = await corruptContents(db);
	const { unfinished, succeeded, bySpec } = await lastBuilds(db);
	const [missing, former] = [new Map(unfinished), new Map(succeeded)];
	const byDataset = new Map<string, StatedDataset>();
	for (const row of rows) {
		const key = keyOf(row);
		const lastBuild = unlessReplaced(unfinished.get(key) ?? null, row.updatedAt);
		missing.delete(key);
		former.delete(key);
		const reasons = reasonsOf(row);
		const isCorrupt = corrupt.has(row.sha256);
		byDataset.set(row.id, {
			...{ state: stateOf(isCorrupt, lastBuild, reasons), isCorrupt, reasons, lastBuild },
			...{ sources: sourcesOf(row), restoredFrom: row.restoredFrom },
			failedChecks: failedChecks.get(row.builtBy ?? '')?.get(key) ?? [],
		});
	}
	return { byDataset, missing, former, bySpec };
}

export function stateOf(
	isCorrupt: boolean,
	lastBuild: Pick<LastBuild, 'state'> | null,
	reasons: readonly unknown[],
	otherwise: 'current' | 'never-built' | 'deleted' = 'current',
): DatasetState {
	if (isCorrupt) return 'corrupt';
	if (lastBuild !== null) return isActive(lastBuild) ? 'building' : 'failed';
	return reasons.length > 0 ? 'outdated' : otherwise;
}

/** Names of failed checks in builds whose rows are current, by run and the key of the destination. */
async function failedChecksOf(db: Db): Promise<Map<string, Map<string, string[]>>> {
	const rows = await db
		.selectDistinct({
			...{ runId: runChecks.runId, position: runChecks.position, name: sql<string>`${runChecks.check} ->> 'name'` },
			...{ ran: runs.destination, now: buildSpecs.destinationKey },
		})
		.from(datasets)
		.innerJoin(runChecks, eq(runChecks.runId, datasets.builtBy))
		.innerJoin(runs, eq(runs.id, runChecks.runId))
		.leftJoin(buildSpecs, and(eq(buildSpecs.id, runs.buildSpecId), isNull(buildSpecs.removedAt)))
		.where(ne(runChecks.state, 'passed'))
		.orderBy(asc(runChecks.runId), asc(runChecks.position));
	const found = new Map<string, Map<string, string[]>>();
	for (const { runId, name, ran, now } of rows) {
		const byKey = found.get(runId) ?? new Map<string, string[]>();
		found.set(runId, byKey);
		// The destination may have been renamed since.
		for (const key of new Set([ran, now])) if (key !== null) byKey.set(key, [...(byKey.get(key) ?? []), name]);
	}
	return found;
}

/** Content hashes of rows with a corrupt or missing object. */
async function corruptContents(db: Db): Promise<Set<string>> {
	const objects = (await db.select({ sha256: corruptObjects.sha256 }).from(corruptObjects)).map((row) => row.sha256);
	if (objects.length === 0) return new Set();
	const contents = await db
		.selectDistinct({ content: parts.content })
		.from(parts)
		.where(inArray(parts.sha256, objects));
	return new Set([...objects, ...contents.map((row) => row.content)]);
}

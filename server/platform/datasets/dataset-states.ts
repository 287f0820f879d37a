import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { coordinateKey, type DatasetState, type OutdatedReason } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { is, isName, nameOf, tokenizeCode } from '#lib/sql/lexer.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { buildSpecs, buildSpecVersions } from '../../store/catalog/schema/build-specs.ts';
import { runChecks } from '../../store/catalog/schema/checks.ts';
import { datasets, datasetVersions } from '../../store/catalog/schema/datasets.ts';
import { corruptObjects } from '../../store/catalog/schema/integrity.ts';
import { namespaces } from '../../store/catalog/schema/namespaces.ts';
import { parts } from '../../store/catalog/schema/parts.ts';
import { runSources, runs } from '../../store/catalog/schema/runs.ts';
import { users } from '../../store/catalog/schema/users.ts';
import type { Platform } from '../state/platform.ts';

/** Why a dataset is outdated, before it is known who asks: its source by what tells it from all others. */
export interface StateReason {
	readonly kind: OutdatedReason['kind'];
	readonly versions?: { readonly built: number; readonly current: number };
	readonly source?: ReadSource;
	/** The version that the source was restored to; absent where it has other rows. */
	readonly restoredVersion?: number;
	/** `source-outdated`: what that is due to in the end. */
	readonly causes?: readonly ReadSource[];
	readonly formerName?: string;
}

interface ReadSource {
	readonly namespaceId: string | null;
	readonly dataset: string;
}

/** How far one dataset is. */
export interface StatedDataset {
	readonly state: DatasetState;
	readonly reasons: readonly StateReason[];
	/** What the build of its rows read. */
	readonly sources: readonly ReadSource[];
	readonly restoredFrom: number | null;
	/** Names of checks that the build of its rows reported. */
	readonly failedChecks: readonly string[];
	/** The key of the newest build that is in progress or failed after the rows were written. */
	readonly lastBuild: LastBuild | null;
}

export interface LastBuild {
	readonly runId: string;
	readonly userId: string;
	readonly by: string;
	readonly state: (typeof runs.$inferSelect)['state'];
	readonly at: Date;
	readonly message: string | null;
}

/** The states of all datasets, and of destinations that were never built, at one moment. */
export interface DatasetStates {
	/** The same as long as nothing changed that states depend on. */
	readonly tag: string;
	readonly byDataset: ReadonlyMap<string, StatedDataset>;
	/** By the key of a coordinate: the newest build of what does not exist, where it is in progress or failed. */
	readonly missing: ReadonlyMap<string, LastBuild>;
	/** Likewise: the newest build that succeeded of what does not exist any more, as long as its run is kept. */
	readonly former: ReadonlyMap<string, FormerBuild>;
}

export interface FormerBuild {
	readonly runId: string;
	readonly buildSpecId: string | null;
	readonly version: number | null;
	readonly at: Date;
	readonly by: string;
}

const memories = new WeakMap<object, { states: DatasetStates | null; deriving: Promise<DatasetStates> | null }>();

/** The states as they are now; derived anew only where something changed. Those who ask at the same time share the answer. */
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

/** Changes with everything that a state, or who may read it, depends on. */
async function fingerprint(db: Db): Promise<string> {
	const of = (table: Parameters<ReturnType<Db['select']>['from']>[0], ...members: unknown[]) =>
		db.select({ hash: hashOf(...members) }).from(table);
	const built = of(runs, runs.id, runs.state).where(eq(runs.kind, 'build'));
	const all = [
		of(datasets, datasets.id, datasets.namespaceId, datasets.name, datasets.version, datasets.sha256, datasets.builtBy),
		of(buildSpecs, buildSpecs.id, buildSpecs.version),
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
		})
		.from(datasets)
		.innerJoin(namespaces, eq(namespaces.id, datasets.namespaceId))
		.innerJoin(users, eq(users.id, namespaces.ownerId))
		.leftJoin(
			datasetVersions,
			and(eq(datasetVersions.datasetId, datasets.id), eq(datasetVersions.version, datasets.version)),
		);
	const placeOf = (namespaceId: string | null, folded: string) => `${namespaceId} ${folded}`;
	const byPlace = new Map(rows.map((row) => [placeOf(row.namespaceId, row.folded), row]));
	const sources = await sourcesRead(db);
	const changed = await changedBuildSpecs(db);
	const changedLast = await changedDestinations(db);
	const formerNames = await formerNamesOf(db, rows);
	const failedChecks = await failedChecksOf(db);
	const corrupt = await corruptContents(db);
	const { last: builds, succeeded } = await lastBuilds(db);

	const reasonsOf = new Map<string, readonly StateReason[]>();
	const staleness = (row: (typeof rows)[number]): readonly StateReason[] => {
		const known = reasonsOf.get(row.id);
		if (known !== undefined) return known;
		// What is built from itself, over whichever way, is not outdated by that.
		reasonsOf.set(row.id, []);
		const reasons: StateReason[] = [];
		const versions = row.builtBy === null ? undefined : changed.get(row.builtBy);
		if (versions !== undefined) reasons.push({ kind: 'build-spec-changed', versions });
		const change = changedLast.get(row.id);
		if (change !== undefined) reasons.push({ kind: change });
		reasons.push(...(formerNames.get(keyOf(row)) ?? []));
		for (const source of (row.builtBy === null ? undefined : sources.get(row.builtBy)) ?? []) {
			const read = byPlace.get(placeOf(source.namespaceId, foldName(source.dataset)));
			if (read === undefined) reasons.push({ kind: 'source-missing', source });
			else if (read.id === row.id) continue;
			else if (read.sha256 !== source.sha256) reasons.push(changeOf(read, source));
			else {
				const causes = staleness(read).flatMap((reason) => causesOf(reason, source));
				if (causes.length > 0) reasons.push({ kind: 'source-outdated', source, causes });
			}
		}
		reasonsOf.set(row.id, reasons);
		return reasons;
	};

	const byDataset = new Map<string, StatedDataset>();
	for (const row of rows) {
		const key = keyOf(row);
		const newest = builds.get(key) ?? null;
		builds.delete(key);
		succeeded.delete(key);
		const lastBuild = newest !== null && (isActive(newest) || newest.at > row.updatedAt) ? newest : null;
		const reasons = staleness(row);
		const state = stateOf(corrupt.has(row.sha256), lastBuild, reasons);
		byDataset.set(row.id, {
			state,
			reasons,
			lastBuild,
			sources: sources.get(row.builtBy ?? '') ?? [],
			restoredFrom: row.restoredFrom,
			failedChecks: failedChecks.get(row.builtBy ?? '')?.get(key) ?? [],
		});
	}
	return { byDataset, missing: builds, former: succeeded };
}

type ChangedRow = { cause: (typeof datasetVersions.$inferSelect)['cause'] | null; restoredFrom: number | null };

/** What became of a source since it was read. */
function changeOf({ cause, restoredFrom }: ChangedRow, source: ReadSource): StateReason {
	if (cause === 'wiped') return { kind: 'wiped', source };
	return {
		kind: 'source-changed',
		source,
		...(cause === 'restored' && restoredFrom !== null ? { restoredVersion: restoredFrom } : {}),
	};
}

/** Which datasets make a source outdated, itself among them; rows that were changed by hand do not. */
const causesOf = (reason: StateReason, source: ReadSource): readonly ReadSource[] =>
	reason.kind === 'rows-changed' ? [] : (reason.causes ?? [reason.source ?? source]);

const keyOf = ({ owner, namespace, name }: { owner: string; namespace: string; name: string }): string =>
	coordinateKey({ owner, namespace, datasetName: name });

const isActive = ({ state }: LastBuild): boolean => state === 'queued' || state === 'running';

export function stateOf(
	isCorrupt: boolean,
	lastBuild: LastBuild | null,
	reasons: readonly StateReason[],
	otherwise: 'current' | 'never-built' | 'deleted' = 'current',
): DatasetState {
	if (isCorrupt) return 'corrupt';
	if (lastBuild !== null) return isActive(lastBuild) ? 'building' : 'failed';
	return reasons.length > 0 ? 'outdated' : otherwise;
}

/** What the builds read that wrote the rows of datasets, by run. */
async function sourcesRead(db: Db) {
	const found = await db
		.selectDistinct({
			runId: runSources.runId,
			position: runSources.position,
			namespaceId: runSources.namespaceId,
			dataset: runSources.dataset,
			sha256: runSources.sha256,
		})
		.from(datasets)
		.innerJoin(runSources, eq(runSources.runId, datasets.builtBy))
		.orderBy(asc(runSources.runId), asc(runSources.position));
	return grouped(found);
}

function grouped<T extends { readonly runId: string }>(items: readonly T[]): Map<string, T[]> {
	const byRun = new Map<string, T[]>();
	for (const item of items) {
		const of = byRun.get(item.runId);
		if (of === undefined) byRun.set(item.runId, [item]);
		else of.push(item);
	}
	return byRun;
}

/** Runs that wrote a dataset's rows by another definition than their BuildSpec has now; new names of the same datasets are none. */
async function changedBuildSpecs(db: Db): Promise<Map<string, { built: number; current: number }>> {
	const rows = await db
		.selectDistinct({ runId: runs.id, built: runs.version, current: buildSpecs.version })
		.from(datasets)
		.innerJoin(runs, eq(runs.id, datasets.builtBy))
		.innerJoin(buildSpecs, eq(buildSpecs.id, runs.buildSpecId))
		.innerJoin(
			buildSpecVersions,
			and(
				eq(buildSpecVersions.buildSpecId, buildSpecs.id),
				sql`${buildSpecVersions.version} > ${runs.version}`,
				ne(buildSpecVersions.change, 'renamed'),
			),
		)
		.where(
			sql`NOT EXISTS (SELECT FROM ${buildSpecVersions} AS now WHERE now.build_spec_id = ${buildSpecs.id}
				AND now.version = ${buildSpecs.version} AND now.definition = ${runs.definition})`,
		);
	return new Map(
		rows.flatMap(({ runId, built, current }) => (built === null ? [] : [[runId, { built, current }] as const])),
	);
}

/** Datasets that a BuildSpec makes and whose rows were wiped last, or changed otherwise than by a build after one. */
async function changedDestinations(db: Db): Promise<Map<string, 'wiped' | 'rows-changed'>> {
	const wasBuilt = sql<boolean>`EXISTS (SELECT FROM ${datasetVersions} AS earlier WHERE earlier.dataset_id = ${datasets.id}
		AND earlier.version < ${datasets.version} AND earlier.built_by IS NOT NULL)`;
	const rows = await db
		.select({
			...{ id: datasets.id, name: datasets.name, namespace: namespaces.name, owner: users.username },
			...{ cause: datasetVersions.cause, wasBuilt },
		})
		.from(datasets)
		.innerJoin(
			datasetVersions,
			and(eq(datasetVersions.datasetId, datasets.id), eq(datasetVersions.version, datasets.version)),
		)
		.innerJoin(namespaces, eq(namespaces.id, datasets.namespaceId))
		.innerJoin(users, eq(users.id, namespaces.ownerId))
		.where(and(isNull(datasets.builtBy), inArray(datasetVersions.cause, ['wiped', 'ingestion', 'restored'])));
	if (rows.length === 0) return new Map();
	const specs = await db.selectDistinct({ key: buildSpecs.destinationKey }).from(buildSpecs);
	const keys = new Set(specs.map((spec) => spec.key));
	return new Map(
		rows
			.filter((row) => (row.cause === 'wiped' || row.wasBuilt) && keys.has(keyOf(row)))
			.map((row) => [row.id, row.cause === 'wiped' ? 'wiped' : 'rows-changed'] as const),
	);
}

/** Names of the checks that did not pass in builds whose rows are current, by run and the key of the destination. */
async function failedChecksOf(db: Db): Promise<Map<string, Map<string, string[]>>> {
	const rows = await db
		.selectDistinct({
			...{ runId: runChecks.runId, position: runChecks.position, name: sql<string>`${runChecks.check} ->> 'name'` },
			...{ ran: runs.destination, now: buildSpecs.destinationKey },
		})
		.from(datasets)
		.innerJoin(runChecks, eq(runChecks.runId, datasets.builtBy))
		.innerJoin(runs, eq(runs.id, runChecks.runId))
		.leftJoin(buildSpecs, eq(buildSpecs.id, runs.buildSpecId))
		.where(ne(runChecks.state, 'passed'))
		.orderBy(asc(runChecks.runId), asc(runChecks.position));
	const found = new Map<string, Map<string, string[]>>();
	for (const { runId, name, ran, now } of rows) {
		const byKey = found.get(runId) ?? new Map<string, string[]>();
		found.set(runId, byKey);
		// The destination may have another name by now.
		for (const key of new Set([ran, now])) if (key !== null) byKey.set(key, [...(byKey.get(key) ?? []), name]);
	}
	return found;
}

type NamedRow = { namespaceId: string; name: string; owner: string; namespace: string };

/** Sources that code still calls by the names from before a renaming, which leaves code as it is; by destination. */
async function formerNamesOf(db: Db, datasetRows: readonly NamedRow[]): Promise<Map<string, StateReason[]>> {
	const now = alias(buildSpecVersions, 'now');
	const rows = await db
		.selectDistinctOn([buildSpecs.id], {
			...{ key: buildSpecs.destinationKey, payload: buildSpecs.payload },
			...{ written: buildSpecVersions.definition, current: now.definition },
		})
		.from(buildSpecs)
		.innerJoin(now, and(eq(now.buildSpecId, buildSpecs.id), eq(now.version, buildSpecs.version)))
		.innerJoin(buildSpecVersions, eq(buildSpecVersions.buildSpecId, buildSpecs.id))
		.where(and(eq(now.change, 'renamed'), ne(buildSpecVersions.change, 'renamed')))
		.orderBy(buildSpecs.id, desc(buildSpecVersions.version));
	if (rows.length === 0) return new Map();
	const byKey = new Map(datasetRows.map((row) => [keyOf(row), row]));
	return new Map(
		rows.map(({ key, payload, written, current }) => {
			const named = namesInCode(payload);
			const reasons = written.sources.flatMap((before, index): StateReason[] => {
				const after = current.sources[index];
				const formerName = `${before.namespace}.${before.datasetName}`;
				if (after === undefined || coordinateKey(before) === coordinateKey(after)) return [];
				const isSame = after.namespace === before.namespace && after.datasetName === before.datasetName;
				if (isSame || !named.has(foldName(formerName))) return [];
				const row = byKey.get(coordinateKey(after));
				const source = { namespaceId: row?.namespaceId ?? null, dataset: after.datasetName };
				return [{ kind: 'former-name', formerName, source }];
			});
			return [key, reasons];
		}),
	);
}

/** Every "a.b" that a code holds, folded. */
function namesInCode(payload: string): ReadonlySet<string> {
	const tokens = tokenizeCode(payload);
	return new Set(
		tokens.flatMap((token, index) => {
			const next = tokens[index + 2];
			return isName(token) && is(tokens[index + 1], '.') && isName(next)
				? [foldName(`${nameOf(token)}.${nameOf(next)}`)]
				: [];
		}),
	);
}

/** What names rows of which an object is corrupt or missing. */
async function corruptContents(db: Db): Promise<Set<string>> {
	const objects = (await db.select({ sha256: corruptObjects.sha256 }).from(corruptObjects)).map((row) => row.sha256);
	if (objects.length === 0) return new Set();
	const contents = await db
		.selectDistinct({ content: parts.content })
		.from(parts)
		.where(inArray(parts.sha256, objects));
	return new Set([...objects, ...contents.map((row) => row.content)]);
}

/**
 * The newest build of each destination that was not canceled, as long as its BuildSpec is there: `last` is in progress or
 * failed. A build of a BuildSpec whose names alone changed since belongs to the new name of its destination.
 */
async function lastBuilds(db: Db) {
	const newest = db
		.selectDistinctOn([runs.buildSpecId, runs.destination], { id: runs.id })
		.from(runs)
		.where(and(eq(runs.kind, 'build'), isNotNull(runs.destination), ne(runs.state, 'cancelled')))
		.orderBy(runs.buildSpecId, runs.destination, desc(runs.createdAt), desc(runs.id));
	const isEdited = sql<boolean>`EXISTS (SELECT FROM ${buildSpecVersions} AS later WHERE later.build_spec_id = ${buildSpecs.id}
		AND later.version > ${runs.version} AND later.change <> 'renamed')`;
	const rows = await db
		.select({ run: runs, by: users.username, nowAt: buildSpecs.destinationKey, isEdited })
		.from(runs)
		.innerJoin(users, eq(users.id, runs.userId))
		.innerJoin(buildSpecs, eq(buildSpecs.id, runs.buildSpecId))
		.where(inArray(runs.id, newest))
		.orderBy(asc(runs.createdAt), asc(runs.id));
	const last = new Map(rows.map((row) => [(row.isEdited ? row.run.destination : row.nowAt) ?? '', row]));
	const unfinished = new Map<string, LastBuild>();
	const succeeded = new Map<string, FormerBuild>();
	for (const [key, { run, by }] of last) {
		const { id: runId, userId, state, buildSpecId, version } = run;
		const at = run.finishedAt ?? run.startedAt ?? run.createdAt;
		if (state === 'succeeded') succeeded.set(key, { runId, buildSpecId, version, at, by });
		else unfinished.set(key, { runId, userId, by, state, at, message: run.error?.message ?? null });
	}
	return { last: unfinished, succeeded };
}

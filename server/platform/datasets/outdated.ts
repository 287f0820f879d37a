import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { coordinateKey, type OutdatedReason } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { is, isName, nameOf, tokenizeCode } from '#lib/sql/lexer.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { buildSpecs, buildSpecVersions } from '../../store/catalog/schema/build-specs.ts';
import { datasets, datasetVersions } from '../../store/catalog/schema/datasets.ts';
import { namespaces } from '../../store/catalog/schema/namespaces.ts';
import { runSources, runs } from '../../store/catalog/schema/runs.ts';
import { users } from '../../store/catalog/schema/users.ts';

/** Why a dataset is outdated, independent of who asks; its source is given by a unique key. */
export interface StateReason {
	readonly kind: OutdatedReason['kind'];
	readonly versions?: { readonly built: number; readonly current: number };
	readonly source?: ReadSource;
	/** The version that the source was restored to; absent if it has other rows. */
	readonly restoredVersion?: number;
	/** For `source-outdated`: the root causes. */
	readonly causes?: readonly ReadSource[];
	readonly formerName?: string;
}

export interface ReadSource {
	readonly namespaceId: string | null;
	readonly dataset: string;
}

/** A dataset with everything that makes it outdated or not. */
export interface NamedRow {
	readonly id: string;
	readonly namespaceId: string;
	readonly name: string;
	readonly folded: string;
	readonly namespace: string;
	readonly owner: string;
	readonly sha256: string;
	readonly builtBy: string | null;
	/** Origin of its current rows, and the version they were restored from, if any. */
	readonly cause: (typeof datasetVersions.$inferSelect)['cause'] | null;
	readonly restoredFrom: number | null;
	/** The BuildSpec of that build. */
	readonly builder: string | null;
}

export const keyOf = ({ owner, namespace, name }: Pick<NamedRow, 'owner' | 'namespace' | 'name'>): string =>
	coordinateKey({ owner, namespace, datasetName: name });

/** Why each dataset is outdated, and what the build of its rows read. @param rows all datasets */
export async function outdatedReasons(
	db: Db,
	rows: readonly NamedRow[],
): Promise<{
	readonly sourcesOf: (row: NamedRow) => readonly ReadSource[];
	readonly reasonsOf: (row: NamedRow) => readonly StateReason[];
}> {
	const placeOf = (namespaceId: string | null, folded: string) => `${namespaceId} ${folded}`;
	const byPlace = new Map(rows.map((row) => [placeOf(row.namespaceId, row.folded), row]));
	const sources = await sourcesRead(db);
	const changed = await changedBuildSpecs(db);
	const changedLast = await changedDestinations(db);
	const formerNames = await formerNamesOf(db, rows);
	const known = new Map<string, readonly StateReason[]>();
	const sourcesOf = ({ builtBy }: NamedRow) => (builtBy === null ? undefined : sources.get(builtBy)) ?? [];
	const reasonsOf = (row: NamedRow): readonly StateReason[] => {
		const before = known.get(row.id);
		if (before !== undefined) return before;
		// A dataset built from itself, directly or indirectly, isn't outdated for that reason.
		known.set(row.id, []);
		const reasons: StateReason[] = [];
		const versions = row.builtBy === null ? undefined : changed.get(row.builtBy);
		if (versions !== undefined) reasons.push({ kind: 'build-spec-changed', versions });
		const change = changedLast.get(row.id);
		if (change !== undefined) reasons.push({ kind: change });
		reasons.push(...(formerNames.get(row.builder ?? '') ?? []));
		for (const source of sourcesOf(row)) {
			const read = byPlace.get(placeOf(source.namespaceId, foldName(source.dataset)));
			if (read === undefined) reasons.push({ kind: 'source-missing', source });
			else if (read.id === row.id) continue;
			else if (read.sha256 !== source.sha256) reasons.push(changeOf(read, source));
			else {
				const causes = reasonsOf(read).flatMap((reason) => causesOf(reason, source));
				if (causes.length > 0) reasons.push({ kind: 'source-outdated', source, causes });
			}
		}
		known.set(row.id, reasons);
		return reasons;
	};
	return { sourcesOf, reasonsOf };
}

function changeOf({ cause, restoredFrom }: NamedRow, source: ReadSource): StateReason {
	if (cause === 'wiped') return { kind: 'wiped', source };
	return {
		kind: 'source-changed',
		source,
		...(cause === 'restored' && restoredFrom !== null ? { restoredVersion: restoredFrom } : {}),
	};
}

/** The datasets that make a source outdated, possibly itself; manual changes of rows have none. */
const causesOf = (reason: StateReason, source: ReadSource): readonly ReadSource[] =>
	reason.kind === 'rows-changed' ? [] : (reason.causes ?? [reason.source ?? source]);

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

/** Runs that wrote a dataset's rows with another definition than their BuildSpec has now; renames don't count. */
async function changedBuildSpecs(db: Db): Promise<Map<string, { built: number; current: number }>> {
	const rows = await db
		.selectDistinct({ runId: runs.id, built: runs.version, current: buildSpecs.version })
		.from(datasets)
		.innerJoin(runs, eq(runs.id, datasets.builtBy))
		.innerJoin(buildSpecs, and(eq(buildSpecs.id, runs.buildSpecId), isNull(buildSpecs.removedAt)))
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

/** Datasets built by a BuildSpec whose rows were then wiped, or changed by something other than a build. */
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
	const specs = await db
		.selectDistinct({ key: buildSpecs.destinationKey })
		.from(buildSpecs)
		.where(isNull(buildSpecs.removedAt));
	const keys = new Set(specs.map((spec) => spec.key));
	return new Map(
		rows
			.filter((row) => (row.cause === 'wiped' || row.wasBuilt) && keys.has(keyOf(row)))
			.map((row) => [row.id, row.cause === 'wiped' ? 'wiped' : 'rows-changed'] as const),
	);
}

/** Sources that code still refers to by names from before a rename, which doesn't change code; by BuildSpec. */
async function formerNamesOf(db: Db, datasetRows: readonly NamedRow[]): Promise<Map<string, StateReason[]>> {
	const now = alias(buildSpecVersions, 'now');
	const rows = await db
		.selectDistinctOn([buildSpecs.id], {
			...{ id: buildSpecs.id, payload: buildSpecs.payload },
			...{ written: buildSpecVersions.definition, current: now.definition },
		})
		.from(buildSpecs)
		.innerJoin(now, and(eq(now.buildSpecId, buildSpecs.id), eq(now.version, buildSpecs.version)))
		.innerJoin(buildSpecVersions, eq(buildSpecVersions.buildSpecId, buildSpecs.id))
		.where(and(isNull(buildSpecs.removedAt), eq(now.change, 'renamed'), ne(buildSpecVersions.change, 'renamed')))
		.orderBy(buildSpecs.id, desc(buildSpecVersions.version));
	if (rows.length === 0) return new Map();
	const byKey = new Map(datasetRows.map((row) => [keyOf(row), row]));
	return new Map(
		rows.map(({ id, payload, written, current }) => {
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
			return [id, reasons];
		}),
	);
}

/** Every "a.b" in the code, folded. */
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

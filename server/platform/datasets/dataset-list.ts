import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { BuiltBy, DatasetPath, DatasetSchema, DatasetSummary } from '#contract/dataset.ts';
import type { PageQuery } from '#contract/ids.ts';
import type { NamespacePath } from '#contract/namespace.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { columnDescriptions, datasets, datasetVersions } from '../../store/catalog/schema/datasets.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import { users } from '../../store/catalog/schema/users.ts';
import {
	coordinateIn,
	type DatasetRow,
	type FoundDataset,
	findDataset,
	readableAmong,
} from '../access/dataset-access.ts';
import { findNamespace, mayChange } from '../access/namespace-access.ts';
import { batches } from '../core/batches.ts';
import type { Caller } from '../core/caller.ts';
import { type Page, pageOf, readCursor, readLimit } from '../core/page.ts';
import type { Platform } from '../state/platform.ts';
import { stateFactsOf } from './dataset-status.ts';
import { atVersion } from './kept-versions.ts';

const FoldedName = z.string().check(z.regex(/^[^\0]*$/));

export async function listDatasets(
	platform: Platform,
	caller: Caller,
	path: NamespacePath,
	query: PageQuery,
): Promise<Page<DatasetSummary>> {
	const { db } = platform.catalog;
	const limit = readLimit(query, 1_000);
	const after = readCursor(query, FoldedName);
	const namespace = await findNamespace(db, caller, path.username, path.namespace);
	const rows = await db
		.select()
		.from(datasets)
		.where(and(eq(datasets.namespaceId, namespace.id), after === null ? undefined : gt(datasets.folded, after)))
		.orderBy(asc(datasets.folded))
		.limit(limit + 1);
	const page = pageOf(rows, limit, (row) => row.folded);
	const readable = readableAmong(caller, [namespace], page.items);
	const builds = await buildsOf(
		db,
		readable.flatMap(({ row }) => row.builtBy ?? []),
	);
	const built = readable.map(({ row }) => ({ id: row.id, builtBy: builds.get(row.builtBy ?? '') ?? null }));
	const states = await stateFactsOf(platform, caller, built);
	return {
		...page,
		items: readable.map((found) => ({
			...factsOf(found),
			columns: found.row.columns.length,
			builtBy: builds.get(found.row.builtBy ?? '') ?? null,
			...states(found.row.id),
		})),
	};
}

export async function getSchema(
	platform: Platform,
	caller: Caller,
	path: DatasetPath,
	version?: number,
): Promise<DatasetSchema> {
	const { db } = platform.catalog;
	const found = await findDataset(db, caller, path);
	const schema = await presentSchema(db, caller, await atVersion(db, found, version));
	if (version !== undefined) return schema;
	const { id } = found.row;
	return { ...schema, ...(await stateFactsOf(platform, caller, [{ id, builtBy: schema.builtBy }]))(id) };
}

export async function presentSchema(db: Db, caller: Caller, found: FoundDataset): Promise<DatasetSchema> {
	const { namespace, row } = found;
	const described = await db.select().from(columnDescriptions).where(eq(columnDescriptions.datasetId, row.id));
	const descriptions = new Map(described.map((item) => [item.column, item.description]));
	return {
		...factsOf(found),
		columns: orderedColumns(row).map((column) => ({ ...column, description: descriptions.get(column.name) ?? '' })),
		builtBy: await builtByOf(db, row),
		restored: await restoredFrom(db, row),
		access: mayChange(caller, namespace, row.name) ? 'write' : 'read',
		licence: row.licence,
		contact: row.contact,
		source: row.source,
	};
}

/** Columns in display order; those without a position come last. */
export function orderedColumns(row: Pick<DatasetRow, 'columns' | 'columnOrder'>): DatasetRow['columns'] {
	const positions = new Map(row.columnOrder.map((name, index) => [name, index]));
	const at = (name: string): number => positions.get(name) ?? row.columns.length;
	return row.columns.toSorted((a, b) => at(a.name) - at(b.name));
}

const factsOf = ({ namespace, row }: FoundDataset) => ({
	...coordinateIn(namespace, row.name),
	description: row.description,
	rows: row.rows,
	bytes: row.bytes,
	version: row.version,
	updatedAt: row.updatedAt.toISOString(),
});

/** The build that wrote a dataset's rows; null if none did. */
export async function builtByOf(db: Db, { builtBy }: { readonly builtBy: string | null }): Promise<BuiltBy | null> {
	return builtBy === null ? null : ((await buildsOf(db, [builtBy])).get(builtBy) ?? null);
}

/** The version whose rows the dataset's current version restored; null if it wasn't a restore. */
async function restoredFrom(
	db: Db,
	{ id, version }: DatasetRow,
): Promise<NonNullable<DatasetSchema['restored']> | null> {
	const { datasetId, restoredFrom, at } = datasetVersions;
	const [found] = await db
		.select({ version: restoredFrom, at, by: users.username })
		.from(datasetVersions)
		.leftJoin(users, eq(users.id, datasetVersions.by))
		.where(and(eq(datasetId, id), eq(datasetVersions.version, version)));
	return found === undefined || found.version === null
		? null
		: { version: found.version, at: found.at.toISOString(), by: found.by };
}

async function buildsOf(db: Db, runIds: readonly string[]): Promise<ReadonlyMap<string, BuiltBy>> {
	const found = new Map<string, BuiltBy>();
	for (const ids of batches(runIds)) {
		const built = await db
			.select({
				runId: runs.id,
				buildSpecId: runs.buildSpecId,
				version: runs.version,
				at: runs.finishedAt,
				by: users.username,
			})
			.from(runs)
			.innerJoin(users, eq(users.id, runs.userId))
			.where(inArray(runs.id, [...ids]));
		for (const { at, ...run } of built) if (at !== null) found.set(run.runId, { ...run, at: at.toISOString() });
	}
	return found;
}

import { and, asc, eq, gt } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { BuiltBy, DatasetPath, DatasetSchema, DatasetSummary } from '#contract/dataset.ts';
import type { PageQuery } from '#contract/ids.ts';
import type { NamespacePath } from '#contract/namespace.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { columnDescriptions, datasets } from '../../store/catalog/schema/datasets.ts';
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
import type { Caller } from '../core/caller.ts';
import { type Page, pageOf, readCursor, readLimit } from '../core/page.ts';
import type { Platform } from '../state/platform.ts';
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
	return { ...page, items: readable.map((found) => ({ ...factsOf(found), columns: found.row.columns.length })) };
}

export async function getSchema(
	platform: Platform,
	caller: Caller,
	path: DatasetPath,
	version?: number,
): Promise<DatasetSchema> {
	const { db } = platform.catalog;
	return presentSchema(db, caller, await atVersion(db, await findDataset(db, caller, path), version));
}

export async function presentSchema(db: Db, caller: Caller, found: FoundDataset): Promise<DatasetSchema> {
	const { namespace, row } = found;
	const described = await db.select().from(columnDescriptions).where(eq(columnDescriptions.datasetId, row.id));
	const descriptions = new Map(described.map((item) => [item.column, item.description]));
	return {
		...factsOf(found),
		columns: orderedColumns(row).map((column) => ({ ...column, description: descriptions.get(column.name) ?? '' })),
		builtBy: await builtByOf(db, row),
		access: mayChange(caller, namespace, row.name) ? 'write' : 'read',
		licence: row.licence,
		source: row.source,
	};
}

/** Columns in the order in which they are shown; those that an order does not name stand at the end. */
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

/** The build that wrote a dataset's rows; null where none did. */
export async function builtByOf(db: Db, dataset: { readonly builtBy: string | null }): Promise<BuiltBy | null> {
	if (dataset.builtBy === null) return null;
	const [run] = await db
		.select({
			runId: runs.id,
			buildSpecId: runs.buildSpecId,
			version: runs.version,
			at: runs.finishedAt,
			by: users.username,
		})
		.from(runs)
		.innerJoin(users, eq(users.id, runs.userId))
		.where(eq(runs.id, dataset.builtBy));
	if (run === undefined || run.at === null) return null;
	return { ...run, at: run.at.toISOString() };
}

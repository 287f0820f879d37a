import { and, asc, eq, gt } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { DatasetSchema, DatasetSummary } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { columnDescriptions, datasets } from '../../store/catalog/schema/datasets.ts';
import { type Caller, tokenAllows, unreadable } from '../access/access.ts';
import { findNamespace, mayChange, type VisibleNamespace } from '../access/namespace-access.ts';
import { builtByOf } from '../build-specs/built-by.ts';
import { mapPage, type Page, type PageQuery, pageOf, readCursor, readLimit } from '../page.ts';
import type { Platform } from '../platform.ts';
import { notFound } from '../service-error.ts';

const FoldedName = z.string().check(z.regex(/^[^\0]*$/));

export interface NamespacePath {
	readonly username: string;
	readonly namespace: string;
}
export interface DatasetPath extends NamespacePath {
	readonly datasetName: string;
}

export type DatasetRow = typeof datasets.$inferSelect;

export interface FoundDataset {
	readonly namespace: VisibleNamespace;
	readonly row: DatasetRow;
}

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
	const readable = { ...page, items: page.items.filter((row) => mayRead(caller, namespace, row.name)) };
	return mapPage(readable, (row) => ({
		...factsOf({ namespace, row }),
		columns: row.columns.length,
	}));
}

export async function getSchema(platform: Platform, caller: Caller, path: DatasetPath): Promise<DatasetSchema> {
	const { db } = platform.catalog;
	return presentSchema(db, caller, await findDataset(db, caller, path));
}

/** @throws ServiceError NOT_FOUND where there is none, or none that the caller may read */
export async function findDataset(db: Db, caller: Caller, path: DatasetPath): Promise<FoundDataset> {
	const missing = notFound(unreadable({ owner: path.username, ...path }));
	const namespace = await findNamespace(db, caller, path.username, path.namespace).catch(() => {
		throw missing;
	});
	const [row] = await db
		.select()
		.from(datasets)
		.where(and(eq(datasets.namespaceId, namespace.id), eq(datasets.folded, foldName(path.datasetName))));
	if (row === undefined || !mayRead(caller, namespace, row.name)) throw missing;
	return { namespace, row };
}

export async function presentSchema(db: Db, caller: Caller, found: FoundDataset): Promise<DatasetSchema> {
	const { namespace, row } = found;
	const described = await db.select().from(columnDescriptions).where(eq(columnDescriptions.datasetId, row.id));
	const descriptions = new Map(described.map((it) => [it.column, it.description]));
	return {
		...factsOf(found),
		columns: orderedColumns(row).map((it) => ({ ...it, description: descriptions.get(it.name) ?? '' })),
		builtBy: await builtByOf(db, row),
		access: mayChange(caller, namespace, row.name) ? 'write' : 'read',
		licence: row.licence,
		source: row.source,
	};
}

/** Columns in the order in which they are shown; those that an order does not name stand at the end. */
export function orderedColumns(row: Pick<DatasetRow, 'columns' | 'columnOrder'>): DatasetRow['columns'] {
	const place = new Map(row.columnOrder.map((name, index) => [name, index]));
	const at = (name: string): number => place.get(name) ?? row.columns.length;
	return row.columns.toSorted((a, b) => at(a.name) - at(b.name));
}

const mayRead = (caller: Caller, it: VisibleNamespace, datasetName: string): boolean =>
	tokenAllows(caller, 'read', { owner: it.owner, namespace: it.name, datasetName });

const factsOf = ({ namespace, row }: FoundDataset) => ({
	owner: namespace.owner,
	namespace: namespace.name,
	datasetName: row.name,
	description: row.description,
	rows: row.rows,
	bytes: row.bytes,
	version: row.version,
	updatedAt: row.updatedAt.toISOString(),
});

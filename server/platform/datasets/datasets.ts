import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Column } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { columnDescriptions, datasets, links } from '../../store/catalog/schema/datasets.ts';
import type { DatasetRow } from '../access/dataset-access.ts';
import { keepVersion } from './kept-versions.ts';

type DatasetValues = Pick<
	typeof datasets.$inferInsert,
	'namespaceId' | 'name' | 'description' | 'rows' | 'bytes' | 'sha256' | 'licence' | 'source'
>;

export interface DatasetContent extends DatasetValues {
	readonly columns: readonly Column[];
	readonly columnDescriptions: Readonly<Record<string, string>>;
}

/** Inserts a dataset at version 1, without descriptions; null if the name is taken. */
export async function insertDataset(
	tx: Db,
	values: Pick<typeof datasets.$inferInsert, 'name' | 'namespaceId' | 'columns' | 'rows' | 'bytes' | 'sha256'> & {
		readonly builtBy?: string;
		readonly updatedAt: Date;
	},
): Promise<DatasetRow | null> {
	const columnOrder = values.columns.map((column) => column.name);
	const inserted = await tx
		.insert(datasets)
		.values({ ...values, id: randomUUID(), folded: foldName(values.name), columnOrder, description: '', version: 1 })
		.onConflictDoNothing()
		.returning();
	return inserted[0] ?? null;
}

/** Writes a dataset and returns its id. Replacing an existing one keeps its id, and with it all references. */
export async function putDataset(tx: Db, content: DatasetContent, now: Date): Promise<string> {
	const { columnDescriptions: described, ...rest } = content;
	const columns = rest.columns.map(({ name, type }) => ({ name, type }));
	const values = { ...rest, columns, columnOrder: columns.map((column) => column.name), updatedAt: now };
	const [dataset] = await tx
		.insert(datasets)
		.values({ ...values, id: randomUUID(), folded: foldName(content.name), version: 1 })
		.onConflictDoUpdate({
			target: [datasets.namespaceId, datasets.folded],
			set: { ...values, builtBy: null, version: sql`${datasets.version} + 1` },
		})
		.returning();
	if (dataset === undefined) throw new Error(`Dataset ${content.name} wasn’t stored.`);
	await keepVersion(tx, dataset, { cause: 'created', by: null, at: now });
	const datasetId = dataset.id;
	await tx.delete(columnDescriptions).where(eq(columnDescriptions.datasetId, datasetId));
	await describeColumns(tx, datasetId, Object.entries(described));
	return datasetId;
}

/** Replaces descriptions of columns; an empty string removes one. */
export async function describeColumns(
	tx: Db,
	datasetId: string,
	texts: readonly (readonly [column: string, description: string])[],
): Promise<void> {
	if (texts.length === 0) return;
	const names = texts.map(([column]) => column);
	const named = and(eq(columnDescriptions.datasetId, datasetId), inArray(columnDescriptions.column, names));
	await tx.delete(columnDescriptions).where(named);
	const rows = texts
		.filter(([, text]) => text !== '')
		.map(([column, description]) => ({ datasetId, column, description }));
	if (rows.length > 0) await tx.insert(columnDescriptions).values(rows);
}

/** Links two columns with equal values; an existing link stays as it is. */
export async function putExactLink(
	tx: Db,
	link: Pick<typeof links.$inferInsert, 'fromDatasetId' | 'fromColumn' | 'toDatasetId' | 'toColumn'>,
	now: Date,
): Promise<void> {
	await tx
		.insert(links)
		.values({ ...link, id: randomUUID(), matchType: 'ExactMatch', options: {}, createdAt: now })
		.onConflictDoNothing();
}

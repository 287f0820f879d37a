import { bigint, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { versionCauses } from '#contract/dataset-version.ts';
import { reference, time } from './columns.ts';
import { namespaces } from './namespaces.ts';
import { users } from './users.ts';

export const datasets = pgTable(
	'datasets',
	{
		id: uuid().primaryKey(),
		namespaceId: reference('namespace_id', () => namespaces.id, 'cascade'),
		name: text().notNull(),
		folded: text().notNull(),
		/** Columns in storage order. */
		columns: jsonb().$type<{ name: string; type: string }[]>().notNull(),
		/** All column names in display order. */
		columnOrder: jsonb('column_order').$type<string[]>().notNull(),
		description: text().notNull(),
		rows: bigint({ mode: 'number' }).notNull(),
		bytes: bigint({ mode: 'number' }).notNull(),
		/** The rows: their Parquet object or, if there are several, the key in `parts`. */
		sha256: text().notNull(),
		/** Increases by one each time the rows are replaced. */
		version: integer().notNull(),
		/** The run that wrote the rows, if any. */
		builtBy: uuid('built_by'),
		licence: text(),
		source: text(),
		contact: text(),
		updatedAt: time('updated_at').notNull(),
	},
	(item) => [unique('datasets_name').on(item.namespaceId, item.folded)],
);

/** Every version of a dataset that is kept, including the current one. */
export const datasetVersions = pgTable(
	'dataset_versions',
	{
		datasetId: reference('dataset_id', () => datasets.id, 'cascade'),
		version: integer().notNull(),
		at: time('at').notNull(),
		/** Who created it; null for nobody. */
		by: uuid('by').references(() => users.id),
		cause: text().$type<(typeof versionCauses)[number]>().notNull(),
		/** The run that wrote the rows, if any. */
		builtBy: uuid('built_by'),
		restoredFrom: integer('restored_from'),
		rows: bigint({ mode: 'number' }).notNull(),
		bytes: bigint({ mode: 'number' }).notNull(),
		columns: jsonb().$type<{ name: string; type: string }[]>().notNull(),
		/** Its last display order; null for versions that predate this column. */
		columnOrder: jsonb('column_order').$type<string[]>(),
		sha256: text().notNull(),
	},
	(item) => [
		primaryKey({ columns: [item.datasetId, item.version] }),
		index('dataset_versions_object').on(item.sha256),
		index('dataset_versions_run').on(item.builtBy),
	],
);

export const columnDescriptions = pgTable(
	'column_descriptions',
	{
		datasetId: reference('dataset_id', () => datasets.id, 'cascade'),
		column: text().notNull(),
		description: text().notNull(),
	},
	(item) => [primaryKey({ columns: [item.datasetId, item.column] })],
);

/** One row per pair of columns and match type, so that links are unique. */
export const links = pgTable(
	'links',
	{
		id: uuid().primaryKey(),
		fromDatasetId: reference('from_dataset_id', () => datasets.id, 'cascade'),
		fromColumn: text('from_column').notNull(),
		toDatasetId: reference('to_dataset_id', () => datasets.id, 'cascade'),
		toColumn: text('to_column').notNull(),
		matchType: text('match_type').$type<'ExactMatch' | 'GeoMatch'>().notNull(),
		options: jsonb().$type<Record<string, unknown>>().notNull(),
		/** Who created it; null for the sample. */
		createdBy: uuid('created_by').references(() => users.id),
		createdAt: time('created_at').notNull(),
	},
	(item) => [
		unique('links_once').on(item.fromDatasetId, item.fromColumn, item.toDatasetId, item.toColumn, item.matchType),
		index('links_to').on(item.toDatasetId),
	],
);

/** Objects of replaced versions and finished chunks, which a sweep removes later and a wipe immediately. */
export const releasedObjects = pgTable(
	'former_objects',
	{
		namespaceId: reference('namespace_id', () => namespaces.id, 'cascade'),
		/** The dataset's name, folded. */
		dataset: text().notNull(),
		sha256: text().notNull(),
		/** The identifier of the rows it was part of; null for a chunk. */
		content: text(),
		at: time('at').notNull(),
	},
	(item) => [index('former_objects_namespace').on(item.namespaceId, item.dataset)],
);

/** Objects of wiped data, until they are removed; an interrupted removal continues at the next start. */
export const wipedObjects = pgTable('wiped_objects', {
	sha256: text().primaryKey(),
	at: time('at').notNull(),
});

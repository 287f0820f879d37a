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
		/** Columns in the order in which they are stored. */
		columns: jsonb().$type<{ name: string; type: string }[]>().notNull(),
		/** All column names in the order in which they are shown. */
		columnOrder: jsonb('column_order').$type<string[]>().notNull(),
		description: text().notNull(),
		rows: bigint({ mode: 'number' }).notNull(),
		bytes: bigint({ mode: 'number' }).notNull(),
		/** The rows: the Parquet object that holds them, or, where they are kept in several, what `parts` knows them by. */
		sha256: text().notNull(),
		/** Goes up by one each time the rows are replaced. */
		version: integer().notNull(),
		/** The run that wrote the rows, where one did. */
		builtBy: uuid('built_by'),
		licence: text(),
		source: text(),
		contact: text(),
		updatedAt: time('updated_at').notNull(),
	},
	(item) => [unique('datasets_name').on(item.namespaceId, item.folded)],
);

/** Every version of a dataset that is kept, with the current one. */
export const datasetVersions = pgTable(
	'dataset_versions',
	{
		datasetId: reference('dataset_id', () => datasets.id, 'cascade'),
		version: integer().notNull(),
		at: time('at').notNull(),
		/** Who made it; null where nobody did. */
		by: uuid('by').references(() => users.id),
		cause: text().$type<(typeof versionCauses)[number]>().notNull(),
		/** The run that wrote the rows, where one did. */
		builtBy: uuid('built_by'),
		/** The version that was made current again. */
		restoredFrom: integer('restored_from'),
		rows: bigint({ mode: 'number' }).notNull(),
		bytes: bigint({ mode: 'number' }).notNull(),
		columns: jsonb().$type<{ name: string; type: string }[]>().notNull(),
		/** The order in which they were shown last; null for versions from before it was kept. */
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

/** One row for each pair of columns and match type, so that a link exists once. */
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
		/** Who made it; null where the sample did. */
		createdBy: uuid('created_by').references(() => users.id),
		createdAt: time('created_at').notNull(),
	},
	(item) => [
		unique('links_once').on(item.fromDatasetId, item.fromColumn, item.toDatasetId, item.toColumn, item.matchType),
		index('links_to').on(item.toDatasetId),
	],
);

/** Objects of replaced versions and finished chunks, which a sweep removes later and a wipe at once. */
export const releasedObjects = pgTable(
	'former_objects',
	{
		namespaceId: reference('namespace_id', () => namespaces.id, 'cascade'),
		/** The dataset's name, as names are compared. */
		dataset: text().notNull(),
		sha256: text().notNull(),
		/** The rows that it was a part of, by what named them; null for a chunk. */
		content: text(),
		at: time('at').notNull(),
	},
	(item) => [index('former_objects_namespace').on(item.namespaceId, item.dataset)],
);

/** Objects of data that was wiped, until they are removed: whoever is killed in the middle goes on at the next start. */
export const wipedObjects = pgTable('wiped_objects', {
	sha256: text().primaryKey(),
	at: time('at').notNull(),
});

import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { BuildSpecEdit } from '#contract/build-spec.ts';
import { reference, time } from './columns.ts';
import { users } from './users.ts';

/** The current state of a BuildSpec. Datasets are named, not referenced: a definition may name one that doesn't exist yet. */
export const buildSpecs = pgTable(
	'build_specs',
	{
		id: uuid().primaryKey(),
		ownerId: reference('owner_id', () => users.id),
		version: integer().notNull(),
		destinationOwner: text('destination_owner').notNull(),
		destinationNamespace: text('destination_namespace').notNull(),
		destinationDataset: text('destination_dataset').notNull(),
		/** The coordinate, folded. */
		destinationKey: text('destination_key').notNull(),
		/** When the destination was last deleted since it was named here, and by whom. */
		deletedAt: time('deleted_at'),
		deletedBy: uuid('deleted_by').references(() => users.id),
		payload: text().notNull(),
		createdAt: time('created_at').notNull(),
		updatedAt: time('updated_at').notNull(),
		/** When it was deleted; it can be restored for a while. */
		removedAt: time('removed_at'),
	},
	(item) => [index('build_specs_owner').on(item.ownerId), index('build_specs_destination').on(item.destinationKey)],
);

export const buildSpecSources = pgTable(
	'build_spec_sources',
	{
		buildSpecId: reference('build_spec_id', () => buildSpecs.id, 'cascade'),
		position: integer().notNull(),
		owner: text().notNull(),
		namespace: text().notNull(),
		dataset: text().notNull(),
		key: text().notNull(),
	},
	(item) => [primaryKey({ columns: [item.buildSpecId, item.position] }), index('build_spec_sources_key').on(item.key)],
);

export const buildSpecVersions = pgTable(
	'build_spec_versions',
	{
		buildSpecId: reference('build_spec_id', () => buildSpecs.id, 'cascade'),
		version: integer().notNull(),
		definition: jsonb().$type<BuildSpecEdit>().notNull(),
		authorId: reference('author_id', () => users.id),
		change: text().$type<'created' | 'edited' | 'renamed' | 'restored'>().notNull(),
		/** Given by a user; empty for none. */
		name: text().notNull().default(''),
		message: text().notNull().default(''),
		createdAt: time('created_at').notNull(),
	},
	(item) => [primaryKey({ columns: [item.buildSpecId, item.version] })],
);

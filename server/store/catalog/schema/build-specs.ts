import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { BuildSpecEdit } from '#contract/build-spec.ts';
import { reference, time } from './columns.ts';
import { users } from './users.ts';

/** A BuildSpec as it is now. Datasets are named, not referenced: a definition may name what is not there yet. */
export const buildSpecs = pgTable(
	'build_specs',
	{
		id: uuid().primaryKey(),
		ownerId: reference('owner_id', () => users.id),
		version: integer().notNull(),
		destinationOwner: text('destination_owner').notNull(),
		destinationNamespace: text('destination_namespace').notNull(),
		destinationDataset: text('destination_dataset').notNull(),
		/** The coordinate as coordinates are compared. */
		destinationKey: text('destination_key').notNull(),
		/** When the destination was deleted last since it was named here, and by whom. */
		deletedAt: time('deleted_at'),
		deletedBy: uuid('deleted_by').references(() => users.id),
		payload: text().notNull(),
		createdAt: time('created_at').notNull(),
		updatedAt: time('updated_at').notNull(),
		/** Since when it is deleted; it can be brought back for a while. */
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
		/** Of a person's own, empty where none is. */
		name: text().notNull().default(''),
		message: text().notNull().default(''),
		createdAt: time('created_at').notNull(),
	},
	(item) => [primaryKey({ columns: [item.buildSpecId, item.version] })],
);

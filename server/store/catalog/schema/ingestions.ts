import { bigint, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { MappedColumn, RejectedRow } from '#contract/ingest.ts';
import { namespaces } from './namespaces.ts';
import { users } from './users.ts';

/** Rows that somebody sent, or is sending, into a dataset. */
export const ingestions = pgTable(
	'ingestions',
	{
		id: uuid().primaryKey(),
		userId: uuid('user_id')
			.notNull()
			.references(() => users.id),
		namespaceId: uuid('namespace_id')
			.notNull()
			.references(() => namespaces.id, { onDelete: 'cascade' }),
		/** A name, not a reference: the dataset may not be there yet, or not any more. */
		dataset: text().notNull(),
		mode: text().$type<'append' | 'create'>().notNull(),
		mapping: jsonb().$type<MappedColumn[]>().notNull(),
		misfits: text().$type<'aside' | 'refuse'>().notNull(),
		state: text().$type<'open' | 'committed' | 'failed' | 'cancelled' | 'expired'>().notNull(),
		/** Received while it is open; written once it was committed. */
		rows: bigint({ mode: 'number' }).notNull(),
		rejected: bigint({ mode: 'number' }).notNull(),
		chunks: integer().notNull(),
		bytes: bigint({ mode: 'number' }).notNull(),
		version: integer(),
		columns: jsonb().$type<{ name: string; type: string }[]>().notNull(),
		rejectedRows: jsonb('rejected_rows').$type<RejectedRow[]>().notNull(),
		error: jsonb().$type<{ code: string; message: string }>(),
		createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
		updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull(),
		finishedAt: timestamp('finished_at', { withTimezone: true, precision: 3 }),
		seenAt: timestamp('seen_at', { withTimezone: true, precision: 3 }),
	},
	(item) => [
		index('ingestions_of_namespace').on(item.namespaceId, item.createdAt, item.id),
		index('ingestions_by_state').on(item.state),
	],
);

/** What was received of an ingestion that is open. */
export const ingestionChunks = pgTable(
	'ingestion_chunks',
	{
		ingestionId: uuid('ingestion_id')
			.notNull()
			.references(() => ingestions.id, { onDelete: 'cascade' }),
		chunk: integer().notNull(),
		/** Of the bytes as they were sent. */
		sha256: text().notNull(),
		/** The object that holds its rows as they are to be written. */
		object: text().notNull(),
		rows: bigint({ mode: 'number' }).notNull(),
		bytes: bigint({ mode: 'number' }).notNull(),
	},
	(item) => [primaryKey({ columns: [item.ingestionId, item.chunk] }), index('ingestion_chunks_object').on(item.object)],
);

import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { CleanedColumn } from '#contract/file-cleaning.ts';
import type { FileOptions, PlannedColumn } from '#contract/file-ingestion.ts';
import type { NewFileIngestion } from '#contract/file-start.ts';
import type { IngestionMode, MappedColumn, RejectedRow } from '#contract/ingest.ts';
import { reference, time } from './columns.ts';
import { namespaces } from './namespaces.ts';
import { users } from './users.ts';

/** What is wanted of a file. */
export interface FilePlan {
	readonly options: FileOptions;
	/** Null: all columns, as they are detected. */
	readonly columns: readonly PlannedColumn[] | null;
	readonly skipLines: boolean;
	/** Absent where none are. */
	readonly fixedLines?: readonly { readonly line: number; readonly text: string }[];
	/** As the last review was told, without what it found. Absent before there was one. */
	readonly wanted?: readonly PlannedColumn[] | null;
	/** Whether its values were cleaned, once it was committed. */
	readonly isCleaned?: boolean;
}

/** What was found in a column whose values are cleaned. */
export interface ColumnCleaning extends CleanedColumn {
	/** By what its values are read: what is said of it, and of the file. */
	readonly by: string;
	/** The object with its different values, and up to which of its bytes they were read. */
	readonly object: string;
	readonly offset: number;
	/** The objects with what became of them. */
	readonly changes: readonly string[];
}

/** How far a file is cleaned. */
export interface Cleaning {
	/** How the file was read; of another reading it says nothing. */
	readonly options: FileOptions;
	readonly columns: readonly ColumnCleaning[];
}

/** Rows that somebody sent, or is sending, into a dataset. */
export const ingestions = pgTable(
	'ingestions',
	{
		id: uuid().primaryKey(),
		userId: reference('user_id', () => users.id),
		namespaceId: reference('namespace_id', () => namespaces.id, 'cascade'),
		/** A name, not a reference: the dataset may not be there yet, or not any more. */
		dataset: text().notNull(),
		mode: text().$type<IngestionMode>().notNull(),
		/** The columns that identify a row, where rows take the place of others. */
		key: jsonb().$type<string[]>(),
		/** The file that is sent in pieces; null where rows are sent in chunks. */
		file: jsonb().$type<NewFileIngestion['file']>(),
		/** How its rows are to be saved, as the last review found or was told. */
		plan: jsonb().$type<FilePlan>(),
		cleaning: jsonb().$type<Cleaning>(),
		effect: jsonb().$type<{ added: number; changed: number; unchanged: number; removed: number }>(),
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
		createdAt: time('created_at').notNull(),
		updatedAt: time('updated_at').notNull(),
		finishedAt: time('finished_at'),
		seenAt: time('seen_at'),
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
		ingestionId: reference('ingestion_id', () => ingestions.id, 'cascade'),
		chunk: integer().notNull(),
		/** Of the bytes as they were sent. */
		sha256: text().notNull(),
		/** The object that holds its rows as they are to be written, or a piece of a file. */
		object: text().notNull(),
		rows: bigint({ mode: 'number' }).notNull(),
		bytes: bigint({ mode: 'number' }).notNull(),
	},
	(item) => [primaryKey({ columns: [item.ingestionId, item.chunk] }), index('ingestion_chunks_object').on(item.object)],
);

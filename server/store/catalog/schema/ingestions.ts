import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { CleanedColumn } from '#contract/file-cleaning.ts';
import type {
	DuplicateAction,
	EmptyKeyAction,
	ExistingRowAction,
	FileOptions,
	newColumnActions,
	PlannedColumn,
} from '#contract/file-ingestion.ts';
import type { NewFileIngestion } from '#contract/file-start.ts';
import type { IngestionMode, MappedColumn, RejectedRow, SavedChanges } from '#contract/ingest.ts';
import { reference, time } from './columns.ts';
import { namespaces } from './namespaces.ts';
import { users } from './users.ts';

/** How to read and save a file. */
export interface FilePlan {
	readonly options: FileOptions;
	/** Options that the last review was unsure about and the user hasn't chosen. Absent if there are none. */
	readonly unsure?: readonly string[];
	/** Options that somebody chose; the others were detected. Absent before the first review. */
	readonly chosen?: FileOptions;
	/** Null: all columns, as detected. */
	readonly columns: readonly PlannedColumn[] | null;
	readonly skipLines: boolean;
	/** Absent: refused. */
	readonly duplicates?: DuplicateAction;
	readonly emptyKeys?: EmptyKeyAction;
	/** For rows that the dataset already has. Absent: they are added again. */
	readonly existingRows?: ExistingRowAction;
	/** Absent: skipped. */
	readonly newColumns?: (typeof newColumnActions)[number];
	/** Absent if there are none. */
	readonly fixedLines?: readonly { readonly line: number; readonly text: string }[];
	/** Whether the file was sent, reviewed and saved with one request. */
	readonly isOneRequest?: boolean;
	/** As requested in the last review, without what it detected. Absent before the first one. */
	readonly wanted?: readonly PlannedColumn[] | null;
	/** Remarks of the last review. */
	readonly remarks?: readonly string[];
	/** The user's name for these decisions. */
	readonly recipe?: string;
	/** How what was saved differs from the file, once it's committed. */
	readonly changes?: SavedChanges;
	/** Whether its values were cleaned, once it's committed. */
	readonly isCleaned?: boolean;
	/** Descriptions of columns for cleaning the next file, with the units that their saved numbers have. Absent if there are none. */
	readonly inUnits?: readonly { readonly from: string; readonly holds: string }[];
}

/** Findings about a column whose values are cleaned. */
export interface ColumnCleaning extends CleanedColumn {
	/** The descriptions of the column and the file that determine how its values are read. */
	readonly by: string;
	/** The object with its distinct values, and how many of its bytes were read. */
	readonly object: string;
	readonly offset: number;
	/** Some values of the dataset's column, whose form other values are converted to. Absent if there are none. */
	readonly saved?: readonly string[] | undefined;
	/** The unit that its numbers had, or were converted to. */
	readonly unit?: string | undefined;
	/** The objects with the changes. */
	readonly changes: readonly string[];
}

export interface Cleaning {
	/** How the file was read; doesn't apply to another reading. */
	readonly options: FileOptions;
	readonly columns: readonly ColumnCleaning[];
}

/** Rows that a user sent, or is sending, to a dataset. */
export const ingestions = pgTable(
	'ingestions',
	{
		id: uuid().primaryKey(),
		userId: reference('user_id', () => users.id),
		namespaceId: reference('namespace_id', () => namespaces.id, 'cascade'),
		/** A name, not a reference: the dataset may not exist yet, or no longer. */
		dataset: text().notNull(),
		mode: text().$type<IngestionMode>().notNull(),
		/** The columns that identify a row, if rows replace others. */
		key: jsonb().$type<string[]>(),
		/** The file, if it's sent in pieces; null if rows are sent in chunks. */
		file: jsonb().$type<NewFileIngestion['file'] & { readonly contentHash?: string }>(),
		/** How to save its rows, as detected by or passed to the last review. */
		plan: jsonb().$type<FilePlan>(),
		cleaning: jsonb().$type<Cleaning>(),
		effect: jsonb().$type<{ added: number; changed: number; unchanged: number; removed: number }>(),
		mapping: jsonb().$type<MappedColumn[]>().notNull(),
		misfits: text().$type<'aside' | 'refuse'>().notNull(),
		state: text().$type<'open' | 'committed' | 'failed' | 'cancelled' | 'expired'>().notNull(),
		/** Rows received while it's open; rows written once it's committed. */
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

/** What an open ingestion has received. */
export const ingestionChunks = pgTable(
	'ingestion_chunks',
	{
		ingestionId: reference('ingestion_id', () => ingestions.id, 'cascade'),
		chunk: integer().notNull(),
		/** Hash of the bytes as sent. */
		sha256: text().notNull(),
		/** The object with its rows, ready to be written, or with a piece of a file. */
		object: text().notNull(),
		rows: bigint({ mode: 'number' }).notNull(),
		bytes: bigint({ mode: 'number' }).notNull(),
	},
	(item) => [primaryKey({ columns: [item.ingestionId, item.chunk] }), index('ingestion_chunks_object').on(item.object)],
);

import { bigint, index, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { reference, time } from './columns.ts';
import { users } from './users.ts';

/** What a row query read, to check the right to read it again. */
export type ResultSource =
	| { readonly kind: 'output'; readonly runId: string; readonly output: string }
	| { readonly kind: 'dataset'; readonly namespaceId: string; readonly dataset: string };

/** Results of row queries, one row per user who asked. They are keyed by the request and the objects read; all can be recomputed. */
export const rowResults = pgTable(
	'row_results',
	{
		id: uuid().primaryKey(),
		userId: reference('user_id', () => users.id, 'cascade'),
		/** Derived from the objects that were read and the request. */
		key: text().notNull(),
		/** The response without what is stored. */
		answer: jsonb().$type<unknown>().notNull(),
		/** The file, if there is one. */
		sha256: text(),
		rows: bigint({ mode: 'number' }).notNull(),
		bytes: bigint({ mode: 'number' }).notNull(),
		fileName: text('file_name').notNull(),
		sources: jsonb().$type<ResultSource[]>().notNull(),
		/** Identifiers of the rows that were read. */
		contents: text().array().notNull(),
		usedAt: time('used_at').notNull(),
	},
	(item) => [
		unique('row_results_once').on(item.userId, item.key),
		index('row_results_key').on(item.key),
		index('row_results_used').on(item.usedAt),
		index('row_results_object').on(item.sha256),
	],
);

import { bigint, index, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { reference, time } from './columns.ts';
import { users } from './users.ts';

/** What a row query read: enough to ask again for the right to read it. */
export type ResultSource =
	| { readonly kind: 'output'; readonly runId: string; readonly output: string }
	| { readonly kind: 'dataset'; readonly namespaceId: string; readonly dataset: string };

/** Results of row queries, one row for each user that asked. They are found by what was read and asked, and are no one's data: all can be made again. */
export const rowResults = pgTable(
	'row_results',
	{
		id: uuid().primaryKey(),
		userId: reference('user_id', () => users.id, 'cascade'),
		/** Told from the objects that were read and from the request. */
		key: text().notNull(),
		/** The answer without what is stored. */
		answer: jsonb().$type<unknown>().notNull(),
		/** The file, where there is one. */
		sha256: text(),
		rows: bigint({ mode: 'number' }).notNull(),
		bytes: bigint({ mode: 'number' }).notNull(),
		/** What the file is called when it is downloaded. */
		fileName: text('file_name').notNull(),
		sources: jsonb().$type<ResultSource[]>().notNull(),
		/** What was read: as datasets and outputs name their rows. */
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

import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { reference, time } from './columns.ts';
import { users } from './users.ts';

/** A conversation with the assistant; `id` is its contextId. */
export const conversations = pgTable(
	'conversations',
	{
		id: uuid().primaryKey(),
		userId: reference('user_id', () => users.id, 'cascade'),
		/** When something was last asked in it. */
		updatedAt: time('updated_at').notNull(),
	},
	(item) => [index('conversations_of_user').on(item.userId, item.updatedAt)],
);

/** What was asked and how it was read; what came out is not kept. */
export const conversationTurns = pgTable(
	'conversation_turns',
	{
		id: uuid().primaryKey(),
		conversationId: reference('conversation_id', () => conversations.id, 'cascade'),
		at: time('at').notNull(),
		question: text().notNull(),
		/** Null where the question was refused. */
		sql: text(),
		reading: text().notNull(),
		/** What only the writer of the query reads. */
		understood: jsonb(),
		columns: jsonb().$type<{ name: string; type: string }[]>().notNull(),
		/** What the query was run over; the right to read it is asked again before the turn is used. */
		datasets: jsonb().$type<{ owner: string; namespace: string; datasetName: string }[]>().notNull(),
	},
	(item) => [index('turns_of_conversation').on(item.conversationId, item.at)],
);

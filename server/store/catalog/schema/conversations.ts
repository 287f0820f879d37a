import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { reference, time } from './columns.ts';
import { users } from './users.ts';

/** A conversation with the assistant; `id` is its contextId. */
export const conversations = pgTable(
	'conversations',
	{
		id: uuid().primaryKey(),
		userId: reference('user_id', () => users.id, 'cascade'),
		/** Time of the last question. */
		updatedAt: time('updated_at').notNull(),
	},
	(item) => [index('conversations_of_user').on(item.userId, item.updatedAt)],
);

/** Questions and how they were read; answers aren't stored. The turns of a conversation form a tree; `id` is the task's. */
export const conversationTurns = pgTable(
	'conversation_turns',
	{
		id: uuid().primaryKey(),
		conversationId: reference('conversation_id', () => conversations.id, 'cascade'),
		/** The turn that this one continues; null at the start of a branch. That turn may have been removed. */
		parentId: uuid('parent_id'),
		at: time('at').notNull(),
		question: text().notNull(),
		/** Null if the question was refused. */
		sql: text(),
		reading: text().notNull(),
		/** For a refused question: the unclear word, and suggested questions. */
		unclear: jsonb().$type<{ about: string | null; suggestions: string[] }>(),
		/** Data that only the query's writer interprets. */
		understood: jsonb(),
		columns: jsonb().$type<{ name: string; type: string }[]>().notNull(),
		/** The datasets of the query; the right to read them is checked again before the turn is used. */
		datasets: jsonb().$type<{ owner: string; namespace: string; datasetName: string }[]>().notNull(),
	},
	(item) => [index('turns_of_conversation').on(item.conversationId, item.at)],
);

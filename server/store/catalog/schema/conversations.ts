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

/** What was asked and how it was read; what came out is not kept. The turns of a conversation are a tree; `id` is the task's. */
export const conversationTurns = pgTable(
	'conversation_turns',
	{
		id: uuid().primaryKey(),
		conversationId: reference('conversation_id', () => conversations.id, 'cascade'),
		/** The turn that this one goes on from; null where it begins a branch. That turn may have been removed. */
		parentId: uuid('parent_id'),
		at: time('at').notNull(),
		question: text().notNull(),
		/** Null where the question was refused. */
		sql: text(),
		reading: text().notNull(),
		/** Where the question was refused, the word that was unclear, and what could be asked instead. */
		unclear: jsonb().$type<{ about: string | null; suggestions: string[] }>(),
		/** What only the writer of the query reads. */
		understood: jsonb(),
		columns: jsonb().$type<{ name: string; type: string }[]>().notNull(),
		/** What the query was run over; the right to read it is asked again before the turn is used. */
		datasets: jsonb().$type<{ owner: string; namespace: string; datasetName: string }[]>().notNull(),
	},
	(item) => [index('turns_of_conversation').on(item.conversationId, item.at)],
);

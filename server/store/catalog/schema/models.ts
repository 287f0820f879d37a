import { bigint, boolean, date, doublePrecision, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { reference } from './columns.ts';
import { namespaces } from './namespaces.ts';
import { users } from './users.ts';

/** A namespace owner's settings for language models; without a row, they may read it and the service's default answers. */
export const namespaceModels = pgTable('namespace_models', {
	namespaceId: reference('namespace_id', () => namespaces.id, 'cascade').primaryKey(),
	isAllowed: boolean('is_allowed').notNull(),
	/** The model if a question names none; null: the service's default. */
	provider: text(),
	model: text(),
});

/** Language models' use for a user's questions on a day in UTC. */
export const modelUse = pgTable(
	'model_use',
	{
		userId: reference('user_id', () => users.id, 'cascade'),
		day: date({ mode: 'string' }).notNull(),
		tokens: bigint({ mode: 'number' }).notNull(),
		cost: doublePrecision().notNull(),
	},
	(item) => [primaryKey({ columns: [item.userId, item.day] })],
);

import { pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { reference, time } from './columns.ts';
import { users } from './users.ts';

export const namespaces = pgTable(
	'namespaces',
	{
		id: uuid().primaryKey(),
		ownerId: reference('owner_id', () => users.id),
		name: text().notNull(),
		folded: text().notNull(),
		description: text().notNull().default(''),
		createdAt: time('created_at').notNull(),
	},
	(item) => [unique('namespaces_name').on(item.ownerId, item.folded)],
);

export const shares = pgTable(
	'shares',
	{
		namespaceId: reference('namespace_id', () => namespaces.id, 'cascade'),
		userId: reference('user_id', () => users.id),
		role: text().$type<'viewer' | 'editor'>().notNull(),
		grantedAt: time('granted_at').notNull(),
		grantedBy: reference('granted_by', () => users.id),
	},
	(item) => [primaryKey({ columns: [item.namespaceId, item.userId, item.role] })],
);

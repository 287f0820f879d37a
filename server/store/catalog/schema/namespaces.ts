import { pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { users } from './users.ts';

export const namespaces = pgTable(
	'namespaces',
	{
		id: uuid().primaryKey(),
		ownerId: uuid('owner_id')
			.notNull()
			.references(() => users.id),
		name: text().notNull(),
		folded: text().notNull(),
		createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
	},
	(item) => [unique('namespaces_name').on(item.ownerId, item.folded)],
);

export const shares = pgTable(
	'shares',
	{
		namespaceId: uuid('namespace_id')
			.notNull()
			.references(() => namespaces.id, { onDelete: 'cascade' }),
		userId: uuid('user_id')
			.notNull()
			.references(() => users.id),
		role: text().$type<'viewer' | 'editor'>().notNull(),
		grantedAt: timestamp('granted_at', { withTimezone: true, precision: 3 }).notNull(),
		grantedBy: uuid('granted_by')
			.notNull()
			.references(() => users.id),
	},
	(item) => [primaryKey({ columns: [item.namespaceId, item.userId, item.role] })],
);

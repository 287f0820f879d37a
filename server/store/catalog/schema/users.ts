import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const users = pgTable('users', {
	id: uuid().primaryKey(),
	username: text().notNull(),
	/** The name as names are compared: case-folded NFC. */
	folded: text().notNull().unique(),
	name: text().notNull(),
	email: text().notNull(),
	createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
});

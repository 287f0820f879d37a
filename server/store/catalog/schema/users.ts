import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

export const users = pgTable('users', {
	id: uuid().primaryKey(),
	username: text().notNull(),
	/** The name as names are compared: case-folded NFC. */
	folded: text().notNull().unique(),
	name: text().notNull(),
	email: text().notNull(),
	/** How the passphrase is checked, as `scrypt$N$r$p$salt$hash`; null for who cannot sign in with one. */
	passphrase: text(),
	/** Since when the user may not sign in and no token of theirs counts; null for who may. */
	disabledAt: time('disabled_at'),
	/** Whether the user manages users, and sees all of the audit log. */
	admin: boolean().notNull().default(false),
	createdAt: time('created_at').notNull(),
});

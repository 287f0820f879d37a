import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { reference, time } from './columns.ts';

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

/** Users who were invited and have not chosen a passphrase yet. */
export const invitations = pgTable('invitations', {
	userId: reference('user_id', () => users.id, 'cascade').primaryKey(),
	/** SHA-256 of the key in the address, which is not kept. */
	hash: text().notNull().unique(),
	expiresAt: time('expires_at').notNull(),
});

/** Who users are at an OpenID Connect provider: its issuer and subject name somebody for good, which an email address does not. */
export const userIdentities = pgTable(
	'user_identities',
	{
		issuer: text().notNull(),
		subject: text().notNull(),
		userId: reference('user_id', () => users.id, 'cascade'),
		createdAt: time('created_at').notNull(),
	},
	(item) => [primaryKey({ columns: [item.issuer, item.subject] }), index('user_identities_user').on(item.userId)],
);

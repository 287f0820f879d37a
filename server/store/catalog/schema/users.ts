import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { reference, time } from './columns.ts';

export const users = pgTable('users', {
	id: uuid().primaryKey(),
	username: text().notNull(),
	/** The name folded for comparison: case-folded NFC. */
	folded: text().notNull().unique(),
	name: text().notNull(),
	email: text().notNull(),
	/** The passphrase hash, as `scrypt$N$r$p$salt$hash`; null for users who can't sign in with one. */
	passphrase: text(),
	/** When the user was disabled, which makes their tokens invalid; null for active users. */
	disabledAt: time('disabled_at'),
	/** Whether the user manages users, and sees the whole audit log. */
	admin: boolean().notNull().default(false),
	createdAt: time('created_at').notNull(),
});

/** Invited users who haven't chosen a passphrase yet. */
export const invitations = pgTable('invitations', {
	userId: reference('user_id', () => users.id, 'cascade').primaryKey(),
	/** SHA-256 of the key in the URL, which isn't stored. */
	hash: text().notNull().unique(),
	expiresAt: time('expires_at').notNull(),
});

/** Users' identities at an OpenID Connect provider: issuer and subject identify a person permanently, unlike an email address. */
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

import { boolean, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from './users.ts';

/** What a restricted token may do; `*` stands for any name. */
export interface TokenPermission {
	username: string;
	namespace: string;
	dataset: string;
	access: 'read' | 'write';
}

/** A token is a signed JWT that the service does not keep; `id` is its `jti`. */
export const tokens = pgTable('tokens', {
	id: uuid().primaryKey(),
	userId: uuid('user_id')
		.notNull()
		.references(() => users.id, { onDelete: 'cascade' }),
	name: text().notNull(),
	restricted: boolean().notNull(),
	permissions: jsonb().$type<TokenPermission[]>().notNull(),
	createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
	expiresAt: timestamp('expires_at', { withTimezone: true, precision: 3 }).notNull(),
	revokedAt: timestamp('revoked_at', { withTimezone: true, precision: 3 }),
});

/** Sign-in codes that were exchanged, until they would have expired anyway. */
export const usedSignInCodes = pgTable('used_sign_in_codes', {
	id: uuid().primaryKey(),
	expiresAt: timestamp('expires_at', { withTimezone: true, precision: 3 }).notNull(),
});

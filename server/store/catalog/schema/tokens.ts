import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { reference, time } from './columns.ts';
import { users } from './users.ts';

/** What a restricted token may do; `*` stands for any name. */
export interface TokenPermission {
	username: string;
	namespace: string;
	dataset: string;
	access: 'read' | 'write';
}

/** A token is a signed JWT that the service doesn't store; `id` is its `jti`. */
export const tokens = pgTable('tokens', {
	id: uuid().primaryKey(),
	userId: reference('user_id', () => users.id, 'cascade'),
	name: text().notNull(),
	restricted: boolean().notNull(),
	permissions: jsonb().$type<TokenPermission[]>().notNull(),
	createdAt: time('created_at').notNull(),
	expiresAt: time('expires_at').notNull(),
	revokedAt: time('revoked_at'),
	/** To the minute; null if it hasn't been used yet. */
	lastUsedAt: time('last_used_at'),
	/** The client's address; empty if unknown. */
	lastUsedAddress: text('last_used_address').notNull().default(''),
});

/** Exchanged sign-in codes, until they would have expired. */
export const usedSignInCodes = pgTable('used_sign_in_codes', {
	id: uuid().primaryKey(),
	expiresAt: time('expires_at').notNull(),
});

/** Every change of shares and tokens: who changed whose access, and when. Names stay as they were then. */
export const accessLog = pgTable(
	'access_log',
	{
		id: uuid().primaryKey(),
		at: time('at').notNull(),
		action: text()
			.$type<'share-granted' | 'share-revoked' | 'share-left' | 'token-created' | 'token-revoked'>()
			.notNull(),
		/** Who did it, with which token; the token is null if nobody was signed in. */
		byUserId: reference('by_user_id', () => users.id),
		byTokenId: uuid('by_token_id'),
		/** Not a reference: entries outlive the namespace. */
		namespaceId: uuid('namespace_id'),
		/** `owner/name` of the namespace. */
		namespace: text(),
		/** Whose access or token it is. */
		subjectId: reference('subject_id', () => users.id),
		role: text().$type<'viewer' | 'editor'>(),
		tokenId: uuid('token_id'),
	},
	(item) => [
		index('access_log_namespace').on(item.namespaceId, item.at),
		index('access_log_subject').on(item.subjectId, item.at),
	],
);

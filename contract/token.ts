import * as z from 'zod/mini';
import { Id, Name, PageQuery, Timestamp, Uuid } from './ids.ts';
import type { Operation } from './operation.ts';

/** A token's access to the datasets it names; `*` matches any name. `write` includes `read`. */
export const TokenEntry = z.looseObject({
	username: z.string(),
	namespace: z.string(),
	dataset: z.string(),
	/** Absent if the service doesn't report it. */
	access: z.optional(z.enum(['read', 'write'])),
});
export type TokenEntry = z.infer<typeof TokenEntry>;

export const TokenPermissions = z.looseObject({
	/** Whether the token has fewer rights than its user. */
	restricted: z.boolean(),
	permissions: z.array(TokenEntry),
});
export type TokenPermissions = z.infer<typeof TokenPermissions>;

export const ListedToken = z.looseObject({
	id: Id,
	name: z.string(),
	restricted: z.boolean(),
	permissions: z.array(TokenEntry),
	createdAt: Timestamp,
	expiresAt: Timestamp,
	/** Whether it's the token of this request. */
	current: z.boolean(),
	/** Rounded to the minute. Null before the first use, absent if the service doesn't report it. */
	lastUsedAt: z.optional(z.nullable(Timestamp)),
	/** IP address of the last use. Null if unknown. */
	lastUsedAddress: z.optional(z.nullable(z.string())),
});
export type ListedToken = z.infer<typeof ListedToken>;

/** A new token. Its text is only in this response. */
export const CreatedToken = z.extend(ListedToken, { token: z.string() });
export type CreatedToken = z.infer<typeof CreatedToken>;

const NameOrAny = z.union([z.literal('*'), Name]);

export const maxTokenEntries = 100;
/** Seconds. */
export const tokenLifetime = { least: 60, most: 366 * 86_400 } as const;

export const NewToken = z.object({
	name: z.string().check(z.minLength(1), z.maxLength(200)),
	/** Upper limit of its rights. Absent: all rights of its user. */
	permissions: z.optional(
		z
			.array(
				z.object({
					username: NameOrAny,
					namespace: NameOrAny,
					dataset: NameOrAny,
					access: z.enum(['read', 'write']),
				}),
			)
			.check(z.minLength(1), z.maxLength(maxTokenEntries)),
	),
	expiresInSeconds: z.int().check(z.gte(tokenLifetime.least), z.lte(tokenLifetime.most)),
});
export type NewToken = z.infer<typeof NewToken>;

/** The interface doesn't define the id's format, so any string is accepted. */
export const getTokenPermissions = {
	id: 'getTokenPermissions',
	summary: 'List the permissions of one of the caller’s tokens',
	tier: 'core',
	method: 'GET',
	path: '/user/tokens/{tokenId}/permissions',
	params: z.object({ tokenId: z.string().check(z.minLength(1)).register(z.globalRegistry, { format: 'uuid' }) }),
	status: 200,
	result: TokenPermissions,
	errors: ['NOT_FOUND'],
} as const satisfies Operation;

export const listTokens = {
	id: 'listTokens',
	summary: 'List the caller’s tokens, newest first',
	tier: 'tokens/1',
	method: 'GET',
	path: '/user/tokens',
	query: PageQuery,
	status: 200,
	items: ListedToken,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN'],
} as const satisfies Operation;

export const createToken = {
	id: 'createToken',
	summary: 'Create a token',
	tier: 'tokens/1',
	method: 'POST',
	path: '/user/tokens',
	body: NewToken,
	status: 201,
	result: CreatedToken,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

export const revokeToken = {
	id: 'revokeToken',
	summary: 'Revoke a token, including the one used for this request',
	tier: 'tokens/1',
	method: 'DELETE',
	path: '/user/tokens/{tokenId}',
	params: z.object({ tokenId: Uuid }),
	status: 204,
	errors: ['FORBIDDEN', 'NOT_FOUND'],
} as const satisfies Operation;

export const TokenChange = z.looseObject({
	at: Timestamp,
	/** From the embedded service: `token-created` or `token-revoked`. */
	action: z.string(),
	tokenId: Id,
	name: z.string(),
	by: z.string(),
	/** The token used, or null for a sign-in. */
	byTokenId: z.nullable(Id),
});
export type TokenChange = z.infer<typeof TokenChange>;

export const listTokenChanges = {
	id: 'listTokenChanges',
	summary: 'List changes to the caller’s tokens, newest first',
	tier: 'tokens/1',
	method: 'GET',
	path: '/user/tokens/changes',
	query: PageQuery,
	status: 200,
	items: TokenChange,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN'],
} as const satisfies Operation;

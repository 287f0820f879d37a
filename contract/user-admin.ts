import * as z from 'zod/mini';
import { Name, PageQuery, Timestamp } from './ids.ts';
import type { Operation } from './operation.ts';

export const ListedUser = z.looseObject({
	username: z.string(),
	displayName: z.string(),
	email: z.string(),
	admin: z.boolean(),
	disabled: z.boolean(),
	createdAt: Timestamp,
	/** Last recorded sign-in or change, or null. */
	lastSeenAt: z.nullable(Timestamp),
	/** Number of active tokens, and number of namespaces owned. */
	tokens: z.int(),
	namespaces: z.int(),
	/** When the invitation expires, or null. */
	invitedUntil: z.nullable(Timestamp),
});
export type ListedUser = z.infer<typeof ListedUser>;

/** A new invitation. Its address is only in this response. */
export const InvitedUser = z.extend(ListedUser, { invitationUrl: z.string() });
export type InvitedUser = z.infer<typeof InvitedUser>;

const DisplayName = z.string().check(z.maxLength(200));
const Email = z.string().check(z.maxLength(320));

export const NewUser = z.object({
	username: Name,
	displayName: z.optional(DisplayName),
	email: z.optional(Email),
	admin: z.optional(z.boolean()),
});
export type NewUser = z.infer<typeof NewUser>;

export const UserEdit = z.object({ displayName: DisplayName, admin: z.boolean(), disabled: z.boolean() });
export type UserEdit = z.infer<typeof UserEdit>;

export const listUsers = {
	id: 'listUsers',
	summary: 'List all users, oldest first (admins only)',
	tier: 'users/1',
	method: 'GET',
	path: '/users',
	query: PageQuery,
	status: 200,
	items: ListedUser,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN'],
} as const satisfies Operation;

export const inviteUser = {
	id: 'inviteUser',
	summary: 'Create an invitation that works once (admins only)',
	tier: 'users/1',
	method: 'POST',
	path: '/users',
	body: NewUser,
	status: 201,
	result: InvitedUser,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

export const updateUser = {
	id: 'updateUser',
	summary: 'Rename, disable, enable, promote or demote a user (admins only)',
	tier: 'users/1',
	method: 'PUT',
	path: '/users/{username}',
	params: z.object({ username: Name }),
	body: UserEdit,
	status: 200,
	result: ListedUser,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

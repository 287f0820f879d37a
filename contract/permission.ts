import * as z from 'zod/mini';
import { Name, PageQuery, Timestamp } from './ids.ts';
import { NamespacePath } from './namespace.ts';
import type { Operation } from './operation.ts';

export const ShareRole = z.enum(['viewer', 'editor']);
export type ShareRole = z.infer<typeof ShareRole>;

export const NamespaceShare = z.object({ username: Name, role: ShareRole });
export type NamespaceShare = z.infer<typeof NamespaceShare>;

export const ListedShare = z.looseObject({
	username: z.string(),
	role: ShareRole,
	grantedAt: Timestamp,
	grantedBy: z.string(),
});
export type ListedShare = z.infer<typeof ListedShare>;

export const ShareChange = z.looseObject({
	at: Timestamp,
	/** From the embedded service: `share-granted`, `share-revoked` or `share-left`. */
	action: z.string(),
	/** The user whose access changed. */
	username: z.string(),
	role: ShareRole,
	by: z.string(),
});
export type ShareChange = z.infer<typeof ShareChange>;

export const revokeShare = {
	id: 'revokeShare',
	summary: 'Revoke a user’s access to a namespace (owner only)',
	tier: 'core',
	method: 'DELETE',
	path: '/permissions/namespaces/{username}/{namespace}/shares',
	params: NamespacePath,
	body: NamespaceShare,
	status: 204,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

export const listShares = {
	id: 'listShares',
	summary: 'List the shares of a namespace, sorted by username (owner only)',
	tier: 'shares/1',
	method: 'GET',
	path: '/permissions/namespaces/{username}/{namespace}/shares',
	params: NamespacePath,
	status: 200,
	items: ListedShare,
	errors: ['FORBIDDEN', 'NOT_FOUND'],
} as const satisfies Operation;

/** Replaces the user's current role, if any. */
export const grantShare = {
	id: 'grantShare',
	summary: 'Share a namespace with a user as viewer or editor (owner only)',
	tier: 'shares/1',
	method: 'PUT',
	path: '/permissions/namespaces/{username}/{namespace}/shares',
	params: NamespacePath,
	body: NamespaceShare,
	status: 200,
	result: ListedShare,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

export const leaveNamespace = {
	id: 'leaveNamespace',
	summary: 'Leave a shared namespace',
	tier: 'shares/1',
	method: 'DELETE',
	path: '/permissions/namespaces/{username}/{namespace}/membership',
	params: NamespacePath,
	status: 204,
	errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
} as const satisfies Operation;

export const listShareChanges = {
	id: 'listShareChanges',
	summary: 'List changes to the shares of a namespace, newest first (owner only)',
	tier: 'shares/1',
	method: 'GET',
	path: '/permissions/namespaces/{username}/{namespace}/changes',
	params: NamespacePath,
	query: PageQuery,
	status: 200,
	items: ShareChange,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND'],
} as const satisfies Operation;

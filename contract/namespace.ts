import * as z from 'zod/mini';
import { flag, Name, PageQuery, Timestamp } from './ids.ts';
import type { Operation } from './operation.ts';

/** A namespace as its caller sees it: counts include only what both user and token may read. */
export const Namespace = z.looseObject({
	username: z.string(),
	namespace: z.string(),
	/** The caller's role as a user; a restricted token may allow less. */
	role: z.enum(['owner', 'editor', 'viewer']),
	/** Empty without a description; absent without `namespace-changes/1`. */
	description: z.optional(z.string()),
	/** Number of datasets, and their total rows and bytes. */
	datasets: z.int(),
	rows: z.int(),
	bytes: z.int(),
	createdAt: Timestamp,
	/** When one of its datasets last changed. Without datasets, when it was created. */
	updatedAt: Timestamp,
});
export type Namespace = z.infer<typeof Namespace>;

export const NamespacePath = z.object({ username: Name, namespace: Name });
export type NamespacePath = z.infer<typeof NamespacePath>;

export const listNamespaces = {
	id: 'listNamespaces',
	summary: 'List the caller’s namespaces, then those shared with the caller',
	tier: 'namespaces/1',
	method: 'GET',
	path: '/namespaces',
	query: PageQuery,
	status: 200,
	items: Namespace,
	errors: ['VALIDATION_FAILED'],
} as const satisfies Operation;

export const getNamespace = {
	id: 'getNamespace',
	summary: 'Get a namespace',
	tier: 'namespaces/1',
	method: 'GET',
	path: '/namespaces/{username}/{namespace}',
	params: NamespacePath,
	status: 200,
	result: Namespace,
	errors: ['NOT_FOUND'],
} as const satisfies Operation;

export const createNamespace = {
	id: 'createNamespace',
	summary: 'Create an empty namespace',
	tier: 'namespaces/1',
	method: 'POST',
	path: '/namespaces',
	body: z.object({ namespace: Name }),
	status: 201,
	result: Namespace,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

export const RenamedNamespace = z.looseObject({ username: z.string(), namespace: z.string() });

/** The body has only the new name. References to the namespace follow, except in payloads, which are never rewritten. */
export const renameNamespace = {
	id: 'renameNamespace',
	summary: 'Rename a namespace and update references to it, except in code',
	tier: 'core',
	method: 'POST',
	path: '/data/{username}/{namespace}/rename',
	params: NamespacePath,
	body: Name,
	bodyFormat: 'text',
	status: 200,
	result: RenamedNamespace,
	resultUnstated: true,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

export const Wiped = z.looseObject({ datasets: z.int(), rows: z.int(), links: z.int(), ingestions: z.int() });
export type Wiped = z.infer<typeof Wiped>;

export const wipeNamespace = {
	id: 'wipeNamespace',
	summary: 'Permanently delete all data, links and metadata in a namespace, and optionally its datasets',
	tier: 'core',
	method: 'DELETE',
	path: '/data/{username}/{namespace}/balefire',
	params: NamespacePath,
	/** `true` or `false` (default). */
	query: z.object({ deleteDatasets: z.optional(z.string().register(z.globalRegistry, flag)) }),
	status: 200,
	result: Wiped,
	resultUnstated: true,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'DATA_CORRUPT'],
} as const satisfies Operation;

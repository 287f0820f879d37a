import * as z from 'zod/mini';
import { Name, Timestamp } from './ids.ts';
import type { Operation } from './operation.ts';

/** A namespace as its caller sees it: only what user and token may read is counted. */
export const Namespace = z.looseObject({
	username: z.string(),
	namespace: z.string(),
	/** What the caller is in it as a user; a restricted token may do less. */
	role: z.enum(['owner', 'editor', 'viewer']),
	/** How many datasets it has, and their rows and bytes together. */
	datasets: z.int(),
	rows: z.int(),
	bytes: z.int(),
	createdAt: Timestamp,
	/** When one of its datasets changed last; where there is none, when it was created. */
	updatedAt: Timestamp,
});
export type Namespace = z.infer<typeof Namespace>;

export const NamespacePath = z.object({ username: Name, namespace: Name });

export const listNamespaces = {
	id: 'listNamespaces',
	summary: 'Namespaces that the caller owns or that are shared with it, its own first',
	tier: 'namespaces/1',
	method: 'GET',
	path: '/namespaces',
	query: z.object({ limit: z.optional(z.string()), cursor: z.optional(z.string()) }),
	status: 200,
	items: Namespace,
	errors: ['VALIDATION_FAILED'],
} as const satisfies Operation;

export const getNamespace = {
	id: 'getNamespace',
	summary: 'One namespace',
	tier: 'namespaces/1',
	method: 'GET',
	path: '/namespaces/{username}/{namespace}',
	params: NamespacePath,
	status: 200,
	result: Namespace,
	errors: ['NOT_FOUND'],
} as const satisfies Operation;

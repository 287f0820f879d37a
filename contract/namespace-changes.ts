import * as z from 'zod/mini';
import { DescriptionText } from './ids.ts';
import { Namespace, NamespacePath } from './namespace.ts';
import type { Operation } from './operation.ts';

export const NamespaceEdit = z.object({ description: DescriptionText });

export const describeNamespace = {
	id: 'describeNamespace',
	summary: 'Describe a namespace',
	tier: 'namespace-changes/1',
	method: 'PUT',
	path: '/namespaces/{username}/{namespace}',
	params: NamespacePath,
	body: NamespaceEdit,
	status: 200,
	result: Namespace,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

/** Rejected if the namespace has datasets or rows are being written to it. */
export const deleteNamespace = {
	id: 'deleteNamespace',
	summary: 'Delete an empty namespace and its shares',
	tier: 'namespace-changes/1',
	method: 'DELETE',
	path: '/namespaces/{username}/{namespace}',
	params: NamespacePath,
	status: 204,
	errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
} as const satisfies Operation;

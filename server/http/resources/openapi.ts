import * as z from 'zod/mini';
import { type Description, getDescription } from '#contract/description.ts';
import { type ErrorCode, ErrorResponse, errorStatus } from '#contract/error.ts';
import type { Operation } from '#contract/operation.ts';
import { operations, resources } from '#contract/service/operations.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { longestKey, takesKey } from '../base/idempotency.ts';
import { route } from '../base/route.ts';
import { apiBase, type ServiceApp } from '../base/service-app.ts';

/** The resources by their names, so that they refer to each other. */
const named = z.registry<{ id: string }>();
for (const [id, schema] of resources) named.add(schema, { id });

const referenceTo = (id: string): string => `#/components/schemas/${id}`;

/** Groups of operations, by the first part of their path. */
const tags: Readonly<Record<string, string>> = {
	...{ a2a: 'Agents', query: 'Agents', 'build-runs': 'Runs', 'preview-runs': 'Runs', 'build-specs': 'BuildSpecs' },
	...{
		data: 'Datasets',
		schema: 'Datasets',
		infer: 'Ingestion',
		ingestions: 'Ingestion',
		ingestionTracking: 'Ingestion',
	},
	...{
		links: 'Links',
		namespaces: 'Namespaces',
		permissions: 'Sharing',
		user: 'Users and tokens',
		'openapi.json': 'Service',
	},
};

export function routeDescription(app: ServiceApp, platform: Platform): void {
	const document = describeService(platform.settings.publicUrl);
	route(app, platform, getDescription, async () => document);
}

/** The OpenAPI 3.1 document, derived from the contract. */
export function describeService(publicUrl: string): Description & { components: object } {
	const paths: Description['paths'] = {};
	for (const operation of operations) {
		paths[operation.path] = {
			...paths[operation.path],
			[operation.method.toLowerCase()]: describeOperation(operation),
		};
	}
	return {
		openapi: '3.1.0',
		info: { title: 'Dataset Platform Service', version: '2.29.0', summary: 'The service embedded in Dataset Console' },
		servers: [{ url: publicUrl + apiBase }],
		security: [{ bearerAuth: [] }, { openId: ['openid'] }],
		tags: [...new Set(Object.values(tags))].map((name) => ({ name })),
		paths,
		components: {
			securitySchemes: {
				bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
				openId: {
					type: 'oauth2',
					flows: {
						implicit: { authorizationUrl: `${publicUrl}/auth/authorize`, scopes: { openid: 'Say who signed in' } },
					},
				},
			},
			schemas: schemas(),
		},
	};
}

function describeOperation(operation: Operation) {
	return {
		operationId: operation.id,
		summary: operation.summary,
		tags: [tags[operation.path.split('/')[1] ?? ''] ?? 'Service'],
		...(operation.tier === 'core' ? {} : { 'x-console-extension': operation.tier }),
		...(operation.auth === 'public' ? { security: [] } : {}),
		parameters: [
			...parameters('path', operation.params),
			...parameters('query', operation.query),
			...(takesKey(operation) ? [idempotencyKey] : []),
			...(operation.etag === 'guards' ? [ifMatch] : []),
		],
		...(operation.body === undefined
			? {}
			: {
					requestBody: {
						required: operation.bodyOptional !== true,
						content: content(operation.body, operation.bodyFormat),
					},
				}),
		responses: {
			[operation.status]: success(operation),
			...(operation.otherStatus === undefined ? {} : { [operation.otherStatus]: otherSuccess(operation) }),
			...failures(operation),
		},
	};
}

const idempotencyKey = {
	name: 'Idempotency-Key',
	in: 'header',
	required: false,
	description: 'A repeat with the same key within ten minutes is answered as the first request was, and does nothing.',
	schema: { type: 'string', maxLength: longestKey },
};

const ifMatch = {
	name: 'If-Match',
	in: 'header',
	required: false,
	description: 'The ETag that the change is based on. If the resource has changed since, the answer is 412.',
	schema: { type: 'string', examples: ['"3"'] },
};

const etagHeader = { ETag: { description: 'The version of the resource.', schema: { type: 'string' } } };

const otherSuccess = (operation: Operation): object =>
	operation.otherStatus === 304 ? { description: 'Not changed since.' } : success(operation);

function success(operation: Operation) {
	const { description, ...rest } = body(operation);
	return { description, ...(operation.etag === undefined ? {} : { headers: etagHeader }), ...rest };
}

function body(operation: Operation): { readonly description: string; readonly content?: object } {
	if (operation.items !== undefined) {
		const properties = {
			items: { type: 'array', items: reference(operation.items, 'output') },
			nextCursor: { type: 'string' },
		};
		const schema = { type: 'object', properties, required: ['items'] };
		return { description: operation.summary, content: { 'application/json': { schema } } };
	}
	if (operation.result === undefined) return { description: 'Done; there is no body.' };
	const stream = {
		'text/event-stream': { schema: { type: 'string', description: 'Events, each a JSON-RPC response.' } },
	};
	return {
		description: operation.summary,
		content: { ...json(operation.result, 'output'), ...(operation.streams === true ? stream : {}) },
	};
}

function failures(operation: Operation): Record<string, object> {
	const common = operation.auth === 'public' ? [] : (['UNAUTHORIZED', 'RATE_LIMITED', 'UNAVAILABLE'] as const);
	const codes: readonly ErrorCode[] = [...operation.errors, ...common, 'INTERNAL'];
	const statuses = [...new Set(codes.map((code) => errorStatus[code]))];
	return Object.fromEntries(
		statuses.map((status) => {
			const description = codes.filter((code) => errorStatus[code] === status).join(', ');
			return [String(status), { description, content: json(ErrorResponse, 'output') }];
		}),
	);
}

function parameters(location: 'path' | 'query', schema: z.ZodMiniObject | undefined) {
	return Object.entries(schema?.shape ?? {}).map(([name, it]) => ({
		name,
		in: location,
		required: location === 'path',
		schema: jsonSchema(it as z.ZodMiniType, 'input'),
	}));
}

const content = (schema: z.ZodMiniType, format: Operation['bodyFormat']) =>
	format === 'text' ? { 'text/plain': { schema: reference(schema, 'input') } } : json(schema, 'input');

const json = (schema: z.ZodMiniType, io: 'input' | 'output') => ({
	'application/json': { schema: reference(schema, io) },
});

function reference(schema: z.ZodMiniType, io: 'input' | 'output'): object {
	const name = named.get(schema)?.id;
	return name === undefined ? jsonSchema(schema, io) : { $ref: referenceTo(name) };
}

function schemas(): Record<string, object> {
	const { schemas: all } = z.toJSONSchema(named, { uri: referenceTo, unrepresentable: 'any' });
	return Object.fromEntries(Object.entries(all).map(([name, { $schema: _, $id: __, ...rest }]) => [name, rest]));
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): object {
	const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
	return rest;
}

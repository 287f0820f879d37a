import * as z from 'zod/mini';
import { BuildRun, BuildRunOutput, LogItem, OutputLink } from '#contract/build-run.ts';
import { BuildSpec, BuildSpecEdit, BuildSpecVersion, CheckResult, Definition } from '#contract/build-spec.ts';
import { DatasetRows, DatasetSchema, DatasetSummary } from '#contract/dataset.ts';
import { type Description, getDescription } from '#contract/description.ts';
import { type ErrorCode, ErrorResponse, errorStatus } from '#contract/error.ts';
import { Ingestion, IngestionDetail, NewIngestion, PreviewRequest, ReceivedChunk } from '#contract/ingest.ts';
import { ListedLink } from '#contract/link.ts';
import { Namespace } from '#contract/namespace.ts';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/service/operations.ts';
import { User } from '#contract/user.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { longestKey, takesKey } from '../base/idempotency.ts';
import { route } from '../base/route.ts';
import { apiBase, type ServiceApp } from '../base/service-app.ts';

/** The schemas that the document names; others are written where they are used. */
const named: readonly (readonly [string, z.ZodMiniType])[] = [
	['User', User],
	['BuildSpec', BuildSpec],
	['BuildSpecEdit', BuildSpecEdit],
	['BuildSpecVersion', BuildSpecVersion],
	['Definition', Definition],
	['CheckResult', CheckResult],
	['BuildRun', BuildRun],
	['BuildRunOutput', BuildRunOutput],
	['OutputLink', OutputLink],
	['LogItem', LogItem],
	['Namespace', Namespace],
	['DatasetSummary', DatasetSummary],
	['DatasetSchema', DatasetSchema],
	['DatasetRows', DatasetRows],
	['ListedLink', ListedLink],
	['PreviewRequest', PreviewRequest],
	['NewIngestion', NewIngestion],
	['Ingestion', Ingestion],
	['IngestionDetail', IngestionDetail],
	['ReceivedChunk', ReceivedChunk],
	['ErrorResponse', ErrorResponse],
];

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
			schemas: Object.fromEntries(named.map(([name, schema]) => [name, jsonSchema(schema, 'output')])),
		},
	};
}

function describeOperation(operation: Operation) {
	return {
		operationId: operation.id,
		summary: operation.summary,
		...(operation.tier === 'core' ? {} : { 'x-console-extension': operation.tier }),
		...(operation.auth === 'public' ? { security: [] } : {}),
		parameters: [
			...parameters('path', operation.params),
			...parameters('query', operation.query),
			...(takesKey(operation) ? [idempotencyKey] : []),
		],
		...(operation.body === undefined
			? {}
			: {
					requestBody: {
						required: operation.bodyOptional !== true,
						content: content(operation.body, operation.bodyFormat),
					},
				}),
		responses: { [operation.status]: success(operation), ...failures(operation) },
	};
}

const idempotencyKey = {
	name: 'Idempotency-Key',
	in: 'header',
	required: false,
	description: 'A repeat with the same key within ten minutes is answered as the first request was, and does nothing.',
	schema: { type: 'string', maxLength: longestKey },
};

function success(operation: Operation) {
	if (operation.items !== undefined) {
		const properties = {
			items: { type: 'array', items: reference(operation.items, 'output') },
			nextCursor: { type: 'string' },
		};
		const schema = { type: 'object', properties, required: ['items'] };
		return { description: operation.summary, content: { 'application/json': { schema } } };
	}
	if (operation.result === undefined) return { description: 'Done; there is no body.' };
	return { description: operation.summary, content: json(operation.result, 'output') };
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

function parameters(place: 'path' | 'query', schema: z.ZodMiniObject | undefined) {
	return Object.entries(schema?.shape ?? {}).map(([name, it]) => ({
		name,
		in: place,
		required: place === 'path',
		schema: jsonSchema(it as z.ZodMiniType, 'input'),
	}));
}

const content = (schema: z.ZodMiniType, format: Operation['bodyFormat']) =>
	format === 'text' ? { 'text/plain': { schema: reference(schema, 'input') } } : json(schema, 'input');

const json = (schema: z.ZodMiniType, io: 'input' | 'output') => ({
	'application/json': { schema: reference(schema, io) },
});

function reference(schema: z.ZodMiniType, io: 'input' | 'output'): object {
	const name = named.find(([, it]) => it === schema)?.[0];
	return name === undefined ? jsonSchema(schema, io) : { $ref: `#/components/schemas/${name}` };
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): object {
	const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
	return rest;
}

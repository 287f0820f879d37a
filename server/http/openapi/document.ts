import { checkBuildSpec } from '#contract/build-spec.ts';
import type { Description } from '#contract/description.ts';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/service/operations.ts';
import type { Platform } from '../../platform/state/platform.ts';
import { apiBase } from '../base/service-app.ts';
import { descriptionOf } from './descriptions.ts';
import { exampleOf } from './examples.ts';
import { parametersOf } from './parameters.ts';
import { commonResponses, responsesOf } from './responses.ts';
import { componentSchemas, describeMembers, reference } from './schemas.ts';
import { tagOf, tags } from './tags.ts';

/**
 * The OpenAPI 3.1 document, derived from the contract.
 * @param maxBodyBytes largest request body
 * @param dialect of the SQL that it checks and runs
 */
export function describeService(
	publicUrl: string,
	maxBodyBytes: number,
	dialect: Platform['runEngine']['dialect'],
): Description & { components: Record<'securitySchemes' | 'responses' | 'schemas', Record<string, object>> } {
	const paths: Description['paths'] = {};
	for (const operation of operations) {
		paths[operation.path] = {
			...paths[operation.path],
			[operation.method.toLowerCase()]: {
				...describeOperation(operation),
				...(operation.id === checkBuildSpec.id ? { 'x-console-dialect': dialect } : {}),
			},
		};
	}
	return {
		openapi: '3.1.0',
		info: {
			title: 'Dataset Platform Service',
			version: '2.30.0',
			summary: 'The service embedded in Dataset Console',
			description: `Bodies are JSON in UTF-8 unless stated otherwise. Request bodies are limited to ${maxBodyBytes.toLocaleString('en')} bytes, except in \`uploadFile\`. Unknown members are ignored. Unsupported methods return 405 with an Allow header. Malformed requests return 400, requests that arrive too slowly 408, and requests with oversized headers 431.`,
		},
		servers: [{ url: publicUrl + apiBase }],
		security: [{ bearerAuth: [] }, { openId: ['openid'] }],
		tags,
		paths,
		components: {
			securitySchemes: {
				bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
				openId: {
					type: 'oauth2',
					flows: {
						implicit: {
							authorizationUrl: `${publicUrl}/auth/authorize`,
							scopes: { openid: 'Identify the signed-in user' },
						},
					},
				},
			},
			responses: commonResponses(),
			schemas: componentSchemas(),
		},
	};
}

function describeOperation(operation: Operation) {
	return {
		operationId: operation.id,
		summary: operation.summary,
		description: descriptionOf(operation),
		tags: [tagOf(operation)],
		...(operation.tier === 'core' ? {} : { 'x-console-extension': operation.tier }),
		...(operation.auth === 'public' ? { security: [] } : {}),
		parameters: parametersOf(operation),
		...(operation.body === undefined ? {} : { requestBody: requestBody(operation, operation.body) }),
		responses: responsesOf(operation),
	};
}

const mediaTypes = {
	json: 'application/json',
	text: 'text/plain',
	bytes: 'application/octet-stream',
	stream: 'application/octet-stream',
} as const;

function requestBody(operation: Operation, body: NonNullable<Operation['body']>) {
	const type = mediaTypes[operation.bodyFormat ?? 'json'];
	const schema = describeMembers(reference(body, 'input'), operation.id);
	return {
		required: operation.bodyOptional !== true,
		content: { [type]: { schema, examples: { example: { value: exampleOf(operation).body } } } },
	};
}

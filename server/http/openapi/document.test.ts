import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { getAgentCard } from '#contract/agents/card.ts';
import { callAgent } from '#contract/agents/json-rpc.ts';
import { getRun, listRuns } from '#contract/build-run.ts';
import { updateBuildSpec } from '#contract/build-spec.ts';
import { getRows } from '#contract/dataset.ts';
import { Description } from '#contract/description.ts';
import { errorStatus } from '#contract/error.ts';
import { addLink } from '#contract/link.ts';
import { wipeNamespace } from '#contract/namespace.ts';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/service/operations.ts';
import { describeService } from './document.ts';
import { exampleOf } from './examples.ts';

const document = describeService('http://127.0.0.1:8750', 8_388_608, 'duckdb');

test('marks extensions, and no other operations', () => {
	const parsed = Description.parse(document);
	for (const { path, method, tier } of operations) {
		const mark = parsed.paths[path]?.[method.toLowerCase()]?.['x-console-extension'];
		expect([path, method, mark]).toEqual([path, method, tier === 'core' ? undefined : tier]);
	}
});

test('names the SQL dialect at the operation that checks it', () => {
	expect(document.paths['/build-specs/check']?.post).toMatchObject({ 'x-console-dialect': 'duckdb' });
});

test('describes both ways to authenticate, with the sign-in URL', () => {
	const flow = { authorizationUrl: 'http://127.0.0.1:8750/auth/authorize', scopes: { openid: expect.any(String) } };
	expect(document).toMatchObject({
		security: [{ bearerAuth: [] }, { openId: ['openid'] }],
		components: {
			securitySchemes: {
				bearerAuth: { type: 'http', scheme: 'bearer' },
				openId: { type: 'oauth2', flows: { implicit: flow } },
			},
		},
	});
});

test('resolves every reference and has no duplicate operation IDs', () => {
	const text = JSON.stringify(document);
	const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference);
	expect(references.length).toBeGreaterThan(0);
	for (const reference of references) {
		expect(reference).toMatch(/^#\//);
		const target = reference
			.slice(2)
			.split('/')
			.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
		expect([reference, typeof target]).toEqual([reference, 'object']);
	}
	const ids = operations.map((operation) => operation.id);
	expect(new Set(ids).size).toBe(ids.length);
});

test('is a valid OpenAPI 3.1 document', async () => {
	const validator = new Validator();
	expect(await validator.validate(JSON.parse(JSON.stringify(document)))).toEqual({ valid: true });
	expect(validator.version).toBe('3.1');
});

interface Content {
	readonly schema: object;
	readonly examples?: { readonly example: { readonly value: unknown } };
}
interface DescribedResponse {
	readonly $ref?: string;
	readonly description: string;
	readonly headers?: Record<string, object>;
	readonly content?: Record<string, Content>;
}
interface Described {
	readonly summary: string;
	readonly description: string;
	readonly parameters: {
		readonly name: string;
		readonly in: string;
		readonly description?: string;
		readonly required: boolean;
		readonly schema: Record<string, unknown>;
		readonly example?: unknown;
	}[];
	readonly requestBody?: { readonly content: Record<string, Content> };
	readonly responses: Record<string, DescribedResponse>;
}
const describedAs = ({ path, method }: Operation): Described =>
	document.paths[path]?.[method.toLowerCase()] as unknown as Described;

const ajv = new Ajv2020({ strict: false, allErrors: true, unicodeRegExp: true, coerceTypes: false });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema({ ...document, $id: 'service' } as object);
/** The schema errors of a value, or an empty string. */
function problems(schema: object, value: unknown): string {
	const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"service#/'));
	const validate = ajv.compile(local);
	return validate(value) ? '' : ajv.errorsText(validate.errors);
}

describe('each operation', () => {
	test.each(operations.map((operation) => [operation.id, operation] as const))(
		'%s lists its path parameters and its responses',
		(_, operation) => {
			const described = describedAs(operation);
			const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
			expect(
				described.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name),
			).toEqual(inPath);
			expect(Object.keys(described.responses)).toContain(String(operation.status));
			for (const status of ['401', '429', '503']) {
				expect([status, status in described.responses]).toEqual([status, operation.auth !== 'public']);
			}
			// Agents report a large body as a JSON-RPC error.
			if (operation.body !== undefined && operation.id !== 'callAgent')
				expect(operation.errors).toContain('PAYLOAD_TOO_LARGE');
		},
	);

	test.each(operations.map((operation) => [operation.id, operation] as const))(
		'%s has valid examples of its request and its successful response',
		(_, operation) => {
			const { parameters, requestBody, responses } = describedAs(operation);
			for (const { name, required, schema, example } of parameters) {
				if (required) expect([name, example]).not.toEqual([name, undefined]);
				if (example !== undefined) expect([name, problems(schema, example)]).toEqual([name, '']);
			}
			const contents = [
				...Object.values(requestBody?.content ?? {}),
				...Object.values(responses).flatMap(({ content }) => Object.values(content ?? {})),
			].filter(({ examples }) => examples !== undefined);
			for (const { schema, examples } of contents) expect(problems(schema, examples?.example.value)).toBe('');
			const success = responses[operation.status];
			if (success?.content !== undefined) expect(exampleOf(operation).result).toBeDefined();
			if (operation.body !== undefined) expect(exampleOf(operation).body).toBeDefined();
		},
	);

	test.each(operations.map((operation) => [operation.id, operation] as const))(
		'%s lists its error codes and describes its parameters',
		(_, operation) => {
			const { parameters, responses, summary, description } = describedAs(operation);
			expect(description).toMatch(/^[A-Z].*\.$/);
			expect(description).not.toBe(summary);
			expect(parameters.filter(({ description }) => description === undefined)).toEqual([]);
			for (const code of operation.errors) {
				const response = responses[errorStatus[code]];
				const found = response?.$ref === undefined ? response : document.components.responses[code];
				expect(JSON.stringify(found)).toContain(`"${code}"`);
			}
		},
	);
});

test('describes every property', () => {
	const missing: string[] = [];
	const look = (schema: unknown, at: string): void => {
		if (typeof schema !== 'object' || schema === null) return;
		const properties: unknown = Object(schema).properties;
		for (const [name, member] of Object.entries(Object(properties))) {
			if (Object(member).description === undefined) missing.push(`${at}.${name}`);
			look(member, `${at}.${name}`);
		}
		for (const [name, inner] of Object.entries(schema)) if (name !== 'properties') look(inner, at);
	};
	for (const [name, schema] of Object.entries(document.components.schemas)) look(schema, name);
	expect(missing).toEqual([]);
});

describe('documents what the service enforces', () => {
	const parameter = (operation: Operation, name: string) =>
		describedAs(operation).parameters.find((candidate) => candidate.name === name);
	const { schemas } = document.components;

	test('lengths, ranges and formats', () => {
		expect(schemas.PreviewRequest).toMatchObject({
			properties: {
				description: { maxLength: 10_000 },
				data: { maxItems: 10_000, items: { $ref: '#/components/schemas/IngestRecord' } },
			},
		});
		expect(schemas.IngestRecord).toMatchObject({ maxProperties: 500 });
		expect(schemas.BuildSpec).toMatchObject({
			properties: { id: { format: 'uuid' }, createdAt: { format: 'date-time' } },
		});
		expect(parameter(listRuns, 'limit')?.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 1_000 });
		expect(parameter(getRows, 'limit')?.schema).toMatchObject({ type: 'integer', maximum: 10_000 });
		expect(parameter(getRun, 'buildRunId')?.schema).toMatchObject({ format: 'uuid' });
		expect(parameter(wipeNamespace, 'deleteDatasets')?.schema).toMatchObject({ type: 'boolean' });
	});

	test('parameters of agents, and caching headers of their cards', () => {
		for (const [name, place] of [
			['A2A-Version', 'header'],
			['A2A-Version', 'query'],
			['A2A-Extensions', 'header'],
		]) {
			expect(describedAs(callAgent).parameters).toContainEqual(expect.objectContaining({ name, in: place }));
		}
		expect(describedAs(callAgent).responses[200]?.headers).toHaveProperty('A2A-Extensions');
		for (const status of [200, 304]) {
			expect(Object.keys(describedAs(getAgentCard).responses[status]?.headers ?? {})).toEqual(
				expect.arrayContaining(['ETag', 'Last-Modified']),
			);
		}
		for (const name of ['If-None-Match', 'If-Modified-Since']) {
			expect(parameter(getAgentCard, name)).toMatchObject({ in: 'header', required: false });
		}
	});

	test('versions, streams and both outcomes of adding a link', () => {
		const update = describedAs(updateBuildSpec);
		expect(update.responses[200]?.headers).toHaveProperty('ETag');
		expect(update.responses[412]?.description).toContain('VERSION_CONFLICT');
		expect(parameter(updateBuildSpec, 'If-Match')).toMatchObject({ in: 'header', required: false });
		expect(Object.keys(describedAs(callAgent).responses[200]?.content ?? {})).toEqual([
			'application/json',
			'text/event-stream',
		]);
		const { responses } = describedAs(addLink);
		const created = (status: number) => responses[status]?.content?.['application/json']?.examples?.example.value;
		expect([created(201), created(200)]).toEqual([{ created: true }, { created: false }]);
	});
});

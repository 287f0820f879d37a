import { describe, expect, test } from 'vitest';
import { Description } from '#contract/description.ts';
import { operations } from '#contract/service/operations.ts';
import { describeService } from './openapi.ts';

const document = describeService('http://127.0.0.1:8750');

test('marks exactly the extensions', () => {
	const parsed = Description.parse(document);
	for (const { path, method, tier } of operations) {
		const mark = parsed.paths[path]?.[method.toLowerCase()]?.['x-console-extension'];
		expect([path, method, mark]).toEqual([path, method, tier === 'core' ? undefined : tier]);
	}
});

test('names both ways to be known, and where one signs in', () => {
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

test('has every reference resolved and no operation named twice', () => {
	const text = JSON.stringify(document);
	const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, it = '']) => it);
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

describe('each operation', () => {
	test.each(operations.map((operation) => [operation.id, operation] as const))(
		'%s describes its parameters and answers',
		(_, operation) => {
			const described = document.paths[operation.path]?.[operation.method.toLowerCase()] as unknown as {
				parameters: { name: string; in: string }[];
				responses: Record<string, unknown>;
			};
			const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
			expect(
				described.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name),
			).toEqual(inPath);
			expect(Object.keys(described.responses)).toContain(String(operation.status));
			for (const status of ['401', '429', '503']) {
				expect([status, status in described.responses]).toEqual([status, operation.auth !== 'public']);
			}
			// Agents refuse a large body as a JSON-RPC error.
			if (operation.body !== undefined && operation.id !== 'callAgent')
				expect(operation.errors).toContain('PAYLOAD_TOO_LARGE');
		},
	);
});

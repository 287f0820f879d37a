import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorResponse } from '#contract/error.ts';
import type { IngestionDetail } from '#contract/ingest.ts';
import { question } from '../../testing/agents.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
let token: string;
beforeAll(async () => {
	service = await createTestService();
	token = await service.tokenFor('demo');
});
afterAll(() => service.close());

const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

function send(method: string, path: string, body: string, type = 'application/json'): Promise<Response> {
	const headers = { authorization: `Bearer ${token}`, 'content-type': type };
	const address = `${service.settings.publicUrl}/api/v1${path}`;
	return Promise.resolve(service.app.fetch(new Request(address, { method, headers, body })));
}

/** Bodies that are the deep value, or contain it where any value is allowed. */
const bodies = (deep: string): string[] => [deep, `{"data":[{"n":12345678901234567890,"a":${deep}}]}`];

test.each([
	['POST', '/build-specs'],
	['PUT', '/build-specs/7f9c2e9a-1f0e-4d3a-9a55-0d8a7d0f6f11'],
	['POST', '/build-specs/check'],
	['POST', '/preview-runs'],
	['POST', '/links/add'],
	['POST', '/links/trial'],
	['POST', '/infer/preview'],
	['POST', '/ingestions'],
	['POST', '/query/ask'],
	['POST', '/user/tokens'],
	['PUT', '/schema/demo/aviation/airports/sort-order'],
	['DELETE', '/permissions/namespaces/demo/aviation/shares'],
])('%s %s rejects deeply nested JSON', async (method, path) => {
	for (const deep of [lists(50_000), objects(50_000)]) {
		for (const body of bodies(deep)) {
			const answer = await send(method, path, body);
			const error = ErrorResponse.parse(await answer.json());
			expect([answer.status, error.error_code]).toEqual([400, 'VALIDATION_FAILED']);
			expect(error.message).toBe('The request body is nested more than 100 levels deep.');
		}
	}
});

test.each(['nl2ql', 'assistant'])('%s answers deeply nested JSON with a JSON-RPC error', async (agent) => {
	for (const deep of [lists(50_000), objects(50_000)]) {
		const inside = JSON.stringify(question('How many airports are there?')).replace('"aviation"', deep);
		for (const body of [deep, inside]) {
			const answer = await send('POST', `/a2a/${agent}`, body);
			expect(answer.status).toBe(200);
			expect(await answer.json()).toMatchObject({ id: null, error: { code: -32600 } });
		}
	}
});

test('an ingestion chunk names the line with deeply nested JSON', async () => {
	const mapping = [{ from: 'a', column: 'a' }];
	const target = { owner: 'demo', namespace: 'nature', datasetName: 'deep' };
	const started = { as: 'demo', body: { target, mode: 'create', mapping } };
	const { id } = await service.json<IngestionDetail>('POST', '/ingestions', started);
	for (const deep of [lists(50_000), `1234567890123456,"b":${objects(50_000)}`]) {
		const chunk = `{"a":"fine"}\n{"a":${deep}}\n`;
		const sha256 = createHash('sha256').update(chunk).digest('hex');
		const answer = await send('PUT', `/ingestions/${id}/chunks/1?sha256=${sha256}`, chunk, 'text/plain');
		const error = ErrorResponse.parse(await answer.json());
		expect([answer.status, error.sub_errors?.[0]?.path]).toEqual([400, 'line.2']);
		expect(error.message).toContain('nested more than 100 levels deep');
	}
});

test.each(['filter', 'cursor', 'sort'])('the query parameter %s rejects deeply nested JSON', async (name) => {
	const deep = name === 'cursor' ? Buffer.from(lists(5_000)).toString('base64url') : lists(5_000);
	const path = name === 'cursor' ? '/build-runs' : '/data/demo/aviation/airports';
	const answer = await service.request('GET', `${path}?${name}=${deep}`, { as: 'demo' });
	const error = ErrorResponse.parse(await answer.json());
	expect([answer.status, error.error_code]).toEqual([400, 'VALIDATION_FAILED']);
});

test('accepts JSON with reasonable nesting, and brackets in text', async () => {
	const answer = await send(
		'POST',
		'/infer/preview',
		`{"data":[{"text":"${'[{\\"'.repeat(500)}","n":${objects(60)}}]}`,
	);
	expect(answer.status).toBe(200);
});

import { afterEach, describe, expect, test } from 'vitest';
import type { BuildSpec } from '#contract/build-spec.ts';
import { ErrorResponse } from '#contract/error.ts';
import { parseChaos } from '../../settings/chaos.ts';
import { createTestService, type TestService } from '../../testing/service.ts';
import { openWire, type Wire } from '../../testing/wire.ts';

let service: TestService | undefined;
let wire: Wire | undefined;
afterEach(async () => {
	await wire?.close();
	await service?.close();
});

async function open(rules: string) {
	service = await createTestService({ chaos: parseChaos(rules) });
	wire = await openWire(service);
	const headers = { authorization: `Bearer ${await service.tokenFor('demo')}` };
	const { ask } = wire;
	return { get: (path: string) => ask(`/api/v1${path}`, { headers }), ask, headers, service };
}

describe('chaos rules', () => {
	test('are parsed', () => {
		expect(parseChaos('listBuildSpecs:latency=2000,rate=0.5; updateBuildSpec:fail=503;*:drop;')).toEqual([
			{ operation: 'listBuildSpecs', rate: 0.5, latencyMs: 2000, effect: null },
			{ operation: 'updateBuildSpec', rate: 1, latencyMs: 0, effect: { fail: 503 } },
			{ operation: '*', rate: 1, latencyMs: 0, effect: 'drop' },
		]);
		expect(parseChaos('')).toEqual([]);
	});

	test.each([
		['listSpecs:drop', '"listSpecs" isn’t an operation. Use one of getMe,'],
		['getMe', 'must be "OPERATION:RULES"'],
		['getMe:', 'must be "OPERATION:RULES"'],
		['getMe:drop:drop', 'must be "OPERATION:RULES"'],
		['getMe:slow', '"slow" isn’t a rule. Use latency='],
		['getMe:latency=-1', 'isn’t a rule'],
		['getMe:rate=2', 'isn’t a rule'],
		['getMe:fail=200', 'isn’t a rule'],
		['getMe:fail', 'isn’t a rule'],
		['getMe:drop=1', 'isn’t a rule'],
		['getMe:drop,cut', 'more than one of fail'],
	])('%s is rejected with a message', (text, words) => {
		expect(() => parseChaos(text)).toThrow(words);
	});
});

test('fails only the given operations, with the given status', async () => {
	const { get } = await open('getMe:fail=503;listRuns:fail=429');
	const answer = await get('/user/me');
	expect([answer.status, ErrorResponse.parse(JSON.parse(answer.body)).error_code]).toEqual([503, 'UNAVAILABLE']);
	expect(JSON.parse((await get('/build-runs')).body)).toMatchObject({ error_code: 'RATE_LIMITED' });
	expect((await get('/build-specs')).status).toBe(200);
});

test('delays requests', async () => {
	const { get } = await open('*:latency=300');
	const begin = performance.now();
	expect((await get('/user/me')).status).toBe(200);
	expect(performance.now() - begin).toBeGreaterThan(290);
});

test('affects no requests at a rate of 0', async () => {
	const { get } = await open('*:drop,rate=0');
	expect((await get('/user/me')).status).toBe(200);
});

test('closes the connection before the operation, after it or in the middle of the response', async () => {
	const { get, ask, headers, service } = await open('getMe:drop;updateBuildSpec:after;getBuildSpec:cut');
	await expect(get('/user/me')).rejects.toThrow();
	const { items } = JSON.parse((await get('/build-specs')).body) as { items: BuildSpec[] };
	const [spec] = items;
	const body = JSON.stringify({ ...spec, code: { payload: 'SELECT 7' } });
	const path = `/api/v1/build-specs/${spec?.id}`;
	const put = { method: 'PUT', headers: { ...headers, 'content-type': 'application/json' }, body };
	await expect(ask(path, put)).rejects.toThrow();
	await expect(get(`/build-specs/${spec?.id}`)).rejects.toThrow('aborted');
	const after = await service.json<{ items: BuildSpec[] }>('GET', '/build-specs', { as: 'demo' });
	expect(after.items.find((item) => item.id === spec?.id)).toMatchObject({ version: 2, code: { payload: 'SELECT 7' } });
});

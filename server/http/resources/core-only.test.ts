import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BuildSpec } from '#contract/build-spec.ts';
import { ErrorResponse } from '#contract/error.ts';
import { operations } from '#contract/service/operations.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService({ coreOnly: true });
});
afterAll(() => service.close());

const specs = () => service.json<{ items: BuildSpec[] }>('GET', '/build-specs', { as: 'demo' });

const isOfTheCore = (address: string) =>
	operations.some(
		({ tier, path }) => tier === 'core' && new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(address),
	);

test('no extension is available, with or without a token', async () => {
	const extensions = operations.filter((operation) => operation.tier !== 'core');
	expect(extensions.length).toBeGreaterThan(5);
	for (const { id, method, path } of extensions) {
		const address = path.replaceAll(/\{\w+\}/g, '5a3c1f60-7d1e-4b52-9c1a-0d6f4e2a1b01');
		const expected = isOfTheCore(address) ? [405, 'METHOD_NOT_ALLOWED'] : [404, 'NOT_FOUND'];
		for (const options of [{}, { as: 'demo' }]) {
			const answer = await service.request(method, address, { ...options, ...(method === 'POST' ? { body: {} } : {}) });
			const error = ErrorResponse.parse(await answer.json());
			expect([id, answer.status, error.error_code]).toEqual([id, ...expected]);
		}
	}
});

test('returns the user, and lists, saves and deletes BuildSpecs', async () => {
	expect(await service.json('GET', '/user/me', { as: 'demo' })).toMatchObject({ username: 'demo' });
	const [spec, other] = (await specs()).items;
	const body = { sources: spec?.sources, destination: spec?.destination, code: { payload: 'SELECT 2' } };
	const saved = await service.json<BuildSpec>('PUT', `/build-specs/${spec?.id}`, { as: 'demo', body });
	expect(saved).toMatchObject({ version: 2, code: { payload: 'SELECT 2' } });
	expect((await service.request('DELETE', `/build-specs/${other?.id}`, { as: 'demo' })).status).toBe(204);
	expect((await specs()).items.map((item) => item.id)).not.toContain(other?.id);
});

test('sends no ETags, and ignores a stale or invalid If-Match', async () => {
	const [spec] = (await specs()).items;
	const path = `/build-specs/${spec?.id}`;
	expect((await service.request('GET', path, { as: 'demo' })).headers.get('etag')).toBeNull();
	const body = { sources: [], destination: spec?.destination, code: { payload: 'SELECT 3' } };
	for (const tag of ['"999"', 'odd']) {
		const answer = await service.request('PUT', path, { as: 'demo', body, headers: { 'if-match': tag } });
		expect([answer.status, answer.headers.get('etag')]).toEqual([200, null]);
	}
});

test('allows only core methods', async () => {
	for (const method of ['PATCH', 'POST']) {
		const answer = await service.request(method, '/build-specs', { as: 'demo' });
		expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD, OPTIONS']);
	}
});

test('signing in is still possible', async () => {
	const answer = await service.request('POST', `${service.settings.publicUrl}/auth/code`, { body: { code: 'x' } });
	expect(answer.status).toBe(401);
});

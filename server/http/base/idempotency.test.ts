import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
const tokens: Record<string, string> = {};
beforeAll(async () => {
	service = await createTestService();
	for (const user of ['demo', 'guest']) tokens[user] = await service.tokenFor(user);
});
afterAll(() => service.close());

const edit = (datasetName: string) => ({
	sources: [],
	destination: { owner: 'demo', namespace: 'nature', datasetName },
	code: { payload: 'select 1 as one' },
});
const create = (datasetName: string, key: string, user = 'demo') =>
	service.request('POST', '/build-specs', {
		token: tokens[user] ?? '',
		body: edit(datasetName),
		headers: { 'Idempotency-Key': key },
	});
const named = async (datasetName: string) => {
	const { items } = (await service.json('GET', '/build-specs', { as: 'demo' })) as {
		items: { id: string; destination: { datasetName: string } }[];
	};
	return items.filter((item) => item.destination.datasetName === datasetName);
};

describe('a retried POST', () => {
	test('acts once and returns the same response, including its ETag', async () => {
		const answers = await Promise.all([create('twice', 'a'), create('twice', 'a')]);
		answers.push(await create('twice', 'a'));
		expect(answers.map((response) => response.status)).toEqual([201, 201, 201]);
		expect(answers.map((response) => response.headers.get('ETag'))).toEqual(['"1"', '"1"', '"1"']);
		const ids = await Promise.all(answers.map(async (response) => ((await response.json()) as { id: string }).id));
		expect(new Set(ids).size).toBe(1);
		expect(await named('twice')).toHaveLength(1);
	});

	test('is a new request with another key, body or user', async () => {
		await create('apart', 'b');
		await create('apart', 'c');
		await create('apart_too', 'b');
		const ids = [await create('apart', 'b'), await create('apart', 'b', 'guest')].map(
			async (response) => (await response.json()).id,
		);
		expect(new Set(await Promise.all(ids)).size).toBe(2);
		expect(await named('apart')).toHaveLength(2);
		expect(await named('apart_too')).toHaveLength(1);
	});

	test('is processed again after an error', async () => {
		const bad = { ...edit('later'), destination: { owner: 'demo', namespace: '', datasetName: 'later' } };
		const headers = { 'Idempotency-Key': 'd' };
		expect(
			(await service.request('POST', '/build-specs', { token: tokens.demo ?? '', body: bad, headers })).status,
		).toBe(400);
		expect((await create('later', 'd')).status).toBe(201);
	});

	test('is rejected if its key is too long', async () => {
		expect((await create('long', 'x'.repeat(201))).status).toBe(400);
	});
});

describe('a retried wipe', () => {
	const wipe = (key: string | null, query = 'deleteDatasets=true') =>
		service.request('DELETE', `/data/demo/geography/balefire?${query}`, {
			token: tokens.demo ?? '',
			headers: key === null ? {} : { 'Idempotency-Key': key },
		});
	const datasets = async () =>
		((await service.json('GET', '/data/demo/geography', { as: 'demo' })) as { items: unknown[] }).items.length;

	test('acts once, even if it’s concurrent or follows a lost response', async () => {
		const answers = await Promise.all([wipe('seen'), wipe('seen')]);
		answers.push(await wipe('seen'));
		const removed = await Promise.all(answers.map((response) => response.json()));
		expect(answers.map((response) => response.status)).toEqual([200, 200, 200]);
		expect(removed[0]).toMatchObject({ datasets: 4, rows: 42_968 });
		expect(removed.slice(1)).toEqual([removed[0], removed[0]]);
		// The namespace stays in use; a late retry must not affect it.
		const spec = { ...edit('again'), destination: { owner: 'demo', namespace: 'geography', datasetName: 'again' } };
		const { id } = await service.json<{ id: string }>('POST', '/build-specs', { as: 'demo', body: spec });
		const run = await service.json<{ id: string }>('POST', `/build-specs/${id}/build-runs`, { as: 'demo' });
		await service.platform.running.ended(run.id);
		expect(await datasets()).toBe(1);
		expect(await (await wipe('seen')).json()).toEqual(removed[0]);
		expect(await datasets()).toBe(1);
	});

	test('is a new wipe with another option or key', async () => {
		expect(await (await wipe('seen', 'deleteDatasets=false')).json()).toMatchObject({ datasets: 0, rows: 1 });
		expect(await datasets()).toBe(1);
		expect(await (await wipe('seen later')).json()).toMatchObject({ datasets: 1 });
	});

	test('has a key in the OpenAPI document, like all writes and no reads', async () => {
		const { paths } = await service.json<{ paths: Record<string, Record<string, { parameters: { name: string }[] }>> }>(
			'GET',
			'/openapi.json',
		);
		const knows = (path: string, method: string) =>
			paths[path]?.[method]?.parameters.some((parameter) => parameter.name === 'Idempotency-Key');
		expect(knows('/data/{username}/{namespace}/balefire', 'delete')).toBe(true);
		expect(knows('/data/{username}/{namespace}/rename', 'post')).toBe(true);
		expect(knows('/data/{username}/{namespace}', 'get')).toBe(false);
	});
});

test('a retried rename returns the first response', async () => {
	const rename = async () =>
		service.app.fetch(
			new Request(`${service.settings.publicUrl}/api/v1/data/demo/nature/rename`, {
				method: 'POST',
				headers: { authorization: `Bearer ${tokens.demo}`, 'content-type': 'text/plain', 'Idempotency-Key': 'r' },
				body: 'earth',
			}),
		);
	const answers = [await rename(), await rename()];
	expect(answers.map((response) => response.status)).toEqual([200, 200]);
	expect(await answers[1]?.json()).toEqual({ username: 'demo', namespace: 'earth' });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestService, type TestService } from '../testing/service.ts';

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
	return items.filter((it) => it.destination.datasetName === datasetName);
};

describe('a POST that a browser sends again', () => {
	test('acts once and gives the same answer, ETag included', async () => {
		const answers = await Promise.all([create('twice', 'a'), create('twice', 'a')]);
		answers.push(await create('twice', 'a'));
		expect(answers.map((it) => it.status)).toEqual([201, 201, 201]);
		expect(answers.map((it) => it.headers.get('ETag'))).toEqual(['"1"', '"1"', '"1"']);
		const ids = await Promise.all(answers.map(async (it) => ((await it.json()) as { id: string }).id));
		expect(new Set(ids).size).toBe(1);
		expect(await named('twice')).toHaveLength(1);
	});

	test('is another request with another key, another body, or from somebody else', async () => {
		await create('apart', 'b');
		await create('apart', 'c');
		await create('apart_too', 'b');
		expect((await create('apart', 'b', 'guest')).status).toBe(201);
		expect(await named('apart')).toHaveLength(2);
		expect(await named('apart_too')).toHaveLength(1);
	});

	test('is tried again after a refusal', async () => {
		const bad = { ...edit('later'), destination: { owner: 'demo', namespace: '', datasetName: 'later' } };
		const headers = { 'Idempotency-Key': 'd' };
		expect(
			(await service.request('POST', '/build-specs', { token: tokens.demo ?? '', body: bad, headers })).status,
		).toBe(400);
		expect((await create('later', 'd')).status).toBe(201);
	});

	test('has a key of a sensible length', async () => {
		expect((await create('long', 'x'.repeat(201))).status).toBe(400);
	});
});

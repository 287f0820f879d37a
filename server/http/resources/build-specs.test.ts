import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BuildSpec, BuildSpecVersion, CheckResult } from '#contract/build-spec.ts';
import type { ErrorResponse } from '#contract/error.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

const coordinate = (namespace: string, datasetName: string) => ({ owner: 'demo', namespace, datasetName });
const edit = (payload: string) => ({
	sources: [coordinate('aviation', 'airports')],
	destination: coordinate('aviation', 'by_state'),
	code: { payload },
});
const create = async (payload = 'SELECT 1') => {
	const answer = await service.request('POST', '/build-specs', { as: 'demo', body: edit(payload) });
	return BuildSpec.parse(await answer.json());
};

describe('a BuildSpec', () => {
	test('is created as version 1 with its version as ETag, and is listed', async () => {
		const answer = await service.request('POST', '/build-specs', { as: 'demo', body: edit('SELECT 1') });
		expect(answer.status).toBe(201);
		expect(answer.headers.get('etag')).toBe('"1"');
		const spec = BuildSpec.parse(await answer.json());
		expect(spec).toMatchObject({ owner: 'demo', version: 1, ...edit('SELECT 1') });
		const list = await service.json<{ items: unknown[] }>('GET', '/build-specs', { as: 'demo' });
		expect(list.items.map((item) => BuildSpec.parse(item).id)).toContain(spec.id);
	});

	test('accepts all concurrent edits without If-Match, and one of those with the same If-Match', async () => {
		const { id } = await create('SELECT 1');
		const path = `/build-specs/${id}`;
		const put = (headers: Record<string, string>) => (_: unknown, n: number) =>
			service.request('PUT', path, { as: 'demo', body: edit(`SELECT ${n}`), headers });
		const free = await Promise.all(Array.from({ length: 12 }, put({})));
		expect(free.map((response) => response.status)).toEqual(Array(12).fill(200));
		const tags = free.map((response) => response.headers.get('etag'));
		expect(new Set(tags)).toEqual(new Set(Array.from({ length: 12 }, (_, n) => `"${n + 2}"`)));
		const guarded = await Promise.all(Array.from({ length: 12 }, put({ 'if-match': '"13"' })));
		expect(guarded.map((response) => response.status).sort()).toEqual([200, ...Array(11).fill(412)]);
	});

	test('increments its version with each edit, and keeps every version', async () => {
		const { id } = await create('SELECT 1');
		const saved = await service.request('PUT', `/build-specs/${id}`, { as: 'demo', body: edit('SELECT 2') });
		expect(saved.status).toBe(200);
		expect(saved.headers.get('etag')).toBe('"2"');
		const history = await service.json<{ items: unknown[] }>('GET', `/build-specs/${id}/versions`, { as: 'demo' });
		expect(history.items.map((item) => BuildSpecVersion.parse(item))).toMatchObject([
			{ version: 2, author: 'demo', change: 'edited' },
			{ version: 1, author: 'demo', change: 'created' },
		]);
		const first = await service.json('GET', `/build-specs/${id}/versions/1`, { as: 'demo' });
		expect(BuildSpec.parse(first)).toMatchObject({ id, version: 1, code: { payload: 'SELECT 1' } });
		const third = await service.request('GET', `/build-specs/${id}/versions/3`, { as: 'demo' });
		expect(third.status).toBe(404);
		expect(((await third.json()) as ErrorResponse).message).toContain('Its latest version is 2');
	});

	test('marks a version that equals an earlier one as restored', async () => {
		const { id } = await create('SELECT 1');
		for (const text of ['SELECT 2', 'SELECT 1']) {
			await service.request('PUT', `/build-specs/${id}`, { as: 'demo', body: edit(text) });
		}
		const history = await service.json<{ items: unknown[] }>('GET', `/build-specs/${id}/versions`, { as: 'demo' });
		const changes = history.items.map((item) => BuildSpecVersion.parse(item).change);
		expect(changes).toEqual(['restored', 'edited', 'created']);
	});

	test('lists its versions in pages', async () => {
		const { id } = await create();
		for (const text of ['a', 'b']) await service.request('PUT', `/build-specs/${id}`, { as: 'demo', body: edit(text) });
		type Versions = { items: BuildSpecVersion[]; nextCursor?: string };
		const path = `/build-specs/${id}/versions?limit=2`;
		const first = await service.json<Versions>('GET', path, { as: 'demo' });
		expect(first.items.map((item) => item.version)).toEqual([3, 2]);
		const last = await service.json<Versions>('GET', `${path}&cursor=${first.nextCursor}`, { as: 'demo' });
		expect(last.items.map((item) => item.version)).toEqual([1]);
		expect(last.nextCursor).toBeUndefined();
	});

	test('rejects a stale save, naming both versions', async () => {
		const { id } = await create();
		const headers = { 'if-match': '"1"' };
		const put = (payload: string) =>
			service.request('PUT', `/build-specs/${id}`, { as: 'demo', body: edit(payload), headers });
		expect((await put('SELECT 2')).status).toBe(200);
		const stale = await put('SELECT 3');
		expect(stale.status).toBe(412);
		const error = (await stale.json()) as ErrorResponse;
		expect(error.error_code).toBe('VERSION_CONFLICT');
		expect(error.message).toContain('version 1');
		expect(error.message).toContain('version 2');
		const now = await service.json<BuildSpec>('GET', `/build-specs/${id}`, { as: 'demo' });
		expect(now.code.payload).toBe('SELECT 2');
	});

	test('accepts one of two concurrent saves and rejects the other', async () => {
		const { id } = await create();
		const statuses = await Promise.all(
			['a', 'b'].map(async (payload) => {
				const headers = { 'if-match': '"1"' };
				return (await service.request('PUT', `/build-specs/${id}`, { as: 'demo', body: edit(payload), headers }))
					.status;
			}),
		);
		expect(statuses.sort()).toEqual([200, 412]);
	});

	test('stores the name and message of a version, and changes only what is given', async () => {
		const { id } = await create();
		const path = `/build-specs/${id}/versions/1/note`;
		const put = (body: object) => service.request('PUT', path, { as: 'demo', body });
		const noted = BuildSpecVersion.parse(await (await put({ name: ' Baseline ', message: 'First try' })).json());
		expect(noted).toMatchObject({ version: 1, name: 'Baseline', message: 'First try', change: 'created' });
		await put({ message: '' });
		const history = await service.json<{ items: unknown[] }>('GET', `/build-specs/${id}/versions`, { as: 'demo' });
		expect(history.items).toMatchObject([{ version: 1, name: 'Baseline', message: '' }]);
		expect((await put({ name: 'x'.repeat(81) })).status).toBe(400);
		for (const [field, text] of [
			['name', 'Base\0line'],
			['message', 'First\ud800'],
		] as const) {
			const refused = await put({ [field]: text });
			const { sub_errors } = (await refused.json()) as ErrorResponse;
			expect([refused.status, sub_errors?.map(({ path }) => path)]).toEqual([400, [field]]);
		}
		const missing = `/build-specs/${id}/versions/2/note`;
		expect((await service.request('PUT', missing, { as: 'demo', body: {} })).status).toBe(404);
	});

	test('can be restored with its versions after it’s deleted', async () => {
		const { id } = await create('SELECT 1');
		await service.request('PUT', `/build-specs/${id}`, { as: 'demo', body: edit('SELECT 2') });
		await service.request('DELETE', `/build-specs/${id}`, { as: 'demo' });
		type Deleted = { items: { id: string; deletedAt: string; goneAt: string }[] };
		const listed = () => service.json<Deleted>('GET', '/deleted-build-specs', { as: 'demo' });
		const found = (await listed()).items.find((item) => item.id === id);
		const days = (Date.parse(found?.goneAt ?? '') - Date.parse(found?.deletedAt ?? '')) / 86_400_000;
		expect(days).toBe(30);
		const path = `/deleted-build-specs/${id}/restore`;
		expect((await service.request('POST', path, { as: 'guest' })).status).toBe(404);
		expect(await service.json('POST', path, { as: 'demo' })).toMatchObject({ id, version: 2 });
		expect((await listed()).items.map((item) => item.id)).not.toContain(id);
		const former = await service.json<BuildSpec>('GET', `/build-specs/${id}/versions/1`, { as: 'demo' });
		expect(former.code.payload).toBe('SELECT 1');
	});

	test('isn’t found after it’s deleted, nor are its versions', async () => {
		const { id } = await create();
		expect((await service.request('DELETE', `/build-specs/${id}`, { as: 'demo' })).status).toBe(204);
		for (const path of ['', '/versions', '/versions/1']) {
			expect((await service.request('GET', `/build-specs/${id}${path}`, { as: 'demo' })).status).toBe(404);
		}
	});

	test('can have the same definition as another one', async () => {
		const [one, two] = [await create('SELECT 7'), await create('SELECT 7')];
		expect(one.id).not.toBe(two.id);
	});
});

test('no operation finds another user’s BuildSpec', async () => {
	const { id } = await create();
	const calls = [
		['GET', `/build-specs/${id}`],
		['PUT', `/build-specs/${id}`, edit('SELECT 2')],
		['DELETE', `/build-specs/${id}`],
		['GET', `/build-specs/${id}/versions`],
		['GET', `/build-specs/${id}/versions/1`],
		['POST', `/build-specs/${id}/preview-runs`],
	] as const;
	for (const [method, path, body] of calls) {
		const answer = await service.request(method, path, { as: 'guest', ...(body === undefined ? {} : { body }) });
		expect([method, path, answer.status]).toEqual([method, path, 404]);
	}
	expect(await service.json('GET', '/build-specs', { as: 'guest' })).toEqual({ items: [] });
});

test('a restricted token reads and writes only what its entries allow', async () => {
	const { id } = await create();
	const reader = await service.tokenFor('demo', [
		{ username: 'demo', namespace: 'aviation', dataset: '*', access: 'read' },
	]);
	expect((await service.request('GET', `/build-specs/${id}`, { token: reader })).status).toBe(200);
	const save = await service.request('PUT', `/build-specs/${id}`, { token: reader, body: edit('SELECT 2') });
	expect(save.status).toBe(403);
	const other = await service.tokenFor('demo', [
		{ username: 'demo', namespace: 'nature', dataset: '*', access: 'write' },
	]);
	expect((await service.request('GET', `/build-specs/${id}`, { token: other })).status).toBe(404);
	const seen = await service.json<{ items: BuildSpec[] }>('GET', '/build-specs', { token: other });
	expect(seen.items.map((item) => item.destination.datasetName)).toEqual(['quakes_daily']);
});

describe('checking a definition', () => {
	const check = async (as: string, body: unknown) =>
		CheckResult.parse(await service.json('POST', '/build-specs/check', { as, body }));

	test('returns the columns of a valid one', async () => {
		const body = edit('SELECT state, count(*) AS n FROM aviation.airports GROUP BY 1');
		expect(await check('demo', body)).toMatchObject({
			diagnostics: [],
			columns: [
				{ name: 'state', type: 'VARCHAR' },
				{ name: 'n', type: 'BIGINT' },
			],
		});
	});

	test('points to the line of an error', async () => {
		const { diagnostics } = await check('demo', edit('SELECT iata\nFROM aviation.airports\nWHERE stat = 1'));
		expect(diagnostics[0]).toMatchObject({ severity: 'error', line: 3, column: 7 });
	});

	test('names the source that can’t be read', async () => {
		const body = { ...edit('SELECT 1 AS one'), sources: [coordinate('geography', 'countries')] };
		const { diagnostics } = await check('guest', body);
		expect(diagnostics[0]).toMatchObject({ severity: 'error', line: 1 });
		expect(diagnostics[0]?.message).toBe(
			'demo/geography/countries doesn’t exist, or you don’t have access to it. Check the name, or ask its owner for access.',
		);
	});

	test('reports a source that isn’t built yet once, where the code names it', async () => {
		await service.json('POST', '/build-specs', {
			as: 'demo',
			body: { ...edit('SELECT 1 AS one'), destination: coordinate('aviation', 'state_delays') },
		});
		const body = {
			...edit('SELECT *\nFROM "Aviation".state_delays'),
			sources: [coordinate('aviation', 'state_delays')],
		};
		const message = 'demo/aviation/state_delays doesn’t exist. Build its BuildSpec first.';
		expect((await check('demo', body)).diagnostics).toMatchObject([{ message, line: 2, column: 6, endColumn: 29 }]);
		const whole = { ...body, code: { payload: 'SELECT * FROM demo.aviation.state_delays' } };
		expect((await check('demo', whole)).diagnostics).toMatchObject([{ message, line: 1, column: 15, endColumn: 41 }]);
	});
});

test('rejects duplicate sources and code that can’t be stored unchanged', async () => {
	const twice = { ...edit('SELECT 1'), sources: [coordinate('a', 'b'), coordinate('A', 'B')] };
	for (const [body, code] of [
		[twice, 'sources.1'],
		[edit('SELECT\n\0'), 'code.payload'],
		[edit('SELECT \ud800'), 'code.payload'],
	] as const) {
		const answer = await service.request('POST', '/build-specs', { as: 'demo', body });
		expect(answer.status).toBe(400);
		expect(((await answer.json()) as ErrorResponse).sub_errors?.[0]?.path).toBe(code);
	}
});

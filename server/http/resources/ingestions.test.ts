import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { DatasetSchema } from '#contract/dataset.ts';
import type { Ingestion, IngestionDetail, NewIngestion, ReceivedChunk } from '#contract/ingest.ts';
import type { Wiped } from '#contract/namespace.ts';
import { sweep } from '../../platform/replicas/retention.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

const asDemo = { as: 'demo' };
const targetOf = (datasetName: string) => ({ owner: 'demo', namespace: 'nature', datasetName });

const start = (target: NewIngestion['target'], rest: Partial<NewIngestion> = {}, as = 'demo') =>
	service.request('POST', '/ingestions', {
		as,
		body: {
			target,
			mode: 'create',
			mapping: [
				{ from: 'id', column: 'id' },
				{ from: 'n', column: 'n' },
			],
			...rest,
		},
	});

async function begin(target: NewIngestion['target'], rest: Partial<NewIngestion> = {}): Promise<string> {
	const answer = await start(target, rest);
	expect(answer.status).toBe(201);
	return ((await answer.json()) as IngestionDetail).id;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

async function put(id: string, chunk: number, text: string, sha256 = hash(text), as = 'demo'): Promise<Response> {
	const headers = { authorization: `Bearer ${await service.tokenFor(as)}`, 'content-type': 'text/plain' };
	const address = `${service.settings.publicUrl}/api/v1/ingestions/${id}/chunks/${chunk}?sha256=${sha256}`;
	return service.app.fetch(new Request(address, { method: 'PUT', headers, body: text }));
}

const commit = (id: string, chunks: number, as = 'demo') =>
	service.request('POST', `/ingestions/${id}/commit`, { as, body: { chunks } });

const textOfRows = async (name: string): Promise<string> =>
	(await service.request('GET', `/data/demo/nature/${name}?limit=100`, asDemo)).text();

const schemaOf = (name: string, namespace = 'nature') =>
	service.json<DatasetSchema>('GET', `/schema/demo/${namespace}/${name}`, asDemo);

test('accepts chunks in any order, and writes rows in chunk order with every digit', async () => {
	const id = await begin(targetOf('walks'));
	const [one, two] = ['{"id":"007","n":12345678901234567890}\n{"id":"x","n":0.10}\n', '{"id":"é ","n":"-3"}'];
	expect((await put(id, 2, two)).status).toBe(200);
	const first: ReceivedChunk = await (await put(id, 1, one)).json();
	expect(first).toEqual({ chunk: 1, sha256: hash(one), rows: 2, bytes: one.length });
	expect(await (await put(id, 1, one)).json()).toEqual(first);
	expect((await put(id, 1, two)).status).toBe(409);
	expect((await put(id, 3, one, hash(two))).status).toBe(400);

	const open = await service.json<IngestionDetail>('GET', `/ingestionTracking/${id}`, asDemo);
	expect(open).toMatchObject({ state: 'open', rows: 3, chunks: 2, seenAt: null });
	expect(open.received.map((item) => item.chunk)).toEqual([1, 2]);
	expect((await service.request('GET', '/schema/demo/nature/walks', asDemo)).status).toBe(404);
	const early = await commit(id, 3);
	expect([early.status, (await early.json()).sub_errors[0].path]).toEqual([400, 'chunk.3']);
	expect((await commit(id, 1)).status).toBe(400);

	const both = await Promise.all([commit(id, 2), commit(id, 2)]);
	expect(both.map((response) => response.status)).toEqual([200, 200]);
	const done: IngestionDetail = await (await commit(id, 2)).json();
	expect(done).toMatchObject({ state: 'committed', rows: 3, rejected: 0, version: 1, by: 'demo', received: [] });
	expect(done.columns).toEqual([
		{ name: 'id', type: 'VARCHAR' },
		{ name: 'n', type: 'DECIMAL(22,2)' },
	]);
	expect((await schemaOf('walks')).rows).toBe(3);
	expect(await textOfRows('walks')).toContain(
		'{"id":"007","n":12345678901234567890.00},{"id":"x","n":0.10},{"id":"é ","n":-3.00}',
	);
	expect((await put(id, 3, one)).status).toBe(409);
});

test('appends to a dataset, and sets aside or refuses rows that don’t fit, with reasons', async () => {
	const made = await begin(targetOf('counted'), {
		mapping: [
			{ from: 'id', column: 'id' },
			{ from: 'n', column: 'n', type: 'INTEGER' },
			{ from: 'at', column: 'at', type: 'DATE' },
		],
	});
	await put(made, 1, '{"id":"a","n":1,"at":"2024-03-05"}');
	expect((await commit(made, 1)).status).toBe(200);

	const id = await begin(targetOf('counted'), {
		mode: 'append',
		mapping: [
			{ from: 'count', column: 'n' },
			{ from: 'day', column: 'at' },
		],
	});
	await put(id, 1, '{"count":2,"day":"2024-03-06"}\n{"count":12.7,"day":"2024-02-30"}');
	await put(id, 2, '{"count":"","day":null}\n{"count":"many","day":"2024-03-07"}');
	const done: IngestionDetail = await (await commit(id, 2)).json();
	expect(done).toMatchObject({ state: 'committed', rows: 2, rejected: 2, version: 2 });
	expect(done.rejectedRows).toEqual([
		{
			row: 2,
			values: { n: '12.7', at: '2024-02-30' },
			reasons: [
				{ column: 'n', message: '"12.7" isn’t a valid INTEGER.' },
				{ column: 'at', message: '"2024-02-30" isn’t a valid DATE.' },
			],
		},
		{
			row: 4,
			values: { n: 'many', at: '2024-03-07' },
			reasons: [{ column: 'n', message: expect.stringContaining('"many"') }],
		},
	]);
	expect(await textOfRows('counted')).toContain(
		'{"id":"a","n":1,"at":"2024-03-05"},{"id":null,"n":2,"at":"2024-03-06"},{"id":null,"n":null,"at":null}',
	);

	const strict = await begin(targetOf('counted'), {
		mode: 'append',
		mapping: [{ from: 'n', column: 'n' }],
		misfits: 'refuse',
	});
	await put(strict, 1, '{"n":5}\n{"n":"x"}');
	const refused: IngestionDetail = await (await commit(strict, 1)).json();
	expect(refused).toMatchObject({
		state: 'failed',
		rows: 0,
		rejected: 1,
		version: null,
		error: { code: 'ROWS_REJECTED' },
	});
	expect((await schemaOf('counted')).rows).toBe(3);
});

test('keeps the start of rejected values, whatever characters they contain', async () => {
	const id = await begin(targetOf('odd'), { mapping: [{ from: 'n', column: 'n', type: 'INTEGER' }] });
	await put(id, 1, `{"n":1}\n{"n":"${'x'.repeat(499)}😀 and more"}\n{"n":"nul \\u0000 here"}`);
	const done: IngestionDetail = await (await commit(id, 1)).json();
	expect(done).toMatchObject({ state: 'committed', rows: 1, rejected: 2 });
	expect(done.rejectedRows.map((row) => row.values.n)).toEqual([`${'x'.repeat(499)}…`, 'nul \ufffd here']);
});

test('stores chunks only in the data folder while receiving them', async () => {
	vi.stubEnv('TMPDIR', join(service.settings.dataDir, 'nowhere'));
	onTestFinished(() => void vi.unstubAllEnvs());
	const id = await begin(targetOf('here'));
	expect((await put(id, 1, '{"id":1}')).status).toBe(200);
	const left = await readdir(join(service.settings.dataDir, 'runs'));
	expect(left.filter((value) => value.startsWith('chunk-'))).toEqual([]);
});

test('concurrent ingestions into one dataset all succeed', async () => {
	const ids = await Promise.all(
		[1, 2, 3].map(() => begin(targetOf('counted'), { mode: 'append', mapping: [{ from: 'n', column: 'n' }] })),
	);
	const before = (await schemaOf('counted')).rows;
	await Promise.all(ids.map((id, index) => put(id, 1, `{"n":${index}}`)));
	const answers = await Promise.all(ids.map((id) => commit(id, 1)));
	expect(answers.map((response) => response.status)).toEqual([200, 200, 200]);
	expect((await schemaOf('counted')).rows).toBe(before + 3);
});

describe('invalid input', () => {
	test.each([
		[
			'mapping.1.column',
			{
				mapping: [
					{ from: 'a', column: 'x' },
					{ from: 'b', column: 'X' },
				],
			},
		],
		[
			'mapping.0.column',
			{ mode: 'append', target: targetOf('earthquakes'), mapping: [{ from: 'a', column: 'magnitud' }] },
		],
		['mapping.0.from', { mapping: [{ from: 'a\u0000', column: 'a' }] }],
		['mapping.0.column', { mapping: [{ from: 'a', column: 'a\ud800' }] }],
		['mapping.0.type', { mapping: [{ from: 'a', column: 'x', type: 'VARCHAR; DROP' }] }],
	])('is rejected with the path %s', async (code, rest) => {
		const answer = await start(targetOf('other'), rest as Partial<NewIngestion>);
		expect([answer.status, (await answer.json()).sub_errors[0].path]).toEqual([400, code]);
	});

	test('includes creating an existing dataset and appending to a missing one', async () => {
		expect((await start(targetOf('earthquakes'))).status).toBe(409);
		expect((await start(targetOf('nowhere'), { mode: 'append' })).status).toBe(404);
	});

	test.each([
		['line.2', '{"id":1}\n{"id":'],
		['line.1', '[1]'],
		['body', '\n\n'],
	])('in a chunk is rejected with the path %s, and the fixed chunk is accepted', async (code, text) => {
		const id = await begin(targetOf(`fixed_${hash(text).slice(0, 6)}`));
		const answer = await put(id, 1, text);
		expect([answer.status, (await answer.json()).sub_errors[0].path]).toEqual([400, code]);
		expect((await put(id, 1, '{"id":1}')).status).toBe(200);
	});
});

describe('the inbox', () => {
	test('lists the newest first, and marks ingestions as seen', async () => {
		const list = (query = '') =>
			service.json<{ items: Ingestion[]; nextCursor?: string }>('GET', `/ingestionTracking${query}`, asDemo);
		const { items } = await list('?username=demo&namespace=nature&dataset=counted');
		expect(items.every((item) => item.target.datasetName === 'counted')).toBe(true);
		expect(items.map((item) => item.createdAt)).toEqual(
			items
				.map((item) => item.createdAt)
				.toSorted()
				.toReversed(),
		);
		const [newest] = items;
		const seen: Ingestion = await service.json('POST', `/ingestionTracking/${newest?.id}/seen`, asDemo);
		expect(seen).toMatchObject({ id: newest?.id, seenAt: expect.stringMatching(/Z$/) });
		expect((await list('?unseen=true')).items.map((item) => item.id)).not.toContain(newest?.id);
		const first = await list('?limit=1');
		const second = await list(`?limit=1&cursor=${first.nextCursor}`);
		expect(second.items[0]?.id).not.toBe(first.items[0]?.id);
		expect((await service.request('POST', '/ingestionTracking/nothing/seen', asDemo)).status).toBe(404);
	});

	test('finds a dataset regardless of case and Unicode form', async () => {
		const id = await begin(targetOf('CAFE\u0301'));
		for (const dataset of ['CAFE\u0301', 'caf\u00e9', 'Caf\u00c9']) {
			const query = new URLSearchParams({ username: 'demo', namespace: 'nature', dataset });
			const found = await service.json<{ items: Ingestion[] }>('GET', `/ingestionTracking?${query}`, asDemo);
			expect(found.items.map((item) => item.id)).toEqual([id]);
		}
	});

	test('shows an editor’s ingestion to the owner, but only that editor can continue it', async () => {
		await service.request('PUT', '/permissions/namespaces/demo/nature/shares', {
			...asDemo,
			body: { username: 'guest', role: 'editor' },
		});
		const answer = await start(targetOf('guests'), {}, 'guest');
		const { id } = (await answer.json()) as IngestionDetail;
		expect((await put(id, 1, '{"id":1}', undefined, 'demo')).status).toBe(403);
		expect((await put(id, 1, '{"id":1}', undefined, 'guest')).status).toBe(200);
		expect((await service.json<Ingestion>('GET', `/ingestionTracking/${id}`, asDemo)).by).toBe('guest');
		await service.request('DELETE', '/permissions/namespaces/demo/nature/shares', {
			...asDemo,
			body: { username: 'guest', role: 'editor' },
		});
		expect((await commit(id, 1, 'guest')).status).toBe(404);
	});
});

test.each([
	['wiping the namespace', 'balefire?deleteDatasets=true'],
	['deleting the dataset', 'rows'],
])('%s removes every object with its rows, including earlier versions and chunks', async (_how, path) => {
	const namespace = `short-lived ${path.length}`;
	const target = { owner: 'demo', namespace, datasetName: 'rows' };
	const objects = async () => {
		const all = [];
		for await (const object of service.platform.objects.list()) all.push(object.sha256);
		return all.sort();
	};
	await service.request('POST', '/namespaces', { ...asDemo, body: { namespace } });
	const before = await objects();
	for (const mode of ['create', 'append', 'append'] as const) {
		const id = await begin(target, { mode });
		for (const chunk of [1, 2]) await put(id, chunk, `{"id":"${id} ${chunk}","n":${chunk}}`);
		expect((await commit(id, 2)).status).toBe(200);
	}
	const cancelled = await begin(target, { mode: 'append' });
	await put(cancelled, 1, `{"id":"${cancelled}"}`);
	expect((await service.request('DELETE', `/ingestions/${cancelled}`, asDemo)).status).toBe(204);
	const body = { sources: [], destination: target, code: { payload: `SELECT '${cancelled}' AS id, 1 AS n` } };
	const spec = await service.json<{ id: string }>('POST', '/build-specs', { ...asDemo, body });
	const run = await service.json<{ id: string }>('POST', `/build-specs/${spec.id}/build-runs`, asDemo);
	await service.platform.running.ended(run.id);
	expect((await schemaOf('rows', namespace)).version).toBe(4);
	expect((await objects()).length).toBeGreaterThan(before.length + 10);

	const answer = await service.request('DELETE', `/data/demo/${namespace}/${path}`, asDemo);
	expect(answer.ok).toBe(true);
	expect(await objects()).toEqual(before);
});

test('canceled and abandoned ingestions are closed and their objects removed', async () => {
	const [cancelled, left] = [await begin(targetOf('one')), await begin(targetOf('two'))];
	await put(cancelled, 1, '{"id":"cancelled"}');
	await put(left, 1, '{"id":"left alone"}');
	expect((await service.request('DELETE', `/ingestions/${cancelled}`, asDemo)).status).toBe(204);
	expect((await put(cancelled, 2, '{"id":1}')).status).toBe(409);
	service.wait(26 * 3_600_000);
	const swept = await sweep(service.platform);
	expect(swept.objects).toBeGreaterThanOrEqual(2);
	const token = await service.tokenFor('demo');
	const state = async (id: string) =>
		(await service.json<Ingestion>('GET', `/ingestionTracking/${id}`, { token })).state;
	expect([await state(cancelled), await state(left)]).toEqual(['cancelled', 'expired']);
	const { items } = await service.json<{ items: Ingestion[] }>('GET', '/ingestionTracking?unseen=true', { token });
	const unseen = items.map(({ id }) => id);
	expect([unseen.includes(cancelled), unseen.includes(left)]).toEqual([false, false]);
	const wiped: Wiped = await service.json('DELETE', '/data/demo/nature/balefire?deleteDatasets=false', { token });
	expect(wiped.ingestions).toBeGreaterThan(5);
	expect((await service.request('GET', `/ingestionTracking/${left}`, { token })).status).toBe(404);
});

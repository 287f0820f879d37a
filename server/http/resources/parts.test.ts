import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { parquetMetadata } from 'hyparquet';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BuildRun } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { DatasetRows, DatasetSchema } from '#contract/dataset.ts';
import { type Part, partsOf } from '../../platform/parts/parts.ts';
import { sweep } from '../../platform/replicas/retention.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { parts } from '../../store/catalog/schema/parts.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeEach(async () => {
	service = await createTestService({ partBytes: 400_000 });
});
afterEach(() => service.close());

const at = (datasetName: string) => ({ owner: 'demo', namespace: 'geography', datasetName });
const rows = 200_000;
const numbers = `SELECT range AS id, hash(range) AS code, DATE '2020-01-01' + (range // 1000)::INTEGER AS day FROM range(${rows})`;

async function run(path: string, body?: unknown): Promise<BuildRun> {
	const options = { as: 'demo', ...(body === undefined ? {} : { body }) };
	const { id } = BuildRun.parse(await service.json('POST', path, options));
	await service.platform.running.ended(id);
	return BuildRun.parse(await service.json('GET', `/build-runs/${id}`, { as: 'demo' }));
}
async function build(payload: string, sources: string[] = [], name = 'numbers'): Promise<BuildRun> {
	const body = { sources: sources.map(at), destination: at(name), code: { payload } };
	const spec = await service.json<BuildSpec>('POST', '/build-specs', { as: 'demo', body });
	return run(`/build-specs/${spec.id}/build-runs`);
}
const preview = (payload: string) => run('/preview-runs', { sources: [at('numbers')], code: { payload } });
async function downloadOf({ id }: BuildRun): Promise<Response> {
	const listed = await service.json<{ items: { href: string }[] }>('GET', `/build-runs/${id}/outputs`, { as: 'demo' });
	const { downloadUrl } = await service.json<{ downloadUrl: string }>('GET', `/${listed.items[0]?.href}`, {
		as: 'demo',
	});
	return service.request('GET', downloadUrl);
}
const page = (query: Record<string, string>, path = 'geography/numbers') =>
	service.json<DatasetRows>('GET', `/data/demo/${path}?${new URLSearchParams(query)}`, { as: 'demo' });
const idsOf = async (query: Record<string, string>) => (await page(query)).rows.map((row) => Number(row.id));
const filter = (...conditions: [column: string, op: string, value: unknown][]) =>
	JSON.stringify(conditions.map(([column, op, value]) => ({ column, op, value })));
async function datasetNow(name = 'numbers') {
	const [found] = await service.platform.catalog.db.select().from(datasets).where(eq(datasets.name, name));
	if (found === undefined) throw new Error('There is no such dataset.');
	return found;
}
async function partsNow(name = 'numbers'): Promise<Part[]> {
	const { sha256 } = await datasetNow(name);
	return (await partsOf(service.platform.catalog.db, [sha256])).get(sha256) ?? [];
}
function objectsOnDisk(): string[] {
	const root = join(service.settings.dataDir, 'objects');
	return readdirSync(root, { recursive: true, encoding: 'utf8' })
		.map((value) => value.slice(-64))
		.filter((value) => /^[0-9a-f]{64}$/.test(value));
}
async function append(name = 'numbers'): Promise<void> {
	const mapping = ['id', 'code'].map((column) => ({ from: column, column }));
	const begun = { target: at(name), mode: 'append', mapping };
	const { id } = await service.json<{ id: string }>('POST', '/ingestions', { as: 'demo', body: begun });
	const text = '{"id":777,"code":"18446744073709551615"}';
	const sha256 = createHash('sha256').update(text).digest('hex');
	const headers = { authorization: `Bearer ${await service.tokenFor('demo')}`, 'content-type': 'text/plain' };
	const address = `${service.settings.publicUrl}/api/v1/ingestions/${id}/chunks/1?sha256=${sha256}`;
	await service.app.fetch(new Request(address, { method: 'PUT', headers, body: text }));
	const done = await service.json('POST', `/ingestions/${id}/commit`, { as: 'demo', body: { chunks: 1 } });
	expect(done).toMatchObject({ state: 'committed', rows: 1, rejected: 0 });
}
/** The objects passed to an engine during some work. */
async function opened<T>(work: () => Promise<T>): Promise<{ value: T; objects: string[] }> {
	const withFiles = vi.spyOn(service.platform.objects, 'withFiles');
	const value = await work();
	const objects = withFiles.mock.calls.flatMap(([names]) => names);
	withFiles.mockRestore();
	return { value, objects };
}

test('a large build is stored in parts, which are read as one, in order and across boundaries', async () => {
	expect(await build(numbers)).toMatchObject({ state: 'succeeded', rows });
	const all = await partsNow();
	expect(all.length).toBeGreaterThan(3);
	const bytes = all.reduce((sum, part) => sum + (part.known?.bytes ?? 0), 0);
	const schema = await service.json<DatasetSchema>('GET', '/schema/demo/geography/numbers', { as: 'demo' });
	expect(schema).toMatchObject({ rows, bytes });

	let border = 0;
	for (const part of all) {
		border += part.known?.rows ?? 0;
		const from = border - 2;
		const expected = [from, from + 1, from + 2, from + 3].filter((id) => id < rows);
		const { value, objects } = await opened(() => page({ offset: String(from), limit: '4' }));
		expect(value.rows.map((row) => Number(row.id))).toEqual(expected);
		expect(value.total).toBe(rows);
		expect(objects.length).toBe(part === all.at(-1) ? 1 : 2);
	}
	expect(border).toBe(rows);
	expect(await idsOf({ offset: '100000', limit: '2' })).toEqual([100_000, 100_001]);
	expect(await idsOf({ offset: String(rows), limit: '2' })).toEqual([]);
	expect(await idsOf({ sort: '-id', limit: '2' })).toEqual([rows - 1, rows - 2]);

	const whole = await preview('SELECT count(*) AS n, sum(id) AS s, bit_xor(code) AS x FROM geography.numbers');
	expect(whole).toMatchObject({ state: 'succeeded', rows: 1 });
	const copied = await preview('FROM geography.numbers');
	const file = await (await downloadOf(copied)).arrayBuffer();
	expect(Number(parquetMetadata(file).num_rows)).toBe(rows);
});

test('parts that can’t match a filter are neither fetched nor opened', async () => {
	await build(numbers);
	const all = await partsNow();
	const one = await opened(() => page({ filter: filter(['id', '=', 150_000]) }));
	expect(one.value).toMatchObject({ rows: [{ id: 150_000 }], total: 1 });
	expect(new Set(one.objects).size).toBe(1);
	const day = await opened(() => page({ filter: filter(['day', '=', '2020-03-01']), limit: '1', sort: '-id' }));
	expect(day.value).toMatchObject({ rows: [{ id: 60_999 }], total: 1_000 });
	expect(new Set(day.objects).size).toBeLessThanOrEqual(2);
	const none = await opened(() => page({ filter: filter(['id', '<', 0]) }));
	expect(none.value).toMatchObject({ rows: [], total: 0 });

	const run = await opened(() =>
		preview("SELECT count(*) AS n FROM demo.geography.numbers WHERE day >= '2020-07-01' AND id % 2 = 0"),
	);
	expect(run.value).toMatchObject({ state: 'succeeded', rows: 1 });
	expect(run.objects.length).toBeLessThan(all.length);
	const part = await opened(() => page({ filter: filter(['code', '!=', 5]), limit: '1' }));
	expect(new Set(part.objects).size).toBe(all.length);
});

test('sorted pages are correct across parts, with ties, NULLs, filters and offsets', async () => {
	const some = `SELECT range AS id, hash(range) AS code, range % 1000 AS tie, nullif(range // 100, 3) AS gap,
		CASE WHEN range > 5 THEN nullif(range, 6) END AS few FROM range(${rows})`;
	await build(some);
	const all = await partsNow();
	expect(all.length).toBeGreaterThan(1);
	const last = await opened(() => idsOf({ sort: '-id', offset: '5', limit: '2' }));
	expect(last.value).toEqual([rows - 6, rows - 7]);
	expect(new Set(last.objects)).toEqual(new Set([all.at(-1)?.sha256]));
	const first = await opened(() => idsOf({ sort: 'id,code', limit: '2' }));
	expect(first.value).toEqual([0, 1]);
	expect(new Set(first.objects)).toEqual(new Set([all[0]?.sha256]));
	expect(await idsOf({ sort: 'tie', offset: '198', limit: '4' })).toEqual([198_000, 199_000, 1, 1_001]);
	expect(await idsOf({ sort: '-tie,-id', offset: '199', limit: '2' })).toEqual([999, rows - 2]);
	expect(await idsOf({ sort: 'gap', offset: '298', limit: '4' })).toEqual([298, 299, 400, 401]);
	expect(await idsOf({ sort: '-gap', offset: String(rows - 101), limit: '3' })).toEqual([99, 300, 301]);
	const filtered = filter(['id', '<', 10]);
	expect(await idsOf({ sort: '-few', filter: filtered })).toEqual([9, 8, 7, 0, 1, 2, 3, 4, 5, 6]);
	expect(await idsOf({ sort: '-id', filter: filtered, offset: '8' })).toEqual([1, 0]);
});

test('versions share unchanged parts', async () => {
	await build(numbers);
	const before = await partsNow();
	const changed = numbers.replace('hash(range) AS code', 'hash(range + CAST(range = 90000 AS INTEGER)) AS code');
	const added = changed.replace(`range(${rows})`, `range(${rows + 1_000})`);
	const { id } = (await service.json<{ items: BuildSpec[] }>('GET', '/build-specs', { as: 'demo' })).items.find(
		(spec) => spec.destination?.datasetName === 'numbers',
	) as BuildSpec;
	for (const payload of [changed, added]) {
		const last = await partsNow();
		const body = { sources: [], destination: at('numbers'), code: { payload } };
		await service.json('PUT', `/build-specs/${id}`, { as: 'demo', body });
		await run(`/build-specs/${id}/build-runs`);
		const kept = new Set(last.map((part) => part.sha256));
		const rewritten = (await partsNow()).filter((part) => !kept.has(part.sha256));
		expect(rewritten.length).toBeGreaterThan(0);
		expect(rewritten.length).toBeLessThanOrEqual(2);
	}
	expect(before.length).toBeGreaterThan(8);
});

/** Sweeps as if only current versions were kept. */
function sweepVersions() {
	const retention = { ...service.settings.retention, versions: 1, versionsMs: 3_600_000 };
	return sweep({ ...service.platform, settings: { ...service.settings, retention } });
}

test('a build of a dataset from itself replaces all parts at once, and unreferenced parts are swept', async () => {
	await build(numbers);
	const before = await partsNow();
	const stopped = await build("SELECT id, error('no') AS code FROM geography.numbers", ['numbers']);
	expect(stopped.state).toBe('failed');
	expect(await partsNow()).toEqual(before);

	expect(await build('SELECT id + 1 AS id, code FROM geography.numbers', ['numbers'])).toMatchObject({ rows });
	const after = await partsNow();
	expect(await idsOf({ offset: '0', limit: '1' })).toEqual([1]);
	service.wait(7_200_000);
	await sweepVersions();
	const left = objectsOnDisk();
	expect(before.filter((part) => left.includes(part.sha256))).toEqual([]);
	expect(after.filter((part) => !left.includes(part.sha256))).toEqual([]);
	expect(await idsOf({ offset: String(rows - 1) })).toEqual([rows]);

	await build('SELECT 7 AS id, 1::UBIGINT AS code');
	service.wait(7_200_000);
	await sweepVersions();
	expect(await service.platform.catalog.db.select().from(parts)).toEqual([]);
});

test.each([
	['wiping the namespace', '/data/demo/geography/balefire?deleteDatasets=false'],
	['deleting the dataset', '/data/demo/geography/numbers'],
])('%s removes every part', async (_, path) => {
	await build(numbers);
	const held = (await partsNow()).map((part) => part.sha256);
	expect(objectsOnDisk()).toEqual(expect.arrayContaining(held));
	const answer = await service.request('DELETE', path, { as: 'demo' });
	expect(answer.ok).toBe(true);
	expect(objectsOnDisk().filter((value) => held.includes(value))).toEqual([]);
	expect(await service.platform.catalog.db.select().from(parts)).toEqual([]);
	if (path.includes('balefire')) {
		expect(await page({})).toMatchObject({
			rows: [],
			total: 0,
			columns: [{ name: 'id' }, { name: 'code' }, { name: 'day' }],
		});
	}
});

test('renaming the namespace keeps rows and parts, and leaves nothing under the old name', async () => {
	await build(numbers);
	const held = await partsNow();
	const onDisk = objectsOnDisk().sort();
	const border = String((held[0]?.known?.rows ?? 0) - 1);
	const queries = [
		{ offset: border, limit: '3' },
		{ filter: filter(['id', '=', 150_000]) },
		{ sort: '-id', limit: '2' },
	];
	const readAs = (path: string) => Promise.all(queries.map((query) => page(query, path)));
	const schemaOf = (path: string) => service.json<DatasetSchema>('GET', `/schema/demo/${path}`, { as: 'demo' });
	const [answers, schema] = [await readAs('geography/numbers'), await schemaOf('geography/numbers')];
	expect(answers.map((item) => item.rows.length)).toEqual([3, 1, 2]);

	const headers = { authorization: `Bearer ${await service.tokenFor('demo')}`, 'content-type': 'text/plain' };
	const address = `${service.settings.publicUrl}/api/v1/data/demo/geography/rename`;
	expect((await service.app.fetch(new Request(address, { method: 'POST', headers, body: 'earth' }))).status).toBe(200);

	expect(await readAs('earth/numbers')).toEqual(answers);
	expect(await schemaOf('earth/numbers')).toEqual({ ...schema, namespace: 'earth' });
	expect(await partsNow()).toEqual(held);
	expect(objectsOnDisk().sort()).toEqual(onDisk);
	const one = await opened(() => page({ filter: filter(['id', '=', 150_000]) }, 'earth/numbers'));
	expect(new Set(one.objects).size).toBe(1);
	const payload = 'SELECT code FROM earth.numbers WHERE id = 150000';
	const sources = [{ ...at('numbers'), namespace: 'earth' }];
	const read = await opened(() => run('/preview-runs', { sources, code: { payload } }));
	expect(read.value).toMatchObject({ state: 'succeeded', rows: 1 });
	expect(new Set(read.objects)).toEqual(new Set(one.objects));
	const old = await service.request('GET', '/data/demo/geography/numbers', { as: 'demo' });
	expect(old.status).toBe(404);

	expect((await service.request('DELETE', '/data/demo/earth/numbers', { as: 'demo' })).status).toBe(204);
	expect(held.filter((part) => objectsOnDisk().includes(part.sha256))).toEqual([]);
	expect(await service.platform.catalog.db.select().from(parts)).toEqual([]);
});

test('parts that two datasets share are removed with the last one', async () => {
	await build(numbers);
	await build(numbers, [], 'twin');
	const held = await partsNow();
	expect(await partsNow('twin')).toEqual(held);
	await append('twin');
	const twin = (await partsNow('twin')).map((part) => part.sha256);
	const shared = held.map((part) => part.sha256).filter((value) => twin.includes(value));
	expect(shared).toHaveLength(held.length - 1);

	await service.request('DELETE', '/data/demo/geography/numbers', { as: 'demo' });
	const left = objectsOnDisk();
	// The other dataset's first version still has all of them.
	expect(held.filter((part) => !left.includes(part.sha256))).toEqual([]);
	expect(twin.filter((value) => !left.includes(value))).toEqual([]);
	expect((await page({ filter: filter(['id', '>=', rows - 1]) }, 'geography/twin')).total).toBe(1);
	expect((await page({ offset: String(rows) }, 'geography/twin')).rows).toMatchObject([{ id: 777 }]);

	await service.request('DELETE', '/data/demo/geography/twin', { as: 'demo' });
	expect([...held.map((part) => part.sha256), ...twin].filter((value) => objectsOnDisk().includes(value))).toEqual([]);
	expect(await service.platform.catalog.db.select().from(parts)).toEqual([]);
});

test('appending rows rewrites only the last part', async () => {
	await build(numbers);
	const before = await partsNow();
	await append();

	const after = await partsNow();
	expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
	expect((await datasetNow()).rows).toBe(rows + 1);
	expect(await idsOf({ offset: String(rows - 1) })).toEqual([rows - 1, 777]);
});

test.each([
	[
		'as it was read',
		[
			{ from: 'id', column: 'id' },
			{ from: 'code', column: 'code' },
		],
	],
	[
		'with other columns',
		[
			{ from: 'id', column: 'number', type: 'VARCHAR' },
			{ from: 'code', column: '' },
		],
	],
])('a file that is saved %s is split into parts', async (_, columns) => {
	const text = `id,code\n${Array.from({ length: rows }, (_, id) => `${id},${(id * 7_919) % 10_007}`).join('\n')}\n`;
	const asDemo = { as: 'demo' };
	const begun = { target: at('sent'), mode: 'create', file: { name: 'data.csv' } };
	const { id } = await service.json<{ id: string }>('POST', '/file-ingestions', { ...asDemo, body: begun });
	const sha256 = createHash('sha256').update(text).digest('hex');
	const headers = {
		authorization: `Bearer ${await service.tokenFor('demo')}`,
		'content-type': 'application/octet-stream',
	};
	const address = `${service.settings.publicUrl}/api/v1/ingestions/${id}/pieces/1?sha256=${sha256}`;
	await service.app.fetch(new Request(address, { method: 'PUT', headers, body: text }));
	// After the first review, the file is already split as it was read.
	for (const body of [{}, { columns }]) await service.json('POST', `/ingestions/${id}/review`, { ...asDemo, body });
	const done = await service.json('POST', `/ingestions/${id}/commit`, { ...asDemo, body: { chunks: 1 } });
	expect(done).toMatchObject({ state: 'committed', rows });
	const all = await partsNow('sent');
	expect(all.length).toBeGreaterThan(2);
	expect(all.reduce((sum, { known }) => sum + (known?.rows ?? 0), 0)).toBe(rows);
	const [name = ''] = columns.map(({ column }) => column);
	const { rows: last } = await page({ offset: String(rows - 2), limit: '2' }, 'geography/sent');
	expect(last.map((row) => Number(row[name]))).toEqual([rows - 2, rows - 1]);
	const { total } = await page({ filter: filter([name, '=', name === 'id' ? 123_456 : '123456']) }, 'geography/sent');
	expect(total).toBe(1);
});

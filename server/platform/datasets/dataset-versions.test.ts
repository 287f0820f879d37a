import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BuildRun } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { DatasetRows, DatasetSchema } from '#contract/dataset.ts';
import type { DatasetVersion } from '#contract/dataset-version.ts';
import type { RowsComparison } from '#contract/rows/analysis.ts';
import { createTestService, type TestService } from '../../testing/service.ts';
import { sweep } from '../replicas/retention.ts';

let service: TestService;
beforeEach(async () => {
	service = await createTestService({ tokenSeconds: 100 * 86_400 });
});
afterEach(() => service.close());

const day = 86_400_000;
const path = '/data/demo/aviation/counted';
const ask = <T>(method: string, address: string, body?: unknown, as = 'demo') =>
	service.json<T>(method, address, { as, ...(body === undefined ? {} : { body }) });
const versions = async () => (await ask<{ items: DatasetVersion[] }>('GET', `${path}/versions`)).items;
const rowsAt = async (query: string) => (await ask<DatasetRows>('GET', `${path}${query}`)).rows;
const statusOf = async (method: string, address: string, as = 'demo', body?: unknown) =>
	(await service.request(method, address, { as, ...(body === undefined ? {} : { body }) })).status;
const storedObjects = async () => {
	const found = [];
	for await (const { sha256 } of service.platform.objects.list()) found.push(sha256);
	return found.length;
};

let spec: BuildSpec | null = null;
async function build(sql: string): Promise<BuildRun> {
	const destination = { owner: 'demo', namespace: 'aviation', datasetName: 'counted' };
	const body = { sources: [], destination, code: { payload: sql } };
	spec =
		spec === null
			? await ask<BuildSpec>('POST', '/build-specs', body)
			: await ask<BuildSpec>('PUT', `/build-specs/${spec.id}`, body);
	const run = BuildRun.parse(await ask('POST', `/build-specs/${spec.id}/build-runs`));
	await service.platform.running.ended(run.id);
	return BuildRun.parse(await ask('GET', `/build-runs/${run.id}`));
}
beforeEach(() => {
	spec = null;
});

describe('versions of a dataset', () => {
	test('list who wrote what and with which build, newest first, in pages', async () => {
		const first = await build('SELECT 1 AS a');
		const second = await build("SELECT 2 AS a, 'x' AS b UNION ALL SELECT 3, 'y'");
		expect(await versions()).toMatchObject([
			{
				...{ version: 2, by: 'demo', cause: 'build', runId: second.id, rows: 2, restoredFrom: null },
				columns: [
					{ name: 'a', type: 'INTEGER' },
					{ name: 'b', type: 'VARCHAR' },
				],
				builtBy: { runId: second.id, buildSpecId: spec?.id, version: 2, by: 'demo' },
			},
			{ version: 1, by: 'demo', cause: 'build', runId: first.id, rows: 1, columns: [{ name: 'a', type: 'INTEGER' }] },
		]);
		const page = await ask<{ items: DatasetVersion[]; nextCursor: string }>('GET', `${path}/versions?limit=1`);
		const next = await ask<{ items: DatasetVersion[] }>('GET', `${path}/versions?limit=1&cursor=${page.nextCursor}`);
		expect([page.items[0]?.version, next.items.map(({ version }) => version)]).toEqual([2, [1]]);
		const sample = await ask<{ items: DatasetVersion[] }>('GET', '/data/demo/geography/countries/versions');
		expect(sample.items).toMatchObject([{ version: 1, by: null, cause: 'created', builtBy: null }]);
	});

	test('can be read, queried and compared like the dataset', async () => {
		await build('SELECT 1 AS a');
		await build("SELECT 2 AS a, 'x' AS b");
		expect([await rowsAt(''), await rowsAt('?version=1'), await rowsAt('?version=2')]).toEqual([
			[{ a: 2, b: 'x' }],
			[{ a: 1 }],
			[{ a: 2, b: 'x' }],
		]);
		const schema = await ask<DatasetSchema>('GET', '/schema/demo/aviation/counted?version=1');
		expect([schema.version, schema.rows, schema.columns.map(({ name }) => name)]).toEqual([1, 1, ['a']]);
		const source = (version: number) => ({
			...{ kind: 'dataset', owner: 'demo', namespace: 'aviation', datasetName: 'counted', version },
		});
		const view = await ask<DatasetRows>('POST', '/rows/view', { source: source(1) });
		expect(view.rows).toEqual([{ a: 1 }]);
		const comparison = { before: source(1), after: source(2), key: null };
		expect(await ask('POST', '/rows/compare', comparison)).toMatchObject({ counts: { removed: 1, added: 1, same: 0 } });
		expect(await statusOf('GET', `${path}?version=3`)).toBe(404);
		expect(await statusOf('GET', `${path}?version=0`)).toBe(400);
	});

	test('compare equally by the suggested key and by another one', async () => {
		await build('SELECT range AS id, range AS code, range % 7 AS state FROM range(100)');
		await build(
			'SELECT range AS id, range AS code, CASE range WHEN 5 THEN 0 ELSE range % 7 END AS state FROM range(1, 110)',
		);
		const [before, after] = [1, 2].map((version) => ({
			...{ kind: 'dataset', owner: 'demo', namespace: 'aviation', datasetName: 'counted', version },
		}));
		expect(await ask('POST', '/rows/key', { before, after })).toEqual({ key: ['id'] });
		const [proposed, other] = await Promise.all(
			[['id'], ['code']].map((key) => ask<RowsComparison>('POST', '/rows/compare', { before, after, key })),
		);
		expect(proposed?.counts).toEqual({ same: 98, changed: 1, added: 10, removed: 1 });
		expect([other?.counts, other?.withoutKey]).toEqual([proposed?.counts, proposed?.withoutKey]);
		const figures = (compared: RowsComparison | undefined) =>
			compared?.columns.map(({ name, nulls, distinct, sum }) => ({ name, nulls, distinct, sum }));
		expect(figures(proposed)).toEqual(
			expect.arrayContaining([
				expect.objectContaining({
					name: 'id',
					distinct: {
						before: { count: 100, exact: true, reason: null },
						after: { count: 109, exact: true, reason: null },
					},
				}),
			]),
		);
		expect(figures(other)).toEqual(expect.arrayContaining(figures(proposed) ?? []));
	});

	test('are restored as a new version with their rows and columns, keeping descriptions', async () => {
		const run = await build("SELECT 1 AS a, 'x' AS b");
		await ask('PUT', '/schema/demo/aviation/counted/description', { description: 'Kept', columns: { a: 'One' } });
		await build('SELECT 2 AS a');
		const before = await storedObjects();
		const restored = await ask<DatasetSchema>('POST', `${path}/versions/1/restore`);
		expect(restored).toMatchObject({
			version: 3,
			rows: 1,
			description: 'Kept',
			builtBy: { runId: run.id, version: 1 },
		});
		expect(await rowsAt('')).toEqual([{ a: 1, b: 'x' }]);
		expect((await versions())[0]).toMatchObject({ version: 3, cause: 'restored', restoredFrom: 1, by: 'demo' });
		expect(await storedObjects()).toBe(before);
		expect(await statusOf('POST', `${path}/versions/3/restore`)).toBe(409);
		expect(await statusOf('POST', `${path}/versions/9/restore`)).toBe(404);
	});

	test('are restored with their column order', async () => {
		const order = (names: string[]) => ask('PUT', '/schema/demo/aviation/counted/sort-order', { order: names });
		const shown = async (query = '') =>
			(await ask<DatasetSchema>('GET', `/schema/demo/aviation/counted${query}`)).columns.map(({ name }) => name);
		await build('SELECT 1 AS a, 2 AS b, 3 AS c');
		await order(['c', 'a', 'b']);
		await build('SELECT 1 AS a, 2 AS b, 3 AS c');
		await order(['b', 'c', 'a']);
		expect([await shown('?version=1'), await shown()]).toEqual([
			['c', 'a', 'b'],
			['b', 'c', 'a'],
		]);
		await ask('POST', `${path}/versions/1/restore`);
		expect(await shown()).toEqual(['c', 'a', 'b']);
	});

	test('require the same permissions as the dataset', async () => {
		await build('SELECT 1 AS a');
		await build('SELECT 2 AS a');
		// The sample shares the namespace with the guest as viewer.
		expect(await statusOf('GET', `${path}?version=1`, 'guest')).toBe(200);
		expect(await statusOf('POST', `${path}/versions/1/restore`, 'guest')).toBe(403);
		const entry = { username: 'demo', namespace: 'aviation', access: 'write' } as const;
		const token = await service.tokenFor('demo', [{ ...entry, dataset: 'counted' }]);
		expect((await service.request('POST', `${path}/versions/1/restore`, { token })).status).toBe(200);
		const other = await service.tokenFor('demo', [{ ...entry, dataset: 'routes' }]);
		expect((await service.request('GET', `${path}/versions`, { token: other })).status).toBe(404);
		expect((await service.request('POST', `${path}/versions/1/restore`, { token: other })).status).toBe(404);
	});

	test('survive a rename, and a sweep while they’re recent or few', async () => {
		await build('SELECT 1 AS a');
		await build('SELECT 2 AS a');
		const headers = { 'content-type': 'text/plain', authorization: `Bearer ${await service.tokenFor('demo')}` };
		const address = `${service.settings.publicUrl}/api/v1/data/demo/aviation/rename`;
		await service.app.fetch(new Request(address, { method: 'POST', headers, body: 'flying' }));
		service.wait(40 * day);
		await sweep(service.platform);
		const moved = await ask<{ items: DatasetVersion[] }>('GET', path.replace('aviation', 'flying').concat('/versions'));
		expect(moved.items.map(({ version }) => version)).toEqual([2, 1]);
		const retention = { ...service.settings.retention, versions: 1 };
		const sweeping = { ...service.platform, settings: { ...service.settings, retention } };
		await sweep(sweeping);
		const left = await ask<{ items: DatasetVersion[] }>('GET', path.replace('aviation', 'flying').concat('/versions'));
		expect(left.items.map(({ version }) => version)).toEqual([2]);
	});

	test.each([
		['the dataset is deleted', () => statusOf('DELETE', path)],
		['its namespace is wiped', () => statusOf('DELETE', '/data/demo/aviation/balefire?deleteDatasets=true')],
	])('are removed with their objects when %s', async (_, remove) => {
		const before = await storedObjects();
		await build('SELECT 1 AS a');
		await build('SELECT 2 AS a');
		await build('SELECT 3 AS a');
		expect(await storedObjects()).toBe(before + 3);
		expect(await remove()).toBeLessThan(300);
		expect(await storedObjects()).toBeLessThanOrEqual(before);
		expect(await statusOf('GET', `${path}/versions`)).toBe(404);
	});
});

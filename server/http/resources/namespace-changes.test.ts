import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BuildRun } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { DatasetRows, DatasetSchema, DatasetSummary } from '#contract/dataset.ts';
import type { ListedLink } from '#contract/link.ts';
import type { Namespace } from '#contract/namespace.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeEach(async () => {
	service = await createTestService();
});
afterEach(() => service.close());

interface List<T> {
	items: T[];
}
async function post(path: string, body: string, as = 'demo', type = 'text/plain'): Promise<Response> {
	const headers = { 'content-type': type, authorization: `Bearer ${await service.tokenFor(as)}` };
	return service.app.fetch(
		new Request(`${service.settings.publicUrl}/api/v1${path}`, { method: 'POST', body, headers }),
	);
}
const names = async (as = 'demo') =>
	(await service.json<List<Namespace>>('GET', '/namespaces', { as })).items.map((item) => item.namespace);

describe('a new namespace', () => {
	test('is empty and owned by its creator; the same name is rejected in any case', async () => {
		const made = await service.request('POST', '/namespaces', { as: 'guest', body: { namespace: 'Größe 1' } });
		expect([made.status, await made.json()]).toMatchObject([
			201,
			{ username: 'guest', namespace: 'Größe 1', role: 'owner', datasets: 0, rows: 0 },
		]);
		const again = await service.request('POST', '/namespaces', { as: 'guest', body: { namespace: 'größe 1' } });
		expect([again.status, await again.json()]).toMatchObject([409, { error_code: 'CONFLICT' }]);
		expect(await names('guest')).toEqual(['Größe 1', 'aviation']);
		for (const namespace of ['', '..', ' x', 'a/b']) {
			expect((await service.request('POST', '/namespaces', { as: 'guest', body: { namespace } })).status).toBe(400);
		}
	});

	test('can’t be created with a token that can’t write to all of it', async () => {
		const narrow = { username: 'demo', namespace: 'new', dataset: 'one', access: 'write' } as const;
		const token = await service.tokenFor('demo', [narrow]);
		expect((await service.request('POST', '/namespaces', { token, body: { namespace: 'new' } })).status).toBe(403);
	});
});

describe('a description', () => {
	test('can be changed only by the owner, and is shown to users with access', async () => {
		const describeAs = (description: string, as = 'demo') =>
			service.request('PUT', '/namespaces/demo/aviation', { as, body: { description } });
		const answer = await describeAs('Flights in the US');
		expect([answer.status, await answer.json()]).toMatchObject([
			200,
			{ namespace: 'aviation', role: 'owner', datasets: 4, description: 'Flights in the US' },
		]);
		const { items } = await service.json<List<Namespace>>('GET', '/namespaces', { as: 'guest' });
		expect(items).toMatchObject([{ namespace: 'aviation', role: 'viewer', description: 'Flights in the US' }]);
		expect((await describeAs('mine', 'guest')).status).toBe(403);
		expect((await describeAs('x'.repeat(10_001))).status).toBe(400);
		expect((await describeAs('\0')).status).toBe(400);
		expect(
			(await service.request('PUT', '/namespaces/demo/nature', { as: 'guest', body: { description: '' } })).status,
		).toBe(404);
		expect(await (await describeAs('')).json()).toMatchObject({ description: '' });
	});
});

describe('deleting a namespace', () => {
	const remove = (name: string, as = 'demo') => service.request('DELETE', `/namespaces/demo/${name}`, { as });
	const create = (namespace: string) => service.request('POST', '/namespaces', { as: 'demo', body: { namespace } });
	const refusal = async (name: string) => {
		const answer = await remove(name);
		return [answer.status, ((await answer.json()) as { message: string }).message];
	};

	test('is rejected while it isn’t empty, naming what is in it', async () => {
		expect(await refusal('aviation')).toEqual([
			409,
			'demo/aviation still has 4 datasets: airports, bird_strikes, flights and 1 more. Delete them first, or wipe the namespace with its datasets.',
		]);
		await create('fresh');
		const target = { owner: 'demo', namespace: 'fresh', datasetName: 'one' };
		const body = { target, mode: 'create', mapping: [{ from: 'a', column: 'a' }] };
		const { id } = await service.json<{ id: string }>('POST', '/ingestions', { as: 'demo', body });
		expect(await refusal('fresh')).toEqual([
			409,
			'demo/fresh still has an upload in progress. Finish or cancel it first.',
		]);
		await service.request('DELETE', `/ingestions/${id}`, { as: 'demo' });
		expect((await remove('fresh')).status).toBe(204);
		expect(await names()).toEqual(['aviation', 'geography', 'nature']);
	});

	test('is rejected while a build writes to it', async () => {
		await create('fresh');
		const zips = 'geography.zip_codes';
		const body = {
			sources: [{ owner: 'demo', namespace: 'geography', datasetName: 'zip_codes' }],
			destination: { owner: 'demo', namespace: 'fresh', datasetName: 'one' },
			code: { payload: `SELECT count(*) AS n FROM ${zips} a, ${zips} b, ${zips} c` },
		};
		const spec = await service.json<BuildSpec>('POST', '/build-specs', { as: 'demo', body });
		const build = await service.json<BuildRun>('POST', `/build-specs/${spec.id}/build-runs`, { as: 'demo' });
		expect(await refusal('fresh')).toEqual([
			409,
			'A build is writing to demo/fresh. Wait for the build to end, or cancel it.',
		]);
		await service.request('DELETE', `/build-runs/${build.id}`, { as: 'demo' });
		await service.platform.running.ended(build.id);
		expect((await remove('fresh')).status).toBe(204);
	});

	test('removes its shares, and is limited to the owner', async () => {
		await create('fresh');
		const share = { username: 'guest', role: 'editor' };
		await service.request('PUT', '/permissions/namespaces/demo/fresh/shares', { as: 'demo', body: share });
		expect(await names('guest')).toEqual(['aviation', 'fresh']);
		expect((await remove('fresh', 'guest')).status).toBe(403);
		expect((await remove('nature', 'guest')).status).toBe(404);
		expect((await remove('fresh')).status).toBe(204);
		expect(await names('guest')).toEqual(['aviation']);
		expect((await create('fresh')).status).toBe(201);
		expect(await names('guest')).toEqual(['aviation']);
	});

	test('is possible after its datasets were deleted', async () => {
		await service.request('DELETE', '/data/demo/nature/balefire?deleteDatasets=true', { as: 'demo' });
		expect((await remove('nature')).status).toBe(204);
		expect((await service.request('GET', '/namespaces/demo/nature', { as: 'demo' })).status).toBe(404);
	});
});

describe('renaming a namespace', () => {
	test('updates datasets, links, shares, BuildSpecs and token entries, but not payloads', async () => {
		const entry = { username: 'demo', namespace: 'aviation', dataset: 'flights', access: 'read' } as const;
		const any = { ...entry, username: '*' };
		const tokens = [await service.tokenFor('demo', [entry]), await service.tokenFor('guest', [any])];
		for (const token of tokens) {
			expect((await service.request('GET', '/schema/demo/aviation/flights', { token })).status).toBe(200);
		}
		const body = {
			sources: [{ owner: 'DEMO', namespace: 'Aviation', datasetName: 'flights' }],
			destination: { owner: 'guest', namespace: 'mine', datasetName: 'late' },
			code: { payload: 'SELECT * FROM aviation.flights' },
		};
		const theirs = await service.json<BuildSpec>('POST', '/build-specs', { as: 'guest', body });

		const answer = await post('/data/demo/aviation/rename', 'sky');
		expect([answer.status, await answer.json()]).toEqual([200, { username: 'demo', namespace: 'sky' }]);
		expect(await names()).toEqual(['geography', 'nature', 'sky']);
		expect(await names('guest')).toEqual(['sky']);
		expect((await service.request('GET', '/schema/demo/aviation/flights', { as: 'demo' })).status).toBe(404);
		for (const token of tokens) {
			expect((await service.request('GET', '/schema/demo/sky/flights', { token })).status).toBe(200);
			expect((await service.request('GET', '/schema/demo/sky/routes', { token })).status).toBe(404);
		}
		const links = (await service.json<List<ListedLink>>('GET', '/links', { as: 'demo' })).items;
		expect(links.map((link) => link.from.namespace).sort()).toEqual(['geography', 'sky', 'sky', 'sky']);
		const specs = (await service.json<List<BuildSpec>>('GET', '/build-specs', { as: 'demo' })).items;
		const moved = specs.find((spec) => spec.destination.datasetName === 'airport_delays');
		expect(moved).toMatchObject({ version: 2, sources: [{ namespace: 'sky' }, { namespace: 'sky' }] });
		expect(moved?.code.payload).toContain('aviation.flights');
		expect(specs.find((spec) => spec.destination.datasetName === 'quakes_daily')?.version).toBe(1);
		const mine = await service.json<BuildSpec>('GET', `/build-specs/${theirs.id}`, { as: 'guest' });
		expect([mine.version, mine.sources[0]?.namespace, mine.destination]).toEqual([2, 'sky', body.destination]);
		const versions = `/build-specs/${theirs.id}/versions`;
		const [latest] = (await service.json<List<object>>('GET', versions, { as: 'guest' })).items;
		expect(latest).toMatchObject({ version: 2, change: 'renamed', author: 'demo' });
	});

	test('can change only the case; taken and invalid names are rejected', async () => {
		expect((await post('/data/demo/nature/rename', 'Nature')).status).toBe(200);
		expect((await post('/data/demo/nature/rename', 'Nature')).status).toBe(200);
		expect((await post('/data/demo/nature/rename', 'GEOGRAPHY')).status).toBe(409);
		for (const name of ['', 'a/b', ' x', 'x\n', '..']) {
			expect((await post('/data/demo/nature/rename', name)).status).toBe(400);
		}
		const json = await post('/data/demo/nature/rename', '"x"', 'demo', 'application/json');
		expect(json.status).toBe(400);
		expect(await names()).toEqual(['aviation', 'geography', 'Nature']);
	});

	test('is limited to the owner', async () => {
		expect((await post('/data/demo/aviation/rename', 'sky', 'guest')).status).toBe(403);
		expect((await post('/data/demo/nature/rename', 'sky', 'guest')).status).toBe(404);
	});
});

describe('a wipe', () => {
	const wipe = (query = '', as = 'demo') => service.request('DELETE', `/data/demo/geography/balefire${query}`, { as });

	test('removes all rows, links and descriptions, and keeps empty datasets with their columns', async () => {
		const { objects, catalog } = service.platform;
		const [before] = (await catalog.db.select().from(datasets)).filter((candidate) => candidate.name === 'us_states');
		const columns = (await schema('geography/us_states')).columns.map(({ name, type }) => ({ name, type }));
		const order = columns.map((column) => column.name).toReversed();
		await service.request('PUT', '/schema/demo/geography/us_states/sort-order', { as: 'demo', body: { order } });

		const answer = await wipe();
		expect([answer.status, await answer.json()]).toEqual([200, { datasets: 0, rows: 42_968, links: 2, ingestions: 0 }]);
		const emptied = await schema('geography/us_states');
		expect(emptied).toMatchObject({ rows: 0, description: '', licence: null, contact: null, version: 2 });
		expect(emptied.columns).toEqual(columns.map((column) => ({ ...column, description: '' })));
		const rows = await service.json<DatasetRows>('GET', '/data/demo/geography/us_states', { as: 'demo' });
		expect(rows).toMatchObject({ rows: [], total: 0, columns });
		expect(await objects.size(before?.sha256 ?? '')).toBeNull();
		expect((await service.json<List<ListedLink>>('GET', '/links', { as: 'demo' })).items).toHaveLength(2);
		expect(await (await wipe('?deleteDatasets=false')).json()).toMatchObject({ rows: 0, links: 0 });
		expect((await schema('aviation/flights')).rows).toBe(20_000);
	});

	test('also deletes the datasets on request, but no namespaces or BuildSpecs', async () => {
		expect(await (await wipe('?deleteDatasets=true')).json()).toEqual({
			datasets: 4,
			rows: 42_968,
			links: 2,
			ingestions: 0,
		});
		expect((await service.json<List<DatasetSummary>>('GET', '/data/demo/geography', { as: 'demo' })).items).toEqual([]);
		expect(await names()).toEqual(['aviation', 'geography', 'nature']);
		expect((await service.json<List<BuildSpec>>('GET', '/build-specs', { as: 'demo' })).items).toHaveLength(6);
	});

	test('is rejected if the flag is neither true nor false, or the caller isn’t the owner', async () => {
		for (const flag of ['', '1', 'TRUE', 'yes']) expect((await wipe(`?deleteDatasets=${flag}`)).status).toBe(400);
		expect((await wipe('', 'guest')).status).toBe(404);
		const asGuest = await service.request('DELETE', '/data/demo/aviation/balefire', { as: 'guest' });
		expect(asGuest.status).toBe(403);
		const entry = { username: 'demo', namespace: 'geography', dataset: 'countries', access: 'write' } as const;
		const token = await service.tokenFor('demo', [entry]);
		expect((await service.request('DELETE', '/data/demo/geography/balefire', { token })).status).toBe(403);
		expect((await schema('geography/us_states')).rows).toBe(50);
	});

	test('is rejected without a flag if a dataset is named balefire', async () => {
		const { catalog } = service.platform;
		await catalog.write((tx) => tx.update(datasets).set({ name: 'balefire', folded: 'balefire' }).where(isCountries));
		expect((await wipe()).status).toBe(409);
		expect((await schema('geography/us_states')).rows).toBe(50);
		expect((await wipe('?deleteDatasets=true')).status).toBe(200);
	});

	test('fails active and finished previews of the wiped data', async () => {
		const preview = async (payload: string) => {
			const sources = [{ owner: 'demo', namespace: 'geography', datasetName: 'zip_codes' }];
			const body = { sources, code: { payload } };
			return BuildRun.parse(await service.json('POST', '/preview-runs', { as: 'demo', body })).id;
		};
		const done = await preview('SELECT city FROM geography.zip_codes LIMIT 10');
		await service.platform.running.ended(done);
		const slow = await preview(
			'SELECT count(*) FROM geography.zip_codes a, geography.zip_codes b, geography.zip_codes c',
		);
		expect((await wipe('?deleteDatasets=true')).status).toBe(200);
		for (const id of [done, slow]) {
			const run = await service.json<BuildRun>('GET', `/build-runs/${id}`, { as: 'demo' });
			expect([run.state, run.error?.code, run.rows]).toEqual(['failed', 'DATA_WIPED', null]);
			expect((await service.request('GET', `/build-runs/${id}/outputs`, { as: 'demo' })).status).toBe(409);
		}
	});
});

const isCountries = eq(datasets.name, 'countries');
const schema = (dataset: string) => service.json<DatasetSchema>('GET', `/schema/demo/${dataset}`, { as: 'demo' });

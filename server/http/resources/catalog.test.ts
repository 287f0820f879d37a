import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatasetSchema, DatasetSummary } from '#contract/dataset.ts';
import type { ListedLink } from '#contract/link.ts';
import type { Namespace } from '#contract/namespace.ts';
import { ensureUser } from '../../platform/access/users.ts';
import { ensureNamespace } from '../../platform/namespaces/namespaces.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

interface List<T> {
	items: T[];
	nextCursor?: string;
}
const list = <T>(path: string, options: { as?: string; token?: string } = { as: 'demo' }) =>
	service.json<List<T>>('GET', path, options);

describe('namespaces', () => {
	test('list counts and sizes for the owner; a guest sees only shared ones, with the role', async () => {
		const mine = (await list<Namespace>('/namespaces')).items;
		expect(mine.map((item) => [item.namespace, item.role, item.datasets, item.rows])).toEqual([
			['aviation', 'owner', 4, 38_742],
			['geography', 'owner', 4, 42_968],
			['nature', 'owner', 3, 4_665],
		]);
		for (const dataset of mine) {
			expect(dataset.bytes).toBeGreaterThan(10_000);
			expect(dataset.updatedAt).toMatch(/^\d{4}-.*Z$/);
		}
		const theirs = (await list<Namespace>('/namespaces', { as: 'guest' })).items;
		expect(theirs.map((their) => [their.username, their.namespace, their.role])).toEqual([
			['demo', 'aviation', 'viewer'],
		]);
		expect(await service.json('GET', '/namespaces/DEMO/Aviation', { as: 'guest' })).toEqual(theirs[0]);
	});

	test('are listed by name, in pages that tolerate a rename', async () => {
		await service.platform.catalog.write(async (tx) => {
			const now = service.platform.now();
			const user = await ensureUser(tx, { username: 'pager', name: '', email: '' }, now);
			for (const name of ['b', 'a', 'Ö', 'c']) await ensureNamespace(tx, user.id, name, now);
		});
		const names: string[] = [];
		for (let cursor: string | undefined = ''; cursor !== undefined; ) {
			const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
			const page: List<Namespace> = await list<Namespace>(`/namespaces?limit=2${more}`, { as: 'pager' });
			names.push(...page.items.map((item) => item.namespace));
			expect(page.items.length).toBeLessThanOrEqual(2);
			cursor = page.nextCursor;
		}
		expect(names).toEqual(['a', 'b', 'c', 'Ö']);
		const first = await list<Namespace>('/namespaces?limit=2', { as: 'pager' });
		const headers = { authorization: `Bearer ${await service.tokenFor('pager')}`, 'content-type': 'text/plain' };
		const address = `${service.settings.publicUrl}/api/v1/data/pager/b/rename`;
		const renamed = await service.app.fetch(new Request(address, { method: 'POST', headers, body: 'aa' }));
		expect(renamed.status).toBe(200);
		const rest = await list<Namespace>(`/namespaces?limit=2&cursor=${first.nextCursor}`, { as: 'pager' });
		expect(rest.items.map((item) => item.namespace)).toEqual(['c', 'Ö']);
	});

	test('are limited to those that a restricted token names, and count only what it can read', async () => {
		const permission = { username: 'demo', namespace: 'aviation', dataset: 'flights', access: 'read' } as const;
		const token = await service.tokenFor('demo', [permission]);
		const seen = (await list<Namespace>('/namespaces', { token })).items;
		expect(seen.map((item) => [item.namespace, item.datasets, item.rows])).toEqual([['aviation', 1, 20_000]]);
		const datasets = (await list<DatasetSummary>('/data/demo/aviation', { token })).items;
		expect(datasets.map((dataset) => dataset.datasetName)).toEqual(['flights']);
		expect((await service.request('GET', '/schema/demo/aviation/airports', { token })).status).toBe(404);
		expect((await list<ListedLink>('/links', { token })).items).toEqual([]);
	});
});

describe('datasets', () => {
	test('are listed by name, in pages', async () => {
		const first = await list<DatasetSummary>('/data/demo/aviation?limit=3');
		expect(first.items.map((item) => item.datasetName)).toEqual(['airports', 'bird_strikes', 'flights']);
		const rest = await list<DatasetSummary>(`/data/demo/aviation?limit=3&cursor=${first.nextCursor}`);
		expect(rest.items).toMatchObject([{ datasetName: 'routes', columns: 3, rows: 5366, version: 1 }]);
		expect(rest.nextCursor).toBeUndefined();
	});

	test('have columns with types and descriptions, a license and the caller’s access', async () => {
		const schema = await service.json<DatasetSchema>('GET', '/schema/demo/aviation/flights', { as: 'demo' });
		expect(schema).toMatchObject({
			rows: 20_000,
			access: 'write',
			version: 1,
			builtBy: null,
			owner: 'demo',
			namespace: 'aviation',
		});
		expect(schema.columns[2]).toEqual({
			name: 'delay',
			type: 'INTEGER',
			description: 'Delay in minutes; negative if the flight was early.',
		});
		expect(schema.licence).toContain('open');
		const seen = await service.json<DatasetSchema>('GET', '/schema/demo/aviation/flights', { as: 'guest' });
		expect(seen).toEqual({ ...schema, access: 'read' });
	});
});

describe('links', () => {
	const ends = (item: ListedLink) =>
		[item.from, item.to].map((end) => `${end.namespace}.${end.dataset}.${end.columnName}`).join(' → ');

	test('are listed for a dataset, for a namespace in both directions, and for everything', async () => {
		expect(
			(await list<ListedLink>('/links?username=demo&namespace=aviation&dataset=airports')).items.map(ends).sort(),
		).toEqual([
			'aviation.flights.destination → aviation.airports.iata',
			'aviation.routes.origin → aviation.airports.iata',
		]);
		expect((await list<ListedLink>('/links?username=demo&namespace=geography')).items.map(ends).sort()).toEqual([
			'aviation.bird_strikes.Origin State → geography.us_states.state',
			'geography.country_years.country → geography.countries.country',
		]);
		const all = (await list<ListedLink>('/links')).items;
		expect(all).toHaveLength(4);
		const first = await list<ListedLink>('/links?limit=3');
		const rest = await list<ListedLink>(`/links?limit=3&cursor=${first.nextCursor}`);
		expect([...first.items, ...rest.items].map(ends)).toEqual(all.map(ends));
	});

	test('are hidden if the caller can’t read one of their ends', async () => {
		const seen = (await list<ListedLink>('/links', { as: 'guest' })).items.map(ends);
		expect(seen.sort()).toEqual([
			'aviation.flights.destination → aviation.airports.iata',
			'aviation.routes.origin → aviation.airports.iata',
		]);
	});

	test('are rejected for an invalid name', async () => {
		const answer = await service.request('GET', '/links?username=demo&namespace=%00', { as: 'demo' });
		expect([answer.status, await answer.json()]).toMatchObject([400, { sub_errors: [{ path: 'namespace' }] }]);
	});

	test('are rejected for an incomplete name, with the missing part', async () => {
		const answer = await service.request('GET', '/links?dataset=airports&username=demo', { as: 'demo' });
		expect([answer.status, await answer.json()]).toMatchObject([400, { sub_errors: [{ path: 'namespace' }] }]);
	});
});

test.each([
	'/namespaces/demo/geography',
	'/namespaces/demo/nothing',
	'/namespaces/nobody/geography',
	'/namespaces/demo/%00',
	'/data/demo/geography',
	'/schema/demo/geography/us_states',
	'/schema/demo/aviation/nothing',
	'/links?username=demo&namespace=geography',
	'/links?username=demo&namespace=geography&dataset=us_states',
])('%s isn’t found for a guest', async (path) => {
	const answer = await service.request('GET', path, { as: 'guest' });
	expect([answer.status, (await answer.json()) as object]).toMatchObject([404, { error_code: 'NOT_FOUND' }]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListedLink } from '#contract/link.ts';
import type { SearchResult, SearchResults } from '#contract/search.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

const find = (q: string, as = 'demo', more = ''): Promise<SearchResults> =>
	service.json<SearchResults>('GET', `/search?q=${encodeURIComponent(q)}${more}`, { as });
const nameOf = ({ kind, owner, namespace, datasetName, columnName }: SearchResult): string =>
	[kind, [owner, namespace, datasetName, columnName].filter((part) => part !== null).join('/')].join(' ');
const first = async (q: string, as?: string, more?: string) => (await find(q, as, more)).items.slice(0, 5).map(nameOf);

test.each([
	['iata', 'column demo/aviation/airports/iata'],
	['earthquakes magnitude', 'column demo/nature/earthquakes/magnitude'],
	['geography', 'namespace demo/geography'],
	['zipcodes', 'dataset demo/geography/zip_codes'],
	['flihgts', 'dataset demo/aviation/flights'],
	['earthqauke', 'dataset demo/nature/earthquakes'],
	['strikes state', 'build-spec demo/aviation/strikes_by_state'],
])('finds %s in the first five results', async (q, wanted) => {
	expect(await first(q)).toContain(wanted);
});

test('orders results of a filter without words by kind, then by name', async () => {
	for (const namespace of ['Avocado', 'Zoo'])
		await service.request('POST', '/namespaces', { as: 'demo', body: { namespace } });
	const { items } = await find('', 'demo', '&owner=demo&limit=500');
	const kinds = items.map(({ kind }) => kind);
	expect([...new Set(kinds)]).toEqual(['namespace', 'dataset', 'column', 'build-spec', 'link']);
	expect(kinds.slice(0, kinds.lastIndexOf('namespace') + 1)).not.toContain('dataset');
	const namespaces = items.flatMap(({ kind, namespace }) => (kind === 'namespace' ? [namespace] : []));
	expect([namespaces[1], namespaces.at(-1)]).toEqual(['Avocado', 'Zoo']);
	for (const namespace of ['Avocado', 'Zoo'])
		await service.request('DELETE', `/namespaces/demo/${namespace}`, { as: 'demo' });
});

test('returns the type of a column and the matched words', async () => {
	const [found] = (await find('iata', 'demo', '&kinds=column')).items;
	expect(found).toMatchObject({ columnName: 'iata', columnType: 'VARCHAR', words: ['iata'] });
	const typo = (await find('magnitde', 'demo', '&kinds=column')).items[0];
	expect(typo).toMatchObject({ columnName: 'magnitude', words: ['magnitude'] });
});

test('finds descriptions and code, with the line number', async () => {
	await service.request('PUT', '/schema/demo/nature/earthquakes/description', {
		as: 'demo',
		body: { columns: { depth_km: 'How deep the hypocenter lies' } },
	});
	const described = (await find('hypocenter')).items[0];
	expect(described && nameOf(described)).toBe('column demo/nature/earthquakes/depth_km');
	expect(described?.excerpt).toEqual({ from: 'description', text: 'How deep the hypocenter lies', line: null });
	const code = (await find('group by', 'demo', '&kinds=build-spec')).items[0];
	expect(code?.excerpt).toMatchObject({ from: 'code', text: expect.stringMatching(/group by/i) });
	expect(code?.excerpt?.line).toBeGreaterThan(1);
});

test('counts every kind, and returns only the requested ones', async () => {
	const all = await find('airport');
	const columns = await find('airport', 'demo', '&kinds=column&limit=500');
	expect(columns.counts).toEqual(all.counts);
	expect(columns.items).toHaveLength(all.counts.column ?? 0);
	expect(columns.items.every(({ kind }) => kind === 'column')).toBe(true);
	expect((await find('airport', 'demo', '&owner=guest')).items).toEqual([]);
	expect((await find('  ')).items).toEqual([]);
});

test.each([
	['kinds=table', 'kinds'],
	['limit=0', 'limit'],
])('rejects %s', async (parameter, path) => {
	const answer = await service.request('GET', `/search?q=a&${parameter}`, { as: 'demo' });
	expect(answer.status).toBe(400);
	expect(((await answer.json()) as { sub_errors: unknown[] }).sub_errors).toMatchObject([{ path }]);
});

test('follows changes: created, shared, described, revoked and deleted items', async () => {
	const put = (method: string, path: string, body?: unknown) =>
		service.request(method, path, { as: 'demo', ...(body === undefined ? {} : { body }) });
	expect(await first('hydrology')).toEqual([]);
	await put('POST', '/namespaces', { namespace: 'hydrology' });
	expect(await first('hydrology')).toEqual(['namespace demo/hydrology']);
	expect(await first('hydrology', 'guest')).toEqual([]);
	const shares = (name: string) => `/permissions/namespaces/demo/${name}/shares`;
	await put('PUT', shares('hydrology'), { username: 'guest', role: 'viewer' });
	expect(await first('hydrology', 'guest')).toEqual(['namespace demo/hydrology']);
	await put('PUT', '/namespaces/demo/hydrology', { description: 'Gauges of rivers\nand lakes' });
	const [described] = (await find('gauges', 'guest')).items;
	expect(described && nameOf(described)).toBe('namespace demo/hydrology');
	expect(described?.excerpt).toEqual({ from: 'description', text: 'Gauges of rivers', line: null });
	await put('DELETE', shares('hydrology'), { username: 'guest', role: 'viewer' });
	expect(await first('hydrology', 'guest')).toEqual([]);

	const { items } = await service.json<{ items: ListedLink[] }>('GET', '/links', { as: 'demo' });
	const link = items[0];
	if (link === undefined) throw new Error('The sample has no links.');
	const linked = () => find(`link ${link.from.columnName}`, 'demo', '&kinds=link&limit=500');
	const before = (await linked()).counts.link ?? 0;
	expect(before).toBeGreaterThan(0);
	await put('DELETE', `/links/${link.id}`);
	expect((await linked()).counts.link ?? 0).toBe(before - 1);

	await put('DELETE', '/data/demo/nature/field_notes');
	expect(await first('field_notes')).not.toContain('dataset demo/nature/field_notes');
});

test('returns nothing that the caller can’t read, whatever the query', async () => {
	const airports = { username: 'demo', namespace: 'aviation', dataset: 'airports', access: 'read' } as const;
	const token = await service.tokenFor('demo', [airports]);
	for (const q of ['iata', 'airport', 'e', 'state', 'link', 'select']) {
		const { items, counts } = await service.json<SearchResults>('GET', `/search?q=${q}&limit=500`, { token });
		const others = items.filter(({ kind, datasetName }) => kind !== 'namespace' && datasetName !== 'airports');
		expect([q, others]).toEqual([q, []]);
		expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(items.length);
		const asGuest = (await find(q, 'guest', '&limit=500')).items;
		expect(asGuest.filter(({ namespace }) => namespace === 'nature')).toEqual([]);
	}
});

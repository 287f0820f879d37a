import { expect, test } from 'vitest';
import { discoveredNamesIn } from './names-in-answers.ts';

const full = ({ owner, namespace, datasetName }: ReturnType<typeof discoveredNamesIn>[number]) =>
	[owner, namespace, ...(datasetName === null ? [] : [datasetName])].join('/');
const spec = {
	id: '7',
	sources: [{ owner: 'demo', namespace: 'raw', datasetName: 'a' }],
	destination: { owner: 'demo', namespace: 'sales', datasetName: 'b' },
};

test('finds coordinates in a list of BuildSpecs, in a single one, and in one with its ETag', () => {
	const answers = [{ items: [spec] }, spec, { value: spec, etag: '"1"' }, { pages: [{ items: [spec] }] }];
	for (const answer of answers) {
		const seen = discoveredNamesIn(['build-specs'], answer, 'demo');
		expect(seen.map(full)).toEqual(['demo/raw/a', 'demo/sales/b']);
		expect(seen[0]).toMatchObject({ origin: 'BuildSpec', where: 'demo/sales/b', to: '/build-specs/7' });
	}
});

test('finds outputs with their run and columns', () => {
	const output = {
		owner: 'demo',
		namespace: 'sales',
		datasetName: 'b',
		columns: [{ name: 'n', type: 'BIGINT' }, 'odd'],
	};
	const [seen] = discoveredNamesIn(['runs', 'outputs', '0123456789'], { items: [output] }, 'demo');
	expect(seen).toMatchObject({ origin: 'output', where: 'run 01234567', columns: [{ name: 'n', type: 'BIGINT' }] });
});

test('attributes items without an ID to their BuildSpec or run', () => {
	const output = { owner: 'demo', namespace: 'sales', datasetName: 'b' };
	const at = (...key: string[]) => discoveredNamesIn(key, [output], 'demo')[0];
	expect(at('build-specs', 'outputs', '0123456789')).toMatchObject({
		where: '01234567',
		to: '/build-specs/0123456789',
	});
	expect(at('runs', 'checks', '0123456789')).toMatchObject({ where: '01234567', to: '/runs/0123456789' });
	const computed = [{ target: { ...output, datasetName: 'b_{state}' } }];
	expect(discoveredNamesIn(['build-specs', 'outputs', '0123456789'], computed, 'demo')).toEqual([]);
});

test('attributes pipeline outputs to their BuildSpec', () => {
	const target = { owner: 'demo', namespace: 'sales', datasetName: 'c' };
	const seen = discoveredNamesIn(['runs', 'list', 'targets', []], [{ spec, targets: [target] }], 'demo');
	expect(seen.map(full)).toContain('demo/sales/c');
	for (const { origin, where, to } of seen) {
		expect({ origin, where, to }).toEqual({ origin: 'BuildSpec', where: 'demo/sales/b', to: '/build-specs/7' });
	}
});

test('finds both datasets of a link with their columns', () => {
	const end = (dataset: string, columnName: string) => ({ username: 'demo', namespace: 'geo', dataset, columnName });
	const seen = discoveredNamesIn(['links', 'of'], { items: [{ from: end('a', 'x'), to: end('b', 'y') }] }, 'demo');
	expect(seen.map((sighting) => [full(sighting), sighting.columns[0]?.name])).toEqual([
		['demo/geo/a', 'x'],
		['demo/geo/b', 'y'],
	]);
});

test("finds only the namespace in a token's entry for all datasets", () => {
	const answer = { items: [{ name: 'nightly', permissions: [{ username: 'ann', namespace: 'lab', dataset: '*' }] }] };
	const [seen] = discoveredNamesIn(['tokens'], answer, 'demo');
	expect(seen).toMatchObject({ owner: 'ann', namespace: 'lab', datasetName: null, origin: 'token', where: 'nightly' });
});

test('finds the namespace and the queried datasets of a conversation', () => {
	const data = { query: 'select mag from demo.nature.earthquakes', rows: [{ namespace: 'of a row', query: 'a.b.c' }] };
	const turns = [{ namespace: 'nature', artifacts: [{ parts: [{ data }] }] }];
	const seen = discoveredNamesIn(['conversations', 'one'], { mark: { id: 'c', title: 'How strong?' }, turns }, 'demo');
	expect(seen.map(full)).toEqual(['demo/nature', 'demo/nature/earthquakes']);
	expect(seen[0]).toMatchObject({ origin: 'answer', where: 'How strong?', to: '/agents/c' });
});

test('finds nothing in the service’s own lists or in other values', () => {
	expect(discoveredNamesIn(['namespaces'], { items: [{ username: 'demo', namespace: 'geo' }] }, 'demo')).toEqual([]);
	for (const odd of [null, 'text', 7, { items: [null, 3, { owner: 1, namespace: {} }] }, []]) {
		expect(discoveredNamesIn(['build-specs'], odd, 'demo')).toEqual([]);
	}
});

test('stops at a limit in an endless response', () => {
	const loop: Record<string, unknown> = { owner: 'demo', namespace: 'geo' };
	loop.again = loop;
	expect(discoveredNamesIn(['runs'], { items: [{ id: '1', loop }] }, 'demo').length).toBeLessThan(12);
});

test('finds names with a slash in them', () => {
	const turns = [{ namespace: 'ann/raw/old', data: { query: 'select * from demo."raw/old"."a/b"' } }];
	const seen = discoveredNamesIn(['conversations', 'one'], { mark: { id: 'c', title: 'Old?' }, turns }, 'demo');
	expect(seen.map(({ owner, namespace, datasetName }) => [owner, namespace, datasetName])).toEqual([
		['ann', 'raw/old', null],
		['demo', 'raw/old', 'a/b'],
	]);
	const destination = { owner: 'demo', namespace: 'raw/old', datasetName: 'a/b' };
	const [seenSpec] = discoveredNamesIn(['build-specs'], { items: [{ id: '7', destination }] }, 'demo');
	expect(seenSpec?.where).toBe('demo/raw\\/old/a\\/b');
});

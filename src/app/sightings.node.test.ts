import { expect, test } from 'vitest';
import { sightingsIn } from './sightings.ts';

const full = ({ owner, namespace, datasetName }: ReturnType<typeof sightingsIn>[number]) =>
	[owner, namespace, ...(datasetName === null ? [] : [datasetName])].join('/');
const spec = {
	id: '7',
	sources: [{ owner: 'demo', namespace: 'raw', datasetName: 'a' }],
	destination: { owner: 'demo', namespace: 'sales', datasetName: 'b' },
};

test('coordinates of BuildSpecs are seen in the list, in one, and in one with its ETag', () => {
	const answers = [{ items: [spec] }, spec, { value: spec, etag: '"1"' }, { pages: [{ items: [spec] }] }];
	for (const answer of answers) {
		const seen = sightingsIn(['build-specs'], answer, 'demo');
		expect(seen.map(full)).toEqual(['demo/raw/a', 'demo/sales/b']);
		expect(seen[0]).toMatchObject({ origin: 'BuildSpec', where: 'demo/sales/b', to: '/build-specs/7' });
	}
});

test('outputs of a run are seen with the run that they came from, and their columns', () => {
	const output = {
		owner: 'demo',
		namespace: 'sales',
		datasetName: 'b',
		columns: [{ name: 'n', type: 'BIGINT' }, 'odd'],
	};
	const [seen] = sightingsIn(['runs', 'outputs', '0123456789'], { items: [output] }, 'demo');
	expect(seen).toMatchObject({ origin: 'output', where: 'run 01234567', columns: [{ name: 'n', type: 'BIGINT' }] });
});

test('a link teaches both of its datasets with their columns', () => {
	const end = (dataset: string, columnName: string) => ({ username: 'demo', namespace: 'geo', dataset, columnName });
	const seen = sightingsIn(['links', 'of'], { items: [{ from: end('a', 'x'), to: end('b', 'y') }] }, 'demo');
	expect(seen.map((it) => [full(it), it.columns[0]?.name])).toEqual([
		['demo/geo/a', 'x'],
		['demo/geo/b', 'y'],
	]);
});

test('an entry of a token for all datasets teaches the namespace alone', () => {
	const answer = { items: [{ name: 'nightly', permissions: [{ username: 'ann', namespace: 'lab', dataset: '*' }] }] };
	const [seen] = sightingsIn(['tokens'], answer, 'demo');
	expect(seen).toMatchObject({ owner: 'ann', namespace: 'lab', datasetName: null, origin: 'token', where: 'nightly' });
});

test('a conversation teaches the namespace that was asked and the datasets that its queries read', () => {
	const data = { query: 'select mag from demo.nature.earthquakes', rows: [{ namespace: 'of a row', query: 'a.b.c' }] };
	const turns = [{ namespace: 'nature', artifacts: [{ parts: [{ data }] }] }];
	const seen = sightingsIn(['conversations', 'one'], { mark: { id: 'c', title: 'How strong?' }, turns }, 'demo');
	expect(seen.map(full)).toEqual(['demo/nature', 'demo/nature/earthquakes']);
	expect(seen[0]).toMatchObject({ origin: 'answer', where: 'How strong?', to: '/agents/c' });
});

test('what the service lists itself, and what is no answer, teaches nothing', () => {
	expect(sightingsIn(['namespaces'], { items: [{ username: 'demo', namespace: 'geo' }] }, 'demo')).toEqual([]);
	for (const odd of [null, 'text', 7, { items: [null, 3, { owner: 1, namespace: {} }] }, []]) {
		expect(sightingsIn(['build-specs'], odd, 'demo')).toEqual([]);
	}
});

test('an answer without end is looked at to an end', () => {
	const loop: Record<string, unknown> = { owner: 'demo', namespace: 'geo' };
	loop.again = loop;
	expect(sightingsIn(['runs'], { items: [{ id: '1', loop }] }, 'demo').length).toBeLessThan(12);
});

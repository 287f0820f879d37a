import { expect, test } from 'vitest';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { DatasetStatus } from '#contract/dataset-status.ts';
import { around, findDatasets, lineageGraph, lineageOf, namespacesOf, rootsOf, treeOf } from './lineage.ts';
import { readLineageSearch, shownSteps, writeLineageSearch } from './lineage-search.ts';

const at = (name: string) => {
	const [namespace = '', datasetName = ''] = name.split('.');
	return { owner: 'demo', namespace, datasetName };
};
const spec = (to: string, ...from: string[]): BuildSpec => ({
	id: to,
	owner: 'demo',
	version: 1,
	sources: from.map(at),
	destination: at(to),
	code: { payload: '' },
	createdAt: '',
	updatedAt: '',
});
const key = (name: string) => `demo/${name.replace('.', '/').toLowerCase()}`;
const keys = (lineage: ReadonlyMap<string, unknown>) =>
	[...lineage.keys()].map((key) => key.slice(5).replace('/', '.'));

const line = lineageOf([spec('b.two', 'a.One'), spec('b.three', 'b.two', 'a.other'), spec('c.four', 'b.THREE')]);

test('merges spellings of a dataset and links it to its sources and results', () => {
	expect(keys(line)).toEqual(['a.one', 'a.other', 'b.three', 'b.two', 'c.four']);
	expect(line.get(key('b.three'))).toMatchObject({
		up: [key('a.other'), key('b.two')],
		down: [key('c.four')],
		builtBy: [{ id: 'b.three' }],
	});
});

test('shows every dataset a pipeline writes, its destination once', () => {
	const pipeline = spec('b.months', 'a.flights');
	const lineage = lineageOf(
		[pipeline, spec('c.report', 'b.texas')],
		new Map([['b.months', [at('b.months'), at('b.Texas')]]]),
	);
	expect(keys(lineage)).toEqual(['a.flights', 'b.months', 'b.texas', 'c.report']);
	expect(lineage.get(key('b.months'))?.builtBy).toEqual([pipeline]);
	expect(lineage.get(key('b.texas'))).toMatchObject({
		up: [key('a.flights')],
		down: [key('c.report')],
		builtBy: [{ id: 'b.months' }],
	});
});

test('limits lineage to the given steps up and down, without siblings', () => {
	expect(keys(around(line, key('b.three'), 1, 0))).toEqual(['a.other', 'b.three', 'b.two']);
	expect(keys(around(line, key('b.two'), null, null))).toEqual(['a.one', 'b.three', 'b.two', 'c.four']);
	expect(keys(around(line, key('b.none'), null, null))).toEqual([]);
	// Datasets left out aren't referenced either.
	expect(around(line, key('b.three'), 1, 0).get(key('b.two'))?.up).toEqual([]);
});

test('ends cycles in steps, lists and roots', () => {
	const circle = lineageOf([spec('a.x', 'a.y'), spec('a.y', 'a.x'), spec('a.self', 'a.self')]);
	expect(keys(around(circle, key('a.x'), null, null))).toEqual(['a.x', 'a.y']);
	expect(rootsOf(circle)).toEqual([key('a.self'), key('a.x')]);
	expect(treeOf(circle, rootsOf(circle), 'down')).toMatchObject([
		{ dataset: { key: key('a.self') }, branches: [{ rest: 'above' }] },
		{ dataset: { key: key('a.x') }, branches: [{ dataset: { key: key('a.y') }, branches: [{ rest: 'above' }] }] },
	]);
});

test('cuts a long chain at a depth and links to the rest', () => {
	const chain = lineageOf(Array.from({ length: 2_000 }, (_, index) => spec(`a.n${index + 1}`, `a.n${index}`)));
	let deep = treeOf(chain, [key('a.n0')], 'down');
	let depth = 0;
	for (; deep.length > 0 && deep[0]?.rest === 'here'; deep = [...(deep[0]?.branches ?? [])]) depth += 1;
	expect(depth).toBeGreaterThan(5);
	expect(deep[0]?.rest).toBe('deeper');
	expect(around(chain, key('a.n0'), null, null).size).toBe(2_001);
});

test('draws a collapsed namespace as one card and ends its edges there', () => {
	const { nodes, edges } = lineageGraph(line, new Set(['demo/b']));
	expect(nodes.map((node) => [node.title, node.subtitle])).toContainEqual(['demo/b', '2 datasets']);
	expect(nodes).toHaveLength(4);
	expect(edges.map((edge) => [edge.from.node, edge.to.node])).toEqual([
		[key('a.other'), 'namespace demo/b'],
		[key('a.one'), 'namespace demo/b'],
		['namespace demo/b', key('c.four')],
	]);
	expect(namespacesOf(line).map((item) => item.datasets)).toEqual([2, 2, 1]);
});

test('marks missing datasets if the service lists datasets', () => {
	const there = { state: 'current', failedChecks: [] } as unknown as DatasetStatus;
	const statuses = new Map(['a.one', 'b.two', 'b.three', 'c.four'].map((name) => [key(name), there]));
	const subtitles = (known?: typeof statuses) =>
		lineageGraph(line, new Set(), known).nodes.map(({ title, subtitle }) => `${title}: ${subtitle}`);
	expect(subtitles(statuses)).toContain('other: demo/a · Missing');
	expect(subtitles(statuses)).toContain('One: demo/a · Up to date');
	expect(subtitles()).toContain('other: demo/a');
	expect(lineageGraph(line, new Set(['demo/a']), statuses).nodes[0]?.subtitle).toBe('2 datasets · 1 missing');
	statuses.set(key('a.one'), { ...there, failedChecks: ['No gaps'] });
	expect(subtitles(statuses)).toContain('One: demo/a · 1 check failed');
	expect(lineageGraph(line, new Set(['demo/a']), statuses).nodes[0]).toMatchObject({
		subtitle: '2 datasets · 1 missing · 1 check failed',
		tone: 'warning',
	});
	expect(lineageGraph(line, new Set(), statuses).nodes.find(({ title }) => title === 'One')?.tone).toBe('warning');
});

test('finds names by words and restores the view from the URL', () => {
	expect(findDatasets(line, 'T B/')).toEqual(new Set([key('b.three'), key('b.two')]));
	expect(findDatasets(line, ' ')).toBeNull();
	const search = readLineageSearch(
		new URLSearchParams('focus=demo/b/two&up=2&down=x&collapsed=demo/a&collapsed=demo/c'),
	);
	expect(search).toMatchObject({ up: '2', down: '', collapsed: ['demo/a', 'demo/c'] });
	expect(readLineageSearch(writeLineageSearch(search))).toEqual(search);
});

test('starts with one step in a large lineage, and with everything in a small one', () => {
	const focus = key('b.two');
	const steps = (largest: number, up: '' | 'all' = '') => shownSteps(line, focus, { up, down: '' }, largest);
	expect(steps(4)).toEqual({ up: 'all', down: 'all' });
	expect(steps(3)).toEqual({ up: '1', down: '1' });
	expect(steps(3, 'all')).toEqual({ up: 'all', down: '1' });
	expect(shownSteps(line, '', { up: '', down: '' }, 1)).toEqual({ up: 'all', down: 'all' });
});

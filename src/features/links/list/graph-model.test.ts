import { expect, test } from 'vitest';
import type { ListedLink, MatchType } from '#contract/link.ts';
import { around, foundNodes, linkGraph } from './graph-model.ts';

const link = (id: string, from: string, to: string, matchType: MatchType = 'ExactMatch'): ListedLink => {
	const end = (path: string) => {
		const [dataset = '', columnName = ''] = path.split('.');
		return { username: 'demo', namespace: 'aviation', dataset, columnName };
	};
	return { id, from: end(from), to: end(to), matchType, options: {}, createdAt: '2026-01-01T00:00:00.000Z' };
};
const links = [
	link('1', 'flights.origin', 'airports.iata'),
	link('2', 'flights.destination', 'airports.iata'),
	link('3', 'years.country', 'countries.country'),
];
const dataset = (datasetName: string) => ({ owner: 'demo', namespace: 'aviation', datasetName });
const spec = {
	id: 'b',
	owner: 'demo',
	version: 1,
	sources: [dataset('Flights')],
	destination: dataset('delays'),
	code: { payload: '' },
	createdAt: '',
	updatedAt: '',
};

test('draws a dataset as one card with each linked column once, and lineage as its own layer', () => {
	const graph = linkGraph(links, [spec], new Set());
	expect(graph.nodes.map((node) => [node.title, node.rows.map((row) => row.id)])).toEqual([
		['flights', ['destination', 'origin']],
		['airports', ['iata']],
		['years', ['country']],
		['countries', ['country']],
		['delays', []],
	]);
	expect(graph.edges.at(-1)).toMatchObject({ kind: 'lineage', from: { node: 'demo/aviation/flights', row: null } });
	expect(linkGraph(links, [], new Set()).edges.map((edge) => edge.kind)).not.toContain('lineage');
});

test('shows a card with its linked cards only, and finds it by its columns', () => {
	const graph = linkGraph(links, [], new Set());
	expect(around(graph, 'demo/aviation/airports').nodes.map((node) => node.title)).toEqual(['flights', 'airports']);
	expect([...(foundNodes(graph, 'IATA') ?? [])]).toEqual(['demo/aviation/airports']);
	expect(foundNodes(graph, ' ')).toBeNull();
});

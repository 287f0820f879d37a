import { expect, test } from 'vitest';
import { formatCoordinate } from '#contract/dataset.ts';
import { readCoordinate } from '../names/model.ts';
import { searchCoordinates } from './coordinate-options.tsx';
import { addSource, knownCoordinates } from './coordinates.ts';

test.each([
	['ann/aviation/flights', { owner: 'ann', namespace: 'aviation', datasetName: 'flights' }],
	[' aviation/flights ', { owner: 'demo', namespace: 'aviation', datasetName: 'flights' }],
	['ann/the "sky" 🪐/100%?#', { owner: 'ann', namespace: 'the "sky" 🪐', datasetName: '100%?#' }],
	['ann/daily data/v1.2', { owner: 'ann', namespace: 'daily data', datasetName: 'v1.2' }],
])('reads "%s" as a coordinate', (text, coordinate) => {
	expect(readCoordinate(text, 'demo')).toEqual({ coordinate, problem: null });
});

test.each([
	['flights', 'owner/namespace/dataset'],
	['a/b/c/d', 'owner/namespace/dataset'],
	['aviation/', 'The dataset name is empty.'],
	['demo//flights', 'The namespace name is empty.'],
	['demo/../flights', 'The namespace name can’t be "..".'],
	['demo/ aviation/flights', 'The namespace name starts or ends with a space. Remove the space.'],
])('rejects "%s" and says why', (text, words) => {
	const read = readCoordinate(text, 'demo');
	expect(read.coordinate).toBeNull();
	expect(read.problem).toContain(words);
});

test.each(['a/b', 'a\\', '\\/', 'a\\/b\\\\'])(
	'writes a dataset named %s so that it reads back unchanged',
	(datasetName) => {
		const coordinate = { owner: 'ann', namespace: datasetName, datasetName };
		expect(readCoordinate(formatCoordinate(coordinate), 'demo')).toEqual({ coordinate, problem: null });
	},
);

test('adds a source once, with its owner, ignoring case', () => {
	const first = addSource([], 'aviation/flights', 'demo');
	expect(first).toEqual({ sources: ['demo/aviation/flights'], problem: null });
	const again = addSource(first.sources, 'demo/Aviation/FLIGHTS', 'demo');
	expect(again.sources).toBe(first.sources);
	expect(again.problem).toBe('demo/Aviation/FLIGHTS is already a source.');
});

test('suggests each dataset that BuildSpecs reference once', () => {
	const flights = { owner: 'demo', namespace: 'aviation', datasetName: 'flights' };
	const delays = { ...flights, datasetName: 'delays' };
	expect(
		knownCoordinates([
			{ sources: [flights], destination: delays },
			{ sources: [flights, delays], destination: { ...delays, datasetName: 'a' } },
		]),
	).toEqual(['demo/aviation/a', 'demo/aviation/delays', 'demo/aviation/flights']);
});

test('finds coordinates by words in any part and ranks dataset matches first', () => {
	const known = ['ann/flights/daily', 'demo/aviation/airport_delays', 'demo/aviation/flights', 'demo/earth/quakes'];
	expect(searchCoordinates(known, 'fl')).toEqual(['demo/aviation/flights', 'ann/flights/daily']);
	expect(searchCoordinates(known, 'avi del')).toEqual(['demo/aviation/airport_delays']);
	expect(searchCoordinates(known, 'demo.earth')).toEqual(['demo/earth/quakes']);
	expect(searchCoordinates(known, '')).toEqual(known);
	const unbuilt = new Set(['demo/aviation/flights']);
	expect(searchCoordinates(known, 'fl', unbuilt)).toEqual(['ann/flights/daily', 'demo/aviation/flights']);
});

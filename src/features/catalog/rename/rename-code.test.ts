import { expect, test } from 'vitest';
import { namesWord, renameInSql } from './rename-code.ts';

const rename = { owner: 'demo', from: 'nature', to: 'earth' };
const change = (payload: string, to = rename.to) =>
	renameInSql(
		{
			sources: [
				{ owner: 'demo', namespace: 'nature', datasetName: 'quakes' },
				{ owner: 'demo', namespace: 'aviation', datasetName: 'flights' },
				{ owner: 'ann', namespace: 'nature', datasetName: 'birds' },
			],
			code: { payload },
		},
		{ ...rename, to },
	);

test('renames sources in every notation', () => {
	expect(change('SELECT * FROM nature.quakes q')).toBe('SELECT * FROM earth.quakes q');
	expect(change('from demo.nature.quakes')).toBe('from demo.earth.quakes');
	expect(change('from "Nature" . "quakes" where nature.quakes.mag > 5.0')).toBe(
		'from "earth" . "quakes" where earth.quakes.mag > 5.0',
	);
	expect(change('from nature /* of */ .quakes')).toBe('from earth /* of */ .quakes');
});

test('quotes a new name if SQL requires it', () => {
	expect(change('from nature.quakes', 'my earth')).toBe('from "my earth".quakes');
	expect(change('from nature.quakes', 'order')).toBe('from "order".quakes');
	expect(change('from nature.quakes', 'a.b')).toBe('from "a.b".quakes');
});

test('keeps strings, comments, columns, aliases and other owners’ namespaces', () => {
	for (const payload of [
		"select 'nature.quakes'",
		"select 'it''s nature.quakes'",
		'select 1 -- nature.quakes',
		'/* nature.quakes */ select 1',
		'select $$nature.quakes$$',
		'select nature from aviation.flights',
		'select nature.magnitude from aviation.flights nature',
		'from ann.nature.birds',
		'from nature.birds',
		'from x.nature.quakes',
		'select a.demo.nature.quakes',
		'select "nature.quakes"',
		'select good_nature.quakes',
	])
		expect(change(payload), payload).toBeNull();
});

test('finds code that contains the name as a whole word', () => {
	expect(namesWord('{"gitPipeline": "nature"}', 'Nature')).toBe(true);
	expect(namesWord('good_nature natures', 'nature')).toBe(false);
	expect(namesWord('a.b', 'a.b')).toBe(true);
	expect(namesWord('axb', 'a.b')).toBe(false);
});

const ofDataset = (payload: string, to = 'shocks') =>
	renameInSql(
		{
			sources: [
				{ owner: 'demo', namespace: 'nature', datasetName: 'quakes' },
				{ owner: 'ann', namespace: 'nature', datasetName: 'birds' },
			],
			code: { payload },
		},
		{ owner: 'demo', namespace: 'nature', from: 'quakes', to },
	);

test('renames a dataset and its column qualifiers, but nothing else with that name', () => {
	expect(ofDataset('from nature.quakes q where q.mag > 5')).toBe('from nature.shocks q where q.mag > 5');
	expect(ofDataset('from demo."nature".Quakes where quakes.mag > 5 or nature.quakes.mag < 1')).toBe(
		'from demo."nature".shocks where shocks.mag > 5 or nature.shocks.mag < 1',
	);
	expect(ofDataset('from nature.quakes join ann.nature.birds on quakes.id = birds.id', 'my shocks')).toBe(
		'from nature."my shocks" join ann.nature.birds on "my shocks".id = birds.id',
	);
	expect(ofDataset('with quakes as (from nature.quakes) select quakes.mag from quakes')).toBe(
		'with quakes as (from nature.shocks) select quakes.mag from quakes',
	);
	for (const payload of ['select quakes from nature.birds', "select 'nature.quakes'", 'from ann.nature.quakes'])
		expect(ofDataset(payload), payload).toBeNull();
});

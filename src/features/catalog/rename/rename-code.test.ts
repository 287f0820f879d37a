import { expect, test } from 'vitest';
import { namesNamespace, renameInSql } from './rename-code.ts';

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

test('renames sources however they are written', () => {
	expect(change('SELECT * FROM nature.quakes q')).toBe('SELECT * FROM earth.quakes q');
	expect(change('from demo.nature.quakes')).toBe('from demo.earth.quakes');
	expect(change('from "Nature" . "quakes" where nature.quakes.mag > 5.0')).toBe(
		'from "earth" . "quakes" where earth.quakes.mag > 5.0',
	);
	expect(change('from nature /* of */ .quakes')).toBe('from earth /* of */ .quakes');
});

test('quotes a name that SQL needs in quotes', () => {
	expect(change('from nature.quakes', 'my earth')).toBe('from "my earth".quakes');
	expect(change('from nature.quakes', 'order')).toBe('from "order".quakes');
	expect(change('from nature.quakes', 'a.b')).toBe('from "a.b".quakes');
});

test('keeps strings, comments, columns, aliases and namespaces of others', () => {
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

test('finds code that contains the name', () => {
	expect(namesNamespace('{"gitPipeline": "nature"}', 'Nature')).toBe(true);
	expect(namesNamespace('good_nature natures', 'nature')).toBe(false);
	expect(namesNamespace('a.b', 'a.b')).toBe(true);
	expect(namesNamespace('axb', 'a.b')).toBe(false);
});

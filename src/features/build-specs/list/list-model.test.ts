import { expect, test } from 'vitest';
import type { BuildSpec } from '#contract/build-spec.ts';
import { filterChoices, rowFilter, sortRows, toRows } from './list-model.ts';
import { isFiltered, noSearch, readListSearch, readSort, writeListSearch } from './list-search.ts';

const spec = (index: number, over: Partial<BuildSpec> = {}): BuildSpec => ({
	id: `id-${index}`,
	owner: index % 2 === 0 ? 'demo' : 'ann',
	version: index,
	sources: [{ owner: 'demo', namespace: 'raw', datasetName: `source_${index % 7}` }],
	destination: { owner: 'demo', namespace: index % 3 === 0 ? 'sales' : 'Aviation', datasetName: `set_${index}` },
	code: { payload: `select ${index} as value from raw.source_${index % 7}` },
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
	...over,
});
const rows = toRows(Array.from({ length: 10_000 }, (_, index) => spec(index)));
const find = (search: Partial<typeof noSearch>, drafts: string[] = []) =>
	rowFilter(rows, new Set(drafts))({ ...noSearch, ...search }).map((row) => row.spec.id);

test('matches all words in names and code, ignoring case', () => {
	expect(find({ q: 'AVIATION/set_4999' })).toEqual(['id-4999']);
	expect(find({ q: 'select 1234 ' })).toEqual(['id-1234']);
	expect(find({ q: 'value  sales set_300' }).slice(0, 2)).toEqual(['id-300', 'id-3000']);
	expect(find({ q: 'nothing has this' })).toEqual([]);
	expect(find({ q: '  ' })).toHaveLength(10_000);
});

test('combines the owner, source, namespace and draft filters', () => {
	expect(find({ owner: 'ann' })).toHaveLength(5_000);
	expect(find({ destination: 'demo/sales', source: 'demo/raw/source_0', owner: 'demo' }).slice(0, 2)).toEqual([
		'id-0',
		'id-42',
	]);
	expect(find({ draft: '1' }, ['id-7', 'id-of-a-deleted-one'])).toEqual(['id-7']);
});

test('tells a namespace with a slash in its name from one named like its first part', () => {
	const destination = { owner: 'demo', namespace: 'a/b', datasetName: 'c' };
	const odd = toRows([spec(1, { destination }), spec(2, { destination: { ...destination, namespace: 'a' } })]);
	const { destination: choices } = filterChoices(odd, '');
	const found = choices.map((choice) => rowFilter(odd, new Set())({ ...noSearch, destination: choice }));
	expect(found.map((some) => some.map((row) => row.spec.id))).toEqual([['id-2'], ['id-1']]);
});

test('finds the same rows regardless of earlier searches', () => {
	const filter = rowFilter(rows, new Set(['id-7']));
	const searches = [
		...['s', 'se', 'set_12', 'et_12 a', 'et_12 "aviation/', 'set_1', '1', ''].map((q) => ({ ...noSearch, q })),
		{ ...noSearch, q: '7', owner: 'ann' },
		{ ...noSearch, q: '77', owner: 'demo' },
		{ ...noSearch, q: '77', draft: '1' },
		{ ...noSearch, q: '7', destination: 'demo/sales' },
		{ ...noSearch, q: '7' },
	] as const;
	for (const search of searches) {
		const alone = rowFilter(rows, new Set(['id-7']))(search);
		expect(filter(search), JSON.stringify(search)).toEqual(alone);
	}
});

test('sorts every column in both directions, ties by name', () => {
	const few = toRows([
		spec(1, { version: 10, updatedAt: 'yesterday' }),
		spec(2, { version: 9 }),
		spec(3, { version: 9 }),
	]);
	const order = (sort: Parameters<typeof sortRows>[1]) => sortRows(few, sort).map((row) => row.spec.id);
	expect(order('version')).toEqual(['id-2', 'id-3', 'id-1']);
	expect(order('-version')).toEqual(['id-1', 'id-2', 'id-3']);
	expect(order('-updated').slice(1)).toEqual(['id-3', 'id-2']);
	expect(order('name')).toEqual(['id-1', 'id-2', 'id-3']);
});

test('offers each filter choice once', () => {
	const choices = filterChoices(rows, '');
	expect(choices.owner).toEqual(['ann', 'demo']);
	expect(choices.destination).toEqual(['demo/Aviation', 'demo/sales']);
	expect(filterChoices(rows, 'demo/sales').destination).toContain('demo/sales/set_42');
	expect(choices.source).toHaveLength(7);
});

test('writes only non-default values to the URL and falls back on invalid ones', () => {
	const search = { ...noSearch, q: 'a&b=c', sort: '-updated' } as const;
	expect(writeListSearch(noSearch).toString()).toBe('');
	expect(readListSearch(writeListSearch(search))).toEqual(search);
	expect(readListSearch(new URLSearchParams('sort=size&draft=maybe&q=x&unknown=1'))).toEqual({ ...noSearch, q: 'x' });
	expect(isFiltered({ ...noSearch, sort: '-name' })).toBe(false);
	expect(readSort('-version')).toBe('-version');
	expect(readSort('')).toBe('name');
});

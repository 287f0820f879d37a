import { expect, test } from 'vitest';
import { nextSort, sortByColumn } from './list-sort.ts';

const rows = [
	{ name: 'b', size: 2 },
	{ name: 'a', size: 2 },
	{ name: 'c', size: 1 },
];
const keys = { name: (it: (typeof rows)[number]) => it.name, size: (it: (typeof rows)[number]) => it.size };
const names = (sort: string) => sortByColumn(rows, sort, keys).map((it) => it.name);

test('rows are sorted up and down, and those that are alike stay as they are listed', () => {
	expect(names('size')).toEqual(['c', 'b', 'a']);
	expect(names('-size')).toEqual(['b', 'a', 'c']);
	expect(names('name')).toEqual(['a', 'b', 'c']);
});

test('a column that is not there, from an old address, leaves the list as it is', () => {
	expect(names('-gone')).toEqual(['b', 'a', 'c']);
	expect(names('')).toEqual(['b', 'a', 'c']);
});

test('a header goes up, down, and back to the list as it came', () => {
	expect(nextSort('', 'size')).toBe('size');
	expect(nextSort('size', 'size')).toBe('-size');
	expect(nextSort('-size', 'size')).toBe('');
	expect(nextSort('-name', 'size')).toBe('size');
});

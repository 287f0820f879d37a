import { expect, test } from 'vitest';
import { nextSort, sortByColumn } from './list-sort.ts';

const rows = [
	{ name: 'b', size: 2 },
	{ name: 'a', size: 2 },
	{ name: 'c', size: 1 },
];
const keys = { name: (item: (typeof rows)[number]) => item.name, size: (item: (typeof rows)[number]) => item.size };
const names = (sort: string) => sortByColumn(rows, sort, keys).map((item) => item.name);

test('sorts in both directions and keeps the order of equal rows', () => {
	expect(names('size')).toEqual(['c', 'b', 'a']);
	expect(names('-size')).toEqual(['b', 'a', 'c']);
	expect(names('name')).toEqual(['a', 'b', 'c']);
});

test('leaves the list unsorted for an unknown column', () => {
	expect(names('-gone')).toEqual(['b', 'a', 'c']);
	expect(names('')).toEqual(['b', 'a', 'c']);
});

test('cycles a header through ascending, descending and unsorted', () => {
	expect(nextSort('', 'size')).toBe('size');
	expect(nextSort('size', 'size')).toBe('-size');
	expect(nextSort('-size', 'size')).toBe('');
	expect(nextSort('-name', 'size')).toBe('size');
});

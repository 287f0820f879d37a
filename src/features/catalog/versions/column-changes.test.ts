import { expect, test } from 'vitest';
import { columnChanges } from './column-changes.ts';

const columns = (text: string) => text.split(' ').map((item) => ({ name: item[0] ?? '', type: item.slice(2) }));

test('lists added columns, then removed ones, then those with another type', () => {
	expect(columnChanges(columns('a:INTEGER b:VARCHAR c:DATE'), columns('c:VARCHAR d:DATE a:INTEGER'))).toEqual([
		'added d',
		'removed b',
		'c: DATE → VARCHAR',
	]);
});

test('ignores the order of columns', () => {
	expect(columnChanges(columns('a:INTEGER b:VARCHAR'), columns('b:VARCHAR a:INTEGER'))).toEqual([]);
});

test('lists only the first of many columns', () => {
	const six = 'a:INTEGER b:INTEGER c:INTEGER d:INTEGER e:INTEGER f:INTEGER';
	expect(columnChanges([], columns(six))).toEqual(['added a, b, c, d, e, f']);
	expect(columnChanges([], columns(`${six} g:INTEGER`))).toEqual(['added a, b, c, d, e, 2 more']);
});

import { expect, test } from 'vitest';
import { columnProblems, doubledNames, moveColumn, readNames, rebaseOrder, sortColumns } from './column-order-model.ts';

test('a column goes where it is put, and no further than the ends', () => {
	expect(moveColumn(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
	expect(moveColumn(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
	expect(moveColumn(['a', 'b', 'c'], 1, 99)).toEqual(['a', 'c', 'b']);
	expect(moveColumn(['a', 'b', 'c'], 1, -5)).toEqual(['b', 'a', 'c']);
});

test('names are sorted as people read them', () => {
	expect(sortColumns(['x10', 'b', 'X9', 'A'])).toEqual(['A', 'b', 'X9', 'x10']);
});

test('an order keeps what was moved when columns came and went', () => {
	const { order, added, removed } = rebaseOrder(['d', 'a', 'b', 'c'], ['new0', 'a', 'c', 'new1', 'd']);
	expect(order).toEqual(['new0', 'd', 'a', 'c', 'new1']);
	expect(added).toEqual(['new0', 'new1']);
	expect(removed).toEqual(['b']);
});

test('new columns that follow each other stay so', () => {
	expect(rebaseOrder(['b', 'a'], ['a', 'x', 'y', 'b']).order).toEqual(['b', 'a', 'x', 'y']);
});

test('finds the column that each problem is about', () => {
	const said = [
		{ code: 'order.1', message: 'no such column' },
		{ code: 'order', message: 'one is missing' },
	];
	expect([...columnProblems(said, ['a', 'gone'])]).toEqual([['gone', 'no such column']]);
});

test('typed names are one a line, and doubled ones are told once', () => {
	expect(readNames('a\r\n\n b\nc \n')).toEqual(['a', ' b', 'c ']);
	expect(doubledNames(['a', 'b', 'a', 'a'])).toEqual(['a']);
});

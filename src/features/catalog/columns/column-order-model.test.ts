import { expect, test } from 'vitest';
import { columnProblems, doubledNames, moveColumn, readNames, rebaseOrder, sortColumns } from './column-order-model.ts';

test('moves a column to its target, or at most to either end', () => {
	expect(moveColumn(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
	expect(moveColumn(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
	expect(moveColumn(['a', 'b', 'c'], 1, 99)).toEqual(['a', 'c', 'b']);
	expect(moveColumn(['a', 'b', 'c'], 1, -5)).toEqual(['b', 'a', 'c']);
});

test('sorts names case-insensitively, and numbers by value', () => {
	expect(sortColumns(['x10', 'b', 'X9', 'A'])).toEqual(['A', 'b', 'X9', 'x10']);
});

test('keeps moved columns in place when others are added or removed', () => {
	const { order, added, removed } = rebaseOrder(['d', 'a', 'b', 'c'], ['new0', 'a', 'c', 'new1', 'd']);
	expect(order).toEqual(['new0', 'd', 'a', 'c', 'new1']);
	expect(added).toEqual(['new0', 'new1']);
	expect(removed).toEqual(['b']);
});

test('keeps consecutive new columns together', () => {
	expect(rebaseOrder(['b', 'a'], ['a', 'x', 'y', 'b']).order).toEqual(['b', 'a', 'x', 'y']);
});

test('finds the column each problem is about', () => {
	const problems = [
		{ code: 'NOT_FOUND', path: 'order.1', message: 'no such column' },
		{ code: 'REQUIRED', path: 'order', message: 'one is missing' },
	];
	expect([...columnProblems(problems, ['a', 'gone'])]).toEqual([['gone', 'no such column']]);
});

test('reads one name per line and lists each duplicate once', () => {
	expect(readNames('a\r\n\n b\nc \n')).toEqual(['a', ' b', 'c ']);
	expect(doubledNames(['a', 'b', 'a', 'a'])).toEqual(['a']);
});

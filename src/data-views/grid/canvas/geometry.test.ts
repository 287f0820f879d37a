import { describe, expect, test } from 'vitest';
import {
	columnAt,
	columnEdges,
	columnsInView,
	offsetAfter,
	offsetToShow,
	rowHeight,
	rowsInView,
	scrollHeight,
	scrollLeftAfter,
	tallest,
	topOf,
} from './geometry.ts';

const view = 600;
const of = (rows: number) => ({ content: rows * rowHeight, view });

test('scrolls a list that fits into an element pixel by pixel', () => {
	const extent = of(1_000);
	expect(scrollHeight(extent)).toBe(28_000);
	expect(topOf(1_234, extent)).toBe(1_234);
	expect(offsetAfter(1_234, { top: 0, offset: 0 }, extent)).toBe(1_234);
	expect(offsetAfter(99_999, { top: 0, offset: 0 }, extent)).toBe(28_000 - view);
});

describe('a list taller than the tallest element', () => {
	const extent = of(10_000_000);

	test('shows its first and last row at the ends of the scroll bar', () => {
		expect(scrollHeight(extent)).toBe(tallest);
		const end = tallest - view;
		const offset = offsetAfter(end, { top: 0, offset: 0 }, extent);
		expect(rowsInView(offset, view, 10_000_000).end).toBe(10_000_000);
		expect(offsetAfter(0, { top: end, offset }, extent)).toBe(0);
		expect(topOf(offset, extent)).toBe(end);
	});

	test('moves by the wheel’s pixels, so no row is skipped', () => {
		const from = { top: 7_000_000, offset: 130_000_000 };
		expect(offsetAfter(from.top + 100, from, extent)).toBe(130_000_100);
		expect(offsetAfter(from.top - 100, from, extent)).toBe(129_999_900);
	});

	test('moves proportionally when the scroll bar is dragged', () => {
		const half = (tallest - view) / 2;
		expect(offsetAfter(half, { top: 0, offset: 0 }, extent)).toBeCloseTo((280_000_000 - view) / 2, 0);
	});
});

test('scrolls the shortest way to a row', () => {
	const extent = of(1_000);
	expect(offsetToShow(0, 500, extent)).toBe(0);
	expect(offsetToShow(20, 0, extent)).toBe(0);
	expect(offsetToShow(50, 0, extent)).toBe(51 * rowHeight - view);
	expect(offsetToShow(999, 0, extent)).toBe(28_000 - view);
});

test('finds rows and columns in view', () => {
	expect(rowsInView(0, view, 1_000)).toEqual({ start: 0, end: 22 });
	expect(rowsInView(27, view, 1_000)).toEqual({ start: 0, end: 23 });
	expect(rowsInView(0, view, 3)).toEqual({ start: 0, end: 3 });
	expect(rowsInView(0, view, 0)).toEqual({ start: 0, end: 0 });
	const edges = columnEdges(Array.from({ length: 500 }, () => 100));
	expect(columnsInView(edges, 0, 350)).toEqual({ start: 0, end: 4 });
	expect(columnsInView(edges, 49_800, 350)).toEqual({ start: 498, end: 500 });
	expect(columnsInView(columnEdges([]), 0, 350)).toEqual({ start: 0, end: 0 });
	expect(columnAt(edges, 250)).toBe(2);
	expect(columnAt(edges, 1e9)).toBe(499);
	expect(columnAt(edges, -5)).toBe(0);
});

describe('changed column widths', () => {
	const before = columnEdges([100, 100, 100, 100]);

	test('scroll only if a column before the view grew', () => {
		expect(scrollLeftAfter({ left: 0, view: 150, active: null }, before, columnEdges([100, 180, 100, 100]))).toBe(0);
		expect(scrollLeftAfter({ left: 120, view: 150, active: null }, before, columnEdges([100, 180, 100, 100]))).toBe(
			120,
		);
		expect(scrollLeftAfter({ left: 120, view: 150, active: null }, before, columnEdges([130, 100, 100, 100]))).toBe(
			150,
		);
	});

	test('keep the active column fully in view', () => {
		const grown = columnEdges([100, 100, 100, 160]);
		expect(scrollLeftAfter({ left: 200, view: 200, active: 3 }, before, grown)).toBe(260);
		expect(scrollLeftAfter({ left: 100, view: 200, active: 3 }, before, grown)).toBe(100);
		expect(scrollLeftAfter({ left: 300, view: 100, active: 3 }, before, grown)).toBe(300);
	});
});

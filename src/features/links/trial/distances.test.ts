import { expect, test } from 'vitest';
import { binsOf, positionOf, rowsWithin, stopAt, stopsOf } from './distances.ts';

const distances = {
	within: [
		{ meters: 1_000, rows: 2 },
		{ meters: 10_000, rows: 39 },
		{ meters: 25_000, rows: 50 },
	],
	farther: 3,
	points: [],
};

test('counts distances between edges, and farther ones in the last bar', () => {
	expect(binsOf(distances).map((bin) => bin.rows)).toEqual([2, 37, 11, 3]);
	expect(binsOf(distances).at(-1)).toEqual({ from: 25_000, to: null, rows: 3 });
});

test('stops the handle at every edge and shows that distance', () => {
	for (const { meters } of distances.within) expect(stopsOf(distances)).toContain(meters);
	for (const stop of stopsOf(distances)) expect(stopAt(distances, positionOf(distances, stop))).toBe(stop);
	expect(stopAt(distances, 0.5)).toBe(10_000);
	expect(stopAt(distances, 1)).toBe(25_000);
});

test('counts the rows within an edge, and doesn’t guess between edges', () => {
	expect(rowsWithin(distances, 10_000)).toBe(39);
	expect(rowsWithin(distances, 12_000)).toBeNull();
});

import { expect, test } from 'vitest';
import { NumberStatistics } from './number-statistics.ts';
import { sortDoubles } from './sort-doubles.ts';
import { Tally } from './tally.ts';

function taken(numbers: readonly number[], room: number) {
	const tally = new Tally(1_000, false);
	const taker = new NumberStatistics(true, room, tally, false);
	taker.addAll(Float64Array.from(numbers));
	taker.end();
	return { facts: taker.facts(), bins: taker.bins.bins(), distinct: taker.distinct() ?? tally.distinct().count };
}

test('gives the same result below and above the cap if there are few distinct numbers', () => {
	const numbers = Array.from({ length: 6_000 }, (_, index) => ((index * 7_919) % 300) - 100);
	const kept = taken(numbers, 10_000);
	expect(kept.distinct).toBe(300);
	expect(kept.facts).toMatchObject({ quarter: -25.25, median: 49.5, threeQuarters: 124.25, error: 0 });
	expect(taken(numbers, 512)).toEqual(kept);
});

test.each([
	['both signs', (at: number) => Math.sin(at) * 10 ** (at % 40)],
	['integers', (at: number) => (at * 7_919) % 10_007],
	['zeros, infinities and tiny numbers', (at: number) => [0, -0, 1 / 0, -1 / 0, 5e-324, -5e-324, 1.5][at % 7] ?? 0],
])('sorts numbers like toSorted: %s', (_, numberAt) => {
	const numbers = Float64Array.from({ length: 20_000 }, (_, index) => numberAt(index));
	const sorted = numbers.toSorted();
	sortDoubles(numbers);
	expect(numbers.findIndex((value, index) => !Object.is(value, sorted[index]))).toBe(-1);
});

import { expect, test } from 'vitest';
import { binsOfRange, rangeOfBins, rangeOfTerms, rangeProblems, termsOfRange } from './range-terms.ts';

const bins = [0, 100, 200].map((from) => ({ from: String(from), to: String(from + 100), count: 5 }));
const distance = { name: 'distance', type: 'INTEGER', kind: 'integer' } as const;
const ratio = { name: 'ratio', type: 'DOUBLE', kind: 'float' } as const;

test('leaves the ends open that a range of bins reaches', () => {
	expect(rangeOfBins(bins, [0, 3])).toEqual({ from: '', to: '', isBelow: true });
	expect(rangeOfBins(bins, [1, 2])).toEqual({ from: '100', to: '200', isBelow: true });
});

test('reads a typed range, with or without separators', () => {
	const range = { from: '1,150', to: ' 1999 ', isBelow: false };
	expect(termsOfRange(distance, range, bins)).toEqual([
		{ column: 'distance', op: '>=', value: '1150' },
		{ column: 'distance', op: '<=', value: '1999' },
	]);
	expect(termsOfRange(distance, { from: '', to: '', isBelow: false }, bins)).toEqual([]);
});

test('excludes NaN and infinities of doubles at an open end', () => {
	expect(termsOfRange(ratio, { from: '50', to: '', isBelow: true }, bins)).toEqual([
		{ column: 'ratio', op: '>=', value: '50' },
		{ column: 'ratio', op: '<=', value: '300' },
	]);
});

test('moves the handles to the bins nearest to a typed range', () => {
	expect(binsOfRange(bins, { from: '150', to: '', isBelow: false }, 'integer')).toEqual([1, 3]);
	expect(binsOfRange(bins, { from: '', to: '100', isBelow: true }, 'integer')).toEqual([0, 1]);
	expect(binsOfRange(bins, { from: '900', to: '950', isBelow: false }, 'integer')).toEqual([2, 3]);
});

test('restores the range from filters', () => {
	const terms = termsOfRange(distance, { from: '5', to: '9', isBelow: true }, bins);
	expect(rangeOfTerms(terms)).toEqual({ from: '5', to: '9', isBelow: true });
	const above = [{ column: distance.name, op: '>', value: '5' }] as const;
	expect(termsOfRange(distance, rangeOfTerms(above), bins)).toEqual(above);
});

test('reports which end is invalid', () => {
	expect(rangeProblems(distance, { from: 'far', to: '9', isBelow: false })).toEqual({
		from: expect.stringContaining('far'),
		to: null,
	});
	expect(rangeProblems(distance, { from: '9', to: '5', isBelow: false }).to).toBe('Must be at least "From".');
});

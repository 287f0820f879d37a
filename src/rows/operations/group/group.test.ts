import { expect, test } from 'vitest';
import { memorySource } from '../../memory-source.ts';
import { type GroupInput, groupMeasures, groupSource } from './group-source.ts';

const rows = memorySource(
	[
		{ name: 'state', type: 'VARCHAR', kind: 'text' },
		{ name: 'n', type: 'BIGINT', kind: 'integer' },
		{ name: 'price', type: 'DECIMAL(5,2)', kind: 'decimal' },
		{ name: 'ratio', type: 'DOUBLE', kind: 'float' },
	],
	[
		['TX', 9_007_199_254_740_993n, '0.10', 0.1],
		['TX', 1n, '0.20', 0.2],
		['TX', null, null, null],
		[null, 4n, '-1.50', Number.NaN],
		['CA', null, null, null],
	],
);
const work = { signal: new AbortController().signal };
const grouped = (input: Partial<GroupInput>) =>
	groupSource(rows, { by: 0, measures: [], limit: 10, order: 'count', search: '', ...input }, work);

test('counts, sums and measures groups, exactly for exact numbers', async () => {
	const measures = [1, 2].flatMap((column) => groupMeasures.map((measure) => ({ measure, column })));
	const { groups, total, types } = await grouped({ measures });
	expect(total).toBe(3);
	expect(types).toEqual([
		'HUGEINT',
		'DOUBLE',
		'BIGINT',
		'BIGINT',
		'DECIMAL(38,2)',
		'DOUBLE',
		'DECIMAL(5,2)',
		'DECIMAL(5,2)',
	]);
	expect(groups.map(({ value, rows, measured }) => [value, rows, ...measured])).toEqual([
		['TX', 3, 9_007_199_254_740_994n, 4_503_599_627_370_497, 1n, 9_007_199_254_740_993n, '0.30', 0.15, '0.10', '0.20'],
		['CA', 1, ...Array.from({ length: 8 }, () => null)],
		[null, 1, 4n, 4, 4n, 4n, '-1.50', -1.5, '-1.50', '-1.50'],
	]);
});

test('treats NaN as the largest number', async () => {
	const measures = groupMeasures.map((measure) => ({ measure, column: 3 }));
	const { groups } = await grouped({ measures, order: 'value' });
	expect(groups.at(-1)?.measured).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
	expect(groups[1]?.measured).toEqual([expect.closeTo(0.3), expect.closeTo(0.15), 0.1, 0.2]);
});

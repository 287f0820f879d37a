import { expect, test } from 'vitest';
import type { RowsProfile } from '#contract/rows/analysis.ts';
import { suggestedChecks } from './suggested-checks.ts';

type Column = RowsProfile['columns'][number];
const column = (name: string, rows: number, nulls: number, distinct: number, exact = true): Column => ({
	...{
		name,
		type: 'BIGINT',
		rows,
		nulls,
		least: null,
		most: null,
		unplaced: 0,
		numbers: null,
		lengths: null,
		shape: null,
	},
	distinct: { count: distinct, exact, reason: exact ? null : 'large' },
});
const profile = (...columns: Column[]): RowsProfile => ({ rows: columns[0]?.rows ?? 0, columns });
const reasons = (...profiles: RowsProfile[]) => suggestedChecks(profiles).map(({ reason }) => reason);

test('suggests checks that every version passes, unique columns first', () => {
	const newest = profile(column('state', 3, 0, 2), column('id', 3, 0, 3), column('note', 3, 1, 2));
	expect(reasons(newest)).toEqual([
		'"id" is unique in the current version',
		'"state" has no nulls in the current version',
	]);
	const before = profile(column('state', 5, 1, 2), column('id', 5, 0, 5), column('note', 5, 0, 5));
	expect(reasons(newest, before)).toEqual(['"id" is unique in the last 2 versions']);
	expect(suggestedChecks([newest])[0]?.check).toEqual({
		...{ name: 'id unique', kind: 'unique', severity: 'error', columns: ['id'] },
	});
});

test('suggests nothing based on an estimate, a single row or a new column', () => {
	expect(reasons(profile(column('id', 3, 1, 3, false)))).toEqual([]);
	expect(reasons(profile(column('id', 1, 1, 1)))).toEqual([]);
	expect(reasons(profile(column('new', 3, 0, 3)), profile(column('old', 3, 0, 3)))).toEqual([]);
	expect(reasons()).toEqual([]);
});

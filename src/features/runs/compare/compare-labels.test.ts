import { expect, test } from 'vitest';
import type { Comparison } from '../../../rows/index.ts';
import { headline, matching, remark, sameness } from './compare-labels.ts';

const same: Comparison = {
	rows: { before: 2, after: 2 },
	columns: { added: [], removed: [], retyped: [], changed: [{ name: 'id', cells: 0, isKey: true }] },
	key: ['id'],
	counts: { same: 2, changed: 0, added: 0, removed: 0 },
	reordered: false,
	ambiguous: { before: 0, after: 0, samples: [] },
	withoutKey: { before: 0, after: 0 },
	bytes: 0,
};
const n = { name: 'n', type: 'BIGINT' };

test('claims equality only for compared columns', () => {
	expect(headline(same)).toBe('All 2 rows are the same.');
	expect(sameness(same)).toBe('Both sides have the same rows.');
	const wider = { ...same, columns: { ...same.columns, added: [n] } };
	expect(headline(wider)).toBe('All 2 rows are the same in the shared columns.');
	expect(sameness(wider)).toBe('Both sides have the same rows in the shared columns.');
	expect(sameness({ ...wider, reordered: true })).toMatch(/shared columns, in a different order\.$/);
});

test('says what changed and how many rows are unchanged', () => {
	const counts = { same: 0, changed: 50, added: 0, removed: 1 };
	expect(headline({ ...same, counts })).toBe('50 rows changed, 1 removed, none unchanged.');
	expect(headline({ ...same, counts: { ...counts, same: 1_204 } })).toBe(
		'50 rows changed, 1 removed, 1,204 unchanged.',
	);
});

test('reports that rows without a common column can’t be compared', () => {
	const columns = { added: [n], removed: [{ ...n, name: 'total' }], retyped: [], changed: [] };
	const counts = { same: 0, changed: 0, added: 2, removed: 2 };
	expect(headline({ ...same, columns, counts })).toBe(
		'No column has the same name on both sides, so rows can’t be compared (2 rows before, 2 after).',
	);
});

test('explains how rows are matched and whether they were reordered', () => {
	expect(matching({ ...same, key: ['iata'] }, true)).toBe(
		'Rows are matched by iata, unique on both sides (suggested).',
	);
	expect(matching({ ...same, key: null }, false)).toMatch(/^Whole rows are compared\./);
	expect(remark(same)).toBeNull();
	expect(remark({ ...same, reordered: true })).toBe('Reordered');
});

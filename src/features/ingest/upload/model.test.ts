import { expect, test } from 'vitest';
import type { FileReview, ReviewedColumn } from '#contract/file-ingestion.ts';
import {
	columnChanges,
	type Decisions,
	fitText,
	hintExample,
	isFor,
	listNames,
	nothingDecided,
	proposedKeys,
	recipeOf,
	savedTitle,
	saveLabel,
	withFix,
	withRecipe,
} from './model.ts';

const review = {
	columns: ['w', 'day'].map((from) => ({ from, column: from, type: 'VARCHAR' })),
	sheets: ['Notes', 'Orders'],
} as unknown as FileReview;

test('keeps decisions about columns, but not about single values and lines, in a recipe', () => {
	const decided: Decisions = {
		...nothingDecided(false),
		skipLines: true,
		options: { sheet: 'Orders' },
		columns: { w: { column: 'weight', holds: 'weight in kg, number', withoutRules: ['spaces'], misfits: 'skip' } },
	};
	const recipe = { name: 'Orders', ...recipeOf(decided, review, true) };
	expect(recipe.columns).toEqual([
		{ from: 'w', column: 'weight', holds: 'weight in kg, number', withoutRules: ['spaces'] },
		{ from: 'day', column: 'day' },
	]);
	const emptied = { ...decided, columns: { day: { column: 'day', misfits: 'null' as const } } };
	const rule = { name: 'Days', ...recipeOf(emptied, review, false) };
	expect(withRecipe(nothingDecided(false), review, rule, null).columns.day).toMatchObject({ misfits: 'null' });
	expect(isFor(recipe, review)).toBe(true);
	expect(isFor(recipe, { ...review, columns: review.columns.slice(1) })).toBe(false);
	const older = { ...recipe, columns: recipe.columns.map((column) => ({ ...column, misfits: 'skip' as const })) };
	const { columns, options, skipLines } = withRecipe(nothingDecided(false), review, older, null);
	expect([columns.w, options, skipLines]).toEqual([
		{ column: 'weight', holds: 'weight in kg, number', withoutRules: ['spaces'], isNew: false },
		{ sheet: 'Orders' },
		false,
	]);
	expect(withRecipe(nothingDecided(false), { ...review, sheets: ['Sheet1'] }, recipe, null).options).toEqual({});
	// A dataset without such a column keeps its own.
	const into = withRecipe(nothingDecided(true), review, recipe, [{ name: 'w' }, { name: 'day' }]);
	expect(into.columns.w).toMatchObject({ column: 'w', holds: 'weight in kg, number' });
});

test('lists columns that exist only in the dataset or only in the file', () => {
	const existing = [
		{ name: 'W', type: 'INTEGER' },
		{ name: 'humidity', type: 'DOUBLE' },
		{ name: 'day', type: 'VARCHAR' },
	];
	const decided = { ...nothingDecided(true), columns: { day: { column: '' } } };
	expect(columnChanges(review, decided, existing)).toEqual({
		lost: [],
		unfilled: ['humidity', 'day'],
		added: [],
		skipped: ['day'],
		retyped: [],
	});
	expect(columnChanges(review, { ...nothingDecided(true), mode: 'replace' }, existing)).toEqual({
		lost: ['humidity'],
		unfilled: [],
		added: [],
		skipped: [],
		retyped: [{ name: 'W', before: 'INTEGER', after: 'VARCHAR' }],
	});
});

test('proposes single key-like columns first, then pairs and times', () => {
	const dataset = {
		columns: ['name', 'customer_id', 'code', 'gone_no', 'day'].map((name) => ({ name, type: 'VARCHAR' })),
	};
	const found = {
		rows: 2,
		columns: dataset.columns.map(({ name }) => ({ column: name, values: name === 'gone_no' ? 1 : 2 })),
	} as unknown as FileReview;
	const destination = { owner: 'demo', namespace: 'nature', datasetName: 'x', isNewNamespace: false };
	const of = { review: found, dataset, destination };
	expect(proposedKeys({ ...of, decisions: nothingDecided(true, 'upsert') })).toEqual([
		['customer_id'],
		['code'],
		['customer_id', 'code'],
		['customer_id', 'day'],
		['code', 'day'],
	]);
	expect(proposedKeys({ ...of, decisions: { ...nothingDecided(true, 'upsert'), key: ['name'] } })).toEqual([]);
});

test('reports no changes if the dataset already has all rows', () => {
	const target = { owner: 'demo', namespace: 'nature', datasetName: 'x' };
	const effect = { added: 0, changed: 0, unchanged: 3, removed: 0 };
	expect(savedTitle({ target, rows: 3, effect })).toBe('Nothing changed: demo/nature/x already has these rows');
	expect(savedTitle({ target, rows: 4, effect: { ...effect, added: 1 } })).toBe('1 row added to demo/nature/x');
	const updated = { ...effect, added: 1, changed: 2 };
	expect(savedTitle({ target, rows: 6, effect: updated })).toBe('2 rows updated and 1 added in demo/nature/x');
});

test.each([
	['delivered', 'DATE', 'date, day first'],
	['order_date', 'VARCHAR', 'date, day first'],
	['Phone', 'VARCHAR', 'phone number'],
	['weight', 'DOUBLE', 'weight in kg, number'],
	['product', 'VARCHAR', 'number, date, country …'],
])('suggests a cleaning hint that suits the column: %s %s', (from, type, expected) => {
	expect(hintExample({ from, type })).toBe(expected);
});

test('lists only the first of many names', () => {
	const names = Array.from({ length: 14 }, (_, index) => `c${index}`);
	expect(listNames(names.slice(0, 2))).toBe('c0, c1');
	expect(listNames(names)).toBe('c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 and 4 more');
});

test('keeps one correction per value, and none once it’s reverted', () => {
	const [first, second] = [
		{ value: 'soon', to: 'late' },
		{ value: 'x', to: '' },
	];
	const again = withFix([first, second], { value: 'late', to: '2024-12-31' });
	expect(again).toEqual([{ value: 'soon', to: '2024-12-31' }, second]);
	expect(withFix(again, { value: '2024-12-31', to: 'soon' })).toEqual([second]);
	expect(withFix(again, { value: 'soon', to: '' })).toEqual([second, { value: 'soon', to: '' }]);
});

test('counts values that fit, don’t fit or are empty, adding up to all rows', () => {
	const column = { values: 30, misfits: 1 } as ReviewedColumn;
	expect([undefined, 'null' as const, 'skip' as const].map((action) => fitText(column, 35, action))).toEqual([
		'29 fit, 1 doesn’t, 5 empty',
		'29 fit, 1 doesn’t (saved as null), 5 empty',
		'29 fit, 1 doesn’t (row skipped), 5 empty',
	]);
	expect(fitText({ ...column, misfits: 0 }, 30, undefined)).toBe('All 30 fit');
});

test('shows added and changed rows on the save button', () => {
	const labelOf = (added: number, changed: number) =>
		saveLabel(
			{ ...review, rows: 9, skippedRows: 0, effect: { added, changed, unchanged: 1, removed: 0 } },
			{ ...nothingDecided(true), mode: 'upsert', key: ['day'] },
		);
	expect([labelOf(2, 3), labelOf(2, 0), labelOf(0, 1), labelOf(0, 0)]).toEqual([
		'Add 2 rows, update 3',
		'Add 2 rows',
		'Update 1 row',
		'Save without changes',
	]);
	const labelIn = (mode: 'append' | 'replace', added: number) =>
		saveLabel(
			{ ...review, effect: { added, changed: 0, unchanged: 0, removed: 0 } },
			{ ...nothingDecided(true), mode },
		);
	expect([labelIn('append', 0), labelIn('replace', 2)]).toEqual(['Save without changes', 'Add 2 rows']);
});

import { expect, test } from 'vitest';
import { align, noRecords, notesOf, outcomeOf, ownNotesOf, type Records, sameRecords, tooLong } from './model.ts';

test('counts characters, not code units, against the limit', () => {
	expect(tooLong('Description', 'x'.repeat(10_001))).toBe(
		'"Description" has 10,001 characters, but the limit is 10,000. Remove 1 character.',
	);
	expect(tooLong('Description', '🛩'.repeat(10_000))).toBeNull();
});

test('reads notes with and without a field', () => {
	const row = { a: 1, __metadata_normalize: 'By rules\na: number: "1,5" became "1.5"', __metadata_other: 'Done.' };
	expect(notesOf(row)).toEqual([
		{ field: null, kind: 'normalize', words: 'By rules' },
		{ field: 'a', kind: 'number', words: '"1,5" became "1.5"' },
		{ field: null, kind: 'other', words: 'Done.' },
	]);
});

test('treats records with equal values as equal', () => {
	const records = {
		...noRecords,
		names: ['a', 'b'],
		rows: [
			['1', { c: [1] }],
			[null, undefined],
		],
	};
	const of = (change: Partial<Records>) => sameRecords(records, { ...structuredClone(records), ...change });
	expect(of({})).toBe(true);
	expect(
		of({
			rows: [
				[1, { c: [1] }],
				[null, undefined],
			],
		}),
	).toBe(false);
	expect(
		of({
			rows: [
				['1', { c: [2] }],
				[null, undefined],
			],
		}),
	).toBe(false);
	expect(of({ rows: [['1', { c: [1] }]] })).toBe(false);
	expect(of({ names: ['a', 'c'] })).toBe(false);
	expect(of({ types: { a: 'BIGINT' } })).toBe(false);
});

test('aligns rows with their records when some were dropped or multiplied', () => {
	const inputs = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
	expect(align(inputs, [{ id: 'a' }, { id: 'c' }, { id: 'c', part: 2 }])).toEqual([
		{ input: 0, output: 0 },
		{ input: 1, output: null },
		{ input: 2, output: 1 },
		{ input: 2, output: 2 },
		{ input: 3, output: null },
	]);
});

test('counts changed rows and new and missing fields', () => {
	const inputs = [
		{ id: '1', text: 'UA 12' },
		{ id: '2', text: '' },
	];
	const outputs = [
		{ id: '1', flight: 'UA 12', __metadata_textToTable: 'flight: found: it' },
		{ id: '2', text: '' },
	];
	const found = outcomeOf(inputs, outputs);
	expect([found.changed, found.dropped, found.added]).toEqual([1, 0, 0]);
	expect([found.appeared, found.vanished, [...found.kinds]]).toEqual([['flight'], [], [['found', 1]]]);
});

test('treats a field missing on one side as empty', () => {
	const found = outcomeOf(
		[{ id: '1' }, { id: '2', note: 'x' }],
		[
			{ id: '1', note: null },
			{ id: '2', note: null },
		],
	);
	expect(found.rows.map((row) => row.isChanged)).toEqual([false, true]);
});

test('lists general remarks once and separately from notes on rows', () => {
	const general = 'instructions: instruction: "Trim names" changed nothing: no text has leading or trailing spaces';
	const outputs = [
		{ day: '2024-03-05', __metadata_normalize: `By rules\nday: date: it\n${general}` },
		{ day: '2024-03-06', __metadata_normalize: `By rules\n${general}` },
	];
	const found = outcomeOf([{ day: '5.3.2024' }, { day: '2024-03-06' }], outputs);
	expect(found.general).toEqual(['"Trim names" changed nothing: no text has leading or trailing spaces']);
	expect([...found.kinds]).toEqual([['date', 1]]);
	expect(ownNotesOf(outputs[0] ?? {}).map((note) => note.kind)).toEqual(['normalize', 'date']);
});

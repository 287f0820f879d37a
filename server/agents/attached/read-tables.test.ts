import { expect, test } from 'vitest';
import { JsonText } from '#lib/exact-json/exact-json.ts';
import { readTables } from './read-tables.ts';

const number = (digits: string) => new JsonText(digits);
const tableOf = (rows: Record<string, unknown>[], item: { title?: string; text?: string } = {}) =>
	readTables([{ title: 'Rows', ...item, rows }], 'ann').tables[0];
const column = (...values: unknown[]) => {
	const table = tableOf(values.map((value) => ({ value })));
	return { type: table?.columns[0]?.type, texts: table?.rows.map(([text]) => text) };
};

test('keeps all digits of numbers next to numbers with an exponent', () => {
	const { type, texts } = column(
		...['12345678901234567890.5', '1e-9', '1.5E3', '-2.25e-2', '123e1', '1e99'].map(number),
	);
	expect(type).toBeNull();
	expect(texts).toEqual(['12345678901234567890.5', '0.000000001', '1500', '-0.0225', '1230', '1e99']);
	expect(column(1e-9, 1e21).texts).toEqual(['1e-9', '1e+21']);
});

test.each([
	['true and false', [true, false, null], 'BOOLEAN'],
	['whole numbers', [1, 2n, null], null],
	['days', ['2024-01-31', '2024-02-01'], null],
	['text that looks like numbers', ['1', '2'], 'VARCHAR'],
	['text and numbers', ['1', 2], 'VARCHAR'],
	['nothing', [null, undefined], 'VARCHAR'],
	['objects', [{ a: 1 }], 'VARCHAR'],
])('detects the type of a column of %s', (_what, values, type) => {
	expect(column(...values).type).toBe(type);
});

test('keeps nested values as JSON with all digits', () => {
	expect(column({ a: [9007199254740993n] }).texts).toEqual(['{"a":[9007199254740993]}']);
});

test.each([
	['demo/aviation/flights', 'attached flights'],
	['Sales 2023/24', 'attached Sales 2023 24'],
	['"; DROP TABLE x', 'attached DROP TABLE x'],
	['', 'attached rows'],
])('names a table after its title: %s', (title, name) => {
	expect(tableOf([{ a: 1 }], { title })?.coordinate).toEqual({
		owner: 'ann',
		namespace: '(attached)',
		datasetName: name,
	});
});

test.each([
	['these are the first 2 of 1,000 rows.', 1000],
	['these are the first 2 of 1000 rows.', 1000],
	['these are all of its 40 rows.', 40],
	['these are all of its 2 rows.', null],
	['nothing of the kind', null],
])('reads the total row count from "%s"', (text, total) => {
	expect(tableOf([{ a: 1 }, { a: 2 }], { text })?.total).toBe(total);
});

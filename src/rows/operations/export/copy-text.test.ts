import { describe, expect, test } from 'vitest';
import { textsThatTry } from '#server/testing/hostile/texts.ts';
import type { CellKind, CellValue, GridColumn } from '../../source/row-source.ts';
import { encodeCells } from './copy-text.ts';

const column = (name: string, kind: CellKind): GridColumn => ({ name, type: kind, kind });

const columns = [column('id', 'integer'), column('note', 'text'), column('price', 'decimal')];
const cells: CellValue[][] = [
	[9007199254740993n, 'a "quoted", one', '-12.50'],
	[-1n, '', null],
	[null, 'two\nlines\tand a tab', '0.10'],
];

describe('selected cells', () => {
	test('tab-separated: pastes into a spreadsheet', () => {
		expect(encodeCells(cells, columns, 'tsv', true)).toBe(
			'id\tnote\tprice\n9007199254740993\t"a ""quoted"", one"\t-12.50\n-1\t\t\n\t"two\nlines\tand a tab"\t0.10',
		);
	});

	test('comma-separated: distinguishes empty text from null', () => {
		expect(encodeCells(cells, columns, 'csv', false)).toBe(
			'9007199254740993,"a ""quoted"", one",-12.50\r\n-1,"",\r\n,"two\nlines\tand a tab",0.10',
		);
	});

	test('JSON: keeps every digit and any name', () => {
		expect(encodeCells(cells.slice(0, 1), columns, 'json', true)).toBe(
			'[{"id":9007199254740993,"note":"a \\"quoted\\", one","price":-12.50}]',
		);
		expect(encodeCells([[1n, 2n]], [column('__proto__', 'integer'), column('a', 'integer')], 'json', true)).toBe(
			'[{"__proto__":1,"a":2}]',
		);
		expect(encodeCells(cells.slice(1, 2), columns, 'json', false)).toBe('[[-1,"",null]]');
	});

	test('JSON: writes NaN as text, bytes as base64, nested values as JSON, and omits missing keys', () => {
		const kinds: CellKind[] = ['float', 'float', 'blob', 'json', 'json', 'text', 'boolean', 'float'];
		const row: CellValue[] = [
			Number.NaN,
			Number.NEGATIVE_INFINITY,
			new Uint8Array([0, 255, 65]),
			'{"a":[0.10]}',
			'no {json',
			{ missing: 'This row doesn’t have this key' },
			true,
			-0,
		];
		const named = kinds.map((kind, index) => column(`c${index}`, kind));
		expect(encodeCells([row], named, 'json', true)).toBe(
			'[{"c0":"NaN","c1":"-Infinity","c2":"AP9B","c3":{"a":[0.10]},"c4":"no {json","c6":true,"c7":-0}]',
		);
	});

	test('JSON: keeps both values of columns with the same name', () => {
		const twice = [column('a', 'integer'), column('a', 'integer'), column('a_1', 'integer')];
		expect(encodeCells([[1, 2, 3]], twice, 'json', true)).toBe('[{"a":1,"a_2":2,"a_1":3}]');
	});

	test('Markdown: right-aligns numbers and escapes markup', () => {
		expect(encodeCells([[5n, 'a|b *c*\nd', '1.5']], columns, 'markdown', true)).toBe(
			'| id | note | price |\n| ---: | --- | ---: |\n| 5 | a\\|b \\*c\\*<br>d | 1.5 |',
		);
	});

	test('copies a single cell as its plain value', () => {
		expect(encodeCells([['{"a": "b"}\n']], [column('note', 'text')], 'tsv', false)).toBe('{"a": "b"}\n');
	});

	test('copies both values of a changed cell', () => {
		const changed: CellValue = { before: 1n, after: 2n };
		expect(encodeCells([[changed, 'x']], columns.slice(0, 2), 'csv', false)).toBe('1 → 2,x');
		expect(encodeCells([[changed]], columns.slice(0, 1), 'json', true)).toBe('[{"id":{"before":1,"after":2}}]');
	});
});

describe('formulas', () => {
	const note = [column('note', 'text')];
	test.each(['=1+1', '+cmd|x', '-2+3', '@SUM(A1)', '\tx', '\rx'])('neutralizes %j if requested', (text) => {
		expect(encodeCells([[text, 'b']], [...note, ...note], 'csv', false, true).replaceAll('"', '')).toBe(`'${text},b`);
		expect(encodeCells([[text, 'b']], [...note, ...note], 'csv', false, false).replaceAll('"', '')).toBe(`${text},b`);
	});

	test.each(textsThatTry('formula'))('neutralizes %j of the hostile corpus', (text) => {
		const written = encodeCells([[text, 'b']], [...note, ...note], 'csv', false, true);
		expect(written).toMatch(/^"?'/);
	});

	test('keeps numbers unchanged, even negative ones, and neutralizes names', () => {
		const numbers: CellValue[] = [-5, -5n, '-0.10', '-7', '-8'];
		const kinds: CellKind[] = ['float', 'integer', 'decimal', 'digits', 'text'];
		const named = kinds.map((kind) => column('=n', kind));
		expect(encodeCells([numbers], named, 'csv', true, true)).toBe("'=n,'=n,'=n,'=n,'=n\r\n-5,-5,-0.10,-7,-8");
	});
});

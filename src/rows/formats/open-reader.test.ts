import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { filterRows, inspect, RowCursor } from '../operations/inspect/inspect.ts';
import { openReader } from './open-reader.ts';
import type { Choices } from './table/read-options.ts';

const { signal } = new AbortController();
const open = (content: BlobPart, choices: Choices = {}) => openReader(new Blob([content]), choices);
const read = async (content: BlobPart, choices?: Choices) =>
	await inspect(await open(content, choices), signal, () => {});

test('detects types from all rows, not just the first', async () => {
	const lines = Array.from({ length: 20_000 }, (_, row) => `${row},${row}.5,0${row},2024-01-01`);
	const found = await read(['n,f,id,day', ...lines, 'none,1,2,2024-01-01'].join('\n'));
	expect(found.rows).toBe(20_001);
	expect(found.columns.map((column) => column.type)).toEqual(['text', 'number', 'text', 'date']);
});

test('detects text if a date or time doesn’t exist', async () => {
	const found = await read(
		'day,bad,leap,at,late\n2024-02-29,2024-13-45,2023-02-29,2024-03-05T23:59Z,2024-03-05T25:00Z\n',
	);
	expect(found.columns.map(({ type }) => type)).toEqual(['date', 'text', 'text', 'timestamp', 'text']);
});

test('reads any range of rows, forwards and again', async () => {
	const lines = Array.from({ length: 100_000 }, (_, row) => `${row},name ${row}`);
	const cursor = new RowCursor(await open(['id,name', ...lines].join('\n')));
	expect(await cursor.read(99_998, 5, signal)).toEqual([
		['99998', 'name 99998'],
		['99999', 'name 99999'],
	]);
	expect(await cursor.read(0, 1, signal)).toEqual([['0', 'name 0']]);
	expect((await cursor.read(1, 50_000, signal)).at(-1)).toEqual(['50000', 'name 50000']);
	expect((await cursor.read(50_001, 1, signal))[0]).toEqual(['50001', 'name 50001']);
});

test('skips only one line for an unclosed quote in a long file', async () => {
	const row = `1,${'x'.repeat(98)}\n`;
	const found = await read(`id,name\n${row.repeat(1_000)}2,"open\n${row.repeat(20_000)}`);
	expect(found.rows).toBe(21_000);
	expect(found.rejected.map((line) => line.line)).toEqual([1_002]);
});

test('reads free text by line or by paragraph', async () => {
	const text =
		'Flight UA 12 left SFO at 9:40, with 133 people on board.\nIt was late, again, by an hour.\n\nFlight LH 454 left.\n';
	const found = await read(text);
	expect([found.options.format, found.rows]).toEqual(['blocks', 2]);
	expect((await read(text, { format: 'lines' })).rows).toBe(3);
});

test('reads JSON records with all their fields and exact digits', async () => {
	const found = await read('{"items": [{"a": 1}, {"b": 12345678901234567890}, 5]}');
	expect(found.columns.map((column) => column.name)).toEqual(['a', 'b']);
	expect(found.first).toEqual([[1], [undefined, '12345678901234567890']]);
	expect(found.rejected[0]?.reason).toBe('Record 3 isn’t an object.');
});

test('skips a line that isn’t an object', async () => {
	const found = await read('{"a":1}\n{"a":2\n{"a":3,"b":true}\n');
	expect([found.rows, found.rejected.map((line) => line.line)]).toEqual([2, [2]]);
	expect(found.columns.map(({ name, type, empty }) => [name, type, empty])).toEqual([
		['a', 'integer', 0],
		['b', 'boolean', 1],
	]);
});

test.each([
	['JSON', { format: 'json' }, '[{"city": "Z?rich"}]'],
	['NDJSON', { format: 'ndjson' }, '{"city": "Genève"}\n{"city": "Z?rich"}\n'],
	['lines', { format: 'lines' }, 'Genève\nZ?rich\n'],
	['paragraphs', { format: 'blocks' }, 'Genève\n\nZ?rich\n'],
	['CSV', { format: 'delimited' }, 'city,n\nGenève,1\nZ?rich,2\n'],
] as const)('reports the first byte that doesn’t fit the encoding in %s', async (_, { format }, text) => {
	const bytes = new TextEncoder().encode(text);
	const at = bytes.indexOf('?'.charCodeAt(0));
	bytes[at] = 0xfc;
	const choices = { format, encoding: 'UTF-8' } as const;
	const remark = `Some bytes aren’t valid UTF-8, the first at byte ${at + 1}. They’re read as �. Choose another encoding.`;
	expect((await read(bytes, choices)).remarks).toEqual([remark]);
	expect((await read(bytes, { ...choices, encoding: 'windows-1252' })).remarks).toEqual([]);
});

/** A minimal workbook with one sheet. */
function workbook(): Uint8Array<ArrayBuffer> {
	const xml = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
	const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
	const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
	const packageRels = 'http://schemas.openxmlformats.org/package/2006/relationships';
	const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
	const rows = `<row r="1">${text('A1', 'id')}${text('B1', 'name')}${text('C1', 'born')}</row><row r="2"><c r="A2"><v>1</v></c>${text('B2', 'Anna')}<c r="C2" s="1"><v>32994</v></c></row>`;
	return zipSync({
		'[Content_Types].xml': xml('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
		'_rels/.rels': xml(
			`<Relationships xmlns="${packageRels}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		),
		'xl/workbook.xml': xml(
			`<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		),
		'xl/_rels/workbook.xml.rels': xml(
			`<Relationships xmlns="${packageRels}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
		),
		'xl/styles.xml': xml(
			`<styleSheet xmlns="${main}"><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
		),
		'xl/worksheets/sheet1.xml': xml(`<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`),
	}) as Uint8Array<ArrayBuffer>;
}

test('reads a workbook with its dates', async () => {
	const found = await read(workbook());
	expect(found.sheets).toEqual(['People']);
	expect(found.columns.map(({ name, type }) => [name, type])).toEqual([
		['id', 'integer'],
		['name', 'text'],
		['born', 'date'],
	]);
	expect(found.first).toEqual([[1, 'Anna', '1990-05-01']]);
});

test('filters records by text from any row on until there are enough', async () => {
	const lines = Array.from({ length: 50_000 }, (_, row) => `${row},Fen ${row % 10}`);
	const reader = await open(['id,site', ...lines].join('\n'));
	const look = (text: string, from: number, count: number) =>
		filterRows(reader, { column: 1, text }, from, count, { signal, onProgress: () => {} });
	expect(await look('fen 7', 10, 2)).toEqual({
		rows: [
			['17', 'Fen 7'],
			['27', 'Fen 7'],
		],
		isFull: true,
	});
	const last = await look('Fen 9', 49_985, 10);
	expect([last.rows.map((row) => row[0]), last.isFull]).toEqual([['49989', '49999'], false]);
});

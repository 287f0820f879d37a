import { describe, expect, test } from 'vitest';
import { delimitedCorpus } from '../../../testing/delimited-corpus.ts';
import {
	cells,
	expectTable,
	kinds,
	names,
	opened,
	startFileStore,
	warnings,
} from '../../../testing/node/file-store.ts';
import type { ReadAs } from '../../source/content.ts';
import { DelimitedReader } from './delimited.ts';

startFileStore();

const comma = 'CSV, comma, with a header row, UTF-8';

describe('delimited text', () => {
	test.each<[what: string, text: string, format: string, columns: string[], rows: string[][]]>([
		[
			'plain',
			'id,name\n1,Anna\n2,Bob\n',
			comma,
			['id', 'name'],
			[
				['1', 'Anna'],
				['2', 'Bob'],
			],
		],
		['no line break at the end', 'a,b\n1,2', comma, ['a', 'b'], [['1', '2']]],
		[
			'quoted line breaks, delimiters and quotes',
			'a,b\r\n"x\r\ny","1, ""2"""\r\n',
			comma,
			['a', 'b'],
			[['x\r\ny', '1, "2"']],
		],
		[
			'mixed line endings',
			'a,b\n1,2\r\n3,"4"\r5,6',
			comma,
			['a', 'b'],
			[
				['1', '2'],
				['3', '4'],
				['5', '6'],
			],
		],
		['a header only', 'id,name,city\n', comma, ['id', 'name', 'city'], []],
		[
			'no header',
			'1,2\n3,4\n',
			'CSV, comma, no header row, UTF-8',
			['column 1', 'column 2'],
			[
				['1', '2'],
				['3', '4'],
			],
		],
		['duplicate and missing names', ',a,a\nx,1,2\n', comma, ['column 1', 'a', 'a_1'], [['x', '1', '2']]],
		['names of object members', '__proto__,constructor\n1,2\n', comma, ['__proto__', 'constructor'], [['1', '2']]],
		[
			'semicolons with decimal commas',
			'a;b\n1,5;2,5\n3,5;4,5\n',
			'CSV, semicolon, with a header row, UTF-8',
			['a', 'b'],
			[
				['1,5', '2,5'],
				['3,5', '4,5'],
			],
		],
		['tabs', 'a\tb\n1, 2\t3\n', 'TSV, tab, with a header row, UTF-8', ['a', 'b'], [['1, 2', '3']]],
		['pipes', 'a|b\n1|2\n', 'CSV, pipe, with a header row, UTF-8', ['a', 'b'], [['1', '2']]],
		[
			'digits beyond the precision of numbers',
			'n,m\n12345678901234567890,1\n-0.10000,2\n',
			comma,
			['n', 'm'],
			[
				['12345678901234567890', '1'],
				['-0.10000', '2'],
			],
		],
		[
			'a byte order mark',
			'\ufeffa,b\n1,2\n',
			'CSV, comma, with a header row, UTF-8 with a byte order mark',
			['a', 'b'],
			[['1', '2']],
		],
		[
			'empty values are empty, not null',
			'a,b\n,\nNULL,x\n',
			comma,
			['a', 'b'],
			[
				['', ''],
				['NULL', 'x'],
			],
		],
		[
			'a NUL',
			'a,b\nx\0y,2\nz,3\n',
			comma,
			['a', 'b'],
			[
				['x\0y', '2'],
				['z', '3'],
			],
		],
		[
			'hostile text',
			'a,b\n<img src=x onerror=alert(1)>,=1+1\n',
			comma,
			['a', 'b'],
			[['<img src=x onerror=alert(1)>', '=1+1']],
		],
	])('%s', async (_what, text, format, columns, rows) => {
		const file = await expectTable(text, format, columns, rows);
		expect(warnings(file)).toEqual([]);
		expect(file.content.rivals).toEqual([]);
	});

	test.each(delimitedCorpus)('reads like all readers: $name', async ({ text, dialect, names: columns, rows }) => {
		const file = await opened(text);
		expect(names(file)).toEqual(columns);
		expect(await cells(file)).toEqual(rows);
		const [first = ''] = text.split(/\r?\n/);
		const preamble = file.content.remarks
			.map((remark) => remark.text)
			.find((words) => words.includes('before the table'));
		if (dialect.preamble > 0 && !first.startsWith('sep=')) expect(preamble).toContain(`"${first}"`);
		else expect(preamble).toBeUndefined();
		expect(file.content.rivals).toEqual([]);
	});

	test('skips a preamble that arrives in pieces', () => {
		const dialect = { delimiter: ',', quote: '"', preamble: 2, headerRows: 1, width: 2, rivals: [] } as const;
		const known = { ...dialect, isHeaderUnsure: false };
		const reader = new DelimitedReader(known, 100);
		for (const piece of 'Re|port\r|\nmade| today\r|\na,|b\r\n1,2\r\n3,|4'.split('|')) reader.take(piece);
		return expect(reader.finish(true)).resolves.toMatchObject({
			remarks: [{ text: 'Skipped 2 lines before the table: "Report", "made today"' }],
			table: { rowCount: 2 },
		});
	});

	test('shows when text is read as a single column', async () => {
		const file = await opened('id\n1\n2\n');
		expect(file.content.format).toBe('Text, one value per line, with a header row, UTF-8');
		expect(await cells(file)).toEqual([['1'], ['2']]);
		expect(file.content.rivals.map((rival) => rival.delimiter)).toEqual([',', '\t', ';', '|']);
	});

	test('offers other delimiters if it isn’t sure', async () => {
		const text = 'x,y;z,w\n1,2;3,4\n5,6;7,8\n';
		const file = await opened(text);
		expect(file.content.format).toContain('CSV, comma');
		const [rival] = file.content.rivals;
		expect(rival).toEqual({ delimiter: ';' });
		const again = await opened(text, { as: rival as ReadAs });
		expect(await cells(again)).toEqual([
			['1,2', '3,4'],
			['5,6', '7,8'],
		]);
		const lines = await opened(text, { as: { delimiter: null } });
		expect(await cells(lines)).toEqual([['x,y;z,w'], ['1,2;3,4'], ['5,6;7,8']]);
	});

	test('shows and lists rows with too many or too few values', async () => {
		const file = await opened('a,b,c\n1,2,3\n1,2\n4,5,6\n1,2,3,4\n7,8,9\n\n1,1,1\n');
		expect(names(file)).toEqual(['a', 'b', 'c', 'column 4']);
		expect((await cells(file))[1]).toEqual(['1', '2', '<missing>', '<missing>']);
		expect((await cells(file))[3]).toEqual(['1', '2', '3', '4']);
		expect(file.content.remarks.map((remark) => remark.text)).toEqual([
			'2 of 6 rows don’t have 3 values: row 2 has 2, row 4 has 4. All values are shown.',
			'1 blank line skipped.',
		]);
	});

	test('warns about an unclosed quote and keeps its text', async () => {
		const file = await opened('a,b\n1,2\n3,"open\n5,6\n');
		expect(warnings(file)[0]).toBe(
			'Row 2 opens a quote that’s never closed, so everything after that quote is in its last value.',
		);
		expect((await cells(file))[1]).toEqual(['3', 'open\n5,6\n']);
		const stray = await opened('a,b\n"1"x,2\n');
		expect(warnings(stray)).toEqual(['Row 1 has text after a closing quote, which was read as part of the value.']);
		expect(await cells(stray)).toEqual([['1x', '2']]);
	});

	test('aligns a column as numbers only if all its values are', async () => {
		const file = await opened('n,zip,mixed,gaps\n1,01234,1,\n-2.5e3,99999,x,7\n');
		expect(kinds(file)).toEqual(['digits', 'text', 'text', 'digits']);
		expect((await cells(file))[0]).toEqual(['1', '01234', '1', '']);
	});

	test('keeps every row of a large file in order, however it’s chunked', async () => {
		const lines = Array.from({ length: 60_000 }, (_, row) => `${row},"line ${row}\n""ü""",${'x'.repeat(row % 40)}`);
		const file = await opened(`id,text,pad\r\n${lines.join('\r\n')}`);
		expect(file.source?.rowCount).toBe(60_000);
		const window = { rowStart: 31_999, rowEnd: 32_002, columnStart: 0, columnEnd: 2 };
		expect(await file.source?.rows(window, new AbortController().signal)).toEqual(
			[31_999, 32_000, 32_001].map((row) => [String(row), `line ${row}\n"ü"`]),
		);
		expect((await cells(file)).every(([id], row) => id === String(row))).toBe(true);
	});
});

describe('encodings', () => {
	const utf16 = (text: string, big: boolean) => {
		const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
		return big ? bytes.swap16() : bytes;
	};
	test.each([
		['UTF-16 (little-endian)', utf16('a,b\nä,€\n', false)],
		['UTF-16 (big-endian)', utf16('a,b\nä,€\n', true)],
		['UTF-8', Buffer.from('a,b\nä,€\n')],
	])('%s', async (encoding, bytes) => {
		const file = await opened(bytes);
		expect(file.content.format).toBe(`CSV, comma, with a header row, ${encoding}`);
		expect(await cells(file)).toEqual([['ä', '€']]);
		expect(warnings(file)).toEqual([]);
	});

	test('falls back to windows-1252 with a warning, even late in a file', async () => {
		for (const lead of ['', 'x,y\n'.repeat(200_000)]) {
			const file = await opened(Buffer.concat([Buffer.from(`a,b\n${lead}`), Buffer.from([0xe4, 0x2c, 0x80, 0x0a])]));
			expect((await cells(file)).at(-1)).toEqual(['ä', '€']);
			expect(file.content.format).toContain('windows-1252');
			expect(warnings(file)[0]).toContain('isn’t UTF-8, so it’s read as windows-1252');
		}
	});

	test('reports the offset of an invalid byte in UTF-8', async () => {
		const file = await opened(Buffer.concat([Buffer.from('a,b\nä,öü\nx'), Buffer.from([0xff]), Buffer.from(',2\n')]));
		expect(warnings(file)).toEqual(['Some bytes aren’t valid UTF-8, the first at byte 14. They’re shown as �.']);
		expect((await cells(file))[1]).toEqual(['x\ufffd', '2']);
	});
});

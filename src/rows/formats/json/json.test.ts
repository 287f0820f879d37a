import { describe, expect, test } from 'vitest';
import { cells, expectTable, names, opened, startFileStore, warnings } from '../../../testing/node/file-store.ts';

startFileStore();

describe('JSON', () => {
	test.each<[what: string, text: string, format: string, columns: string[], rows: string[][]]>([
		[
			'objects',
			'[{"a":1,"b":null},\n {"b":"x"}]',
			'an array of objects',
			['a', 'b'],
			[
				['1', 'NULL'],
				['<missing>', 'x'],
			],
		],
		[
			'exact numbers',
			'[{"n":12345678901234567890,"d":0.12345678901234567891,"e":1E400}]',
			'an array of objects',
			['n', 'd', 'e'],
			[['12345678901234567890', '0.12345678901234567891', '1E400']],
		],
		[
			'nested values',
			'[{"a":{"x":[1,12345678901234567890]},"b":[]}]',
			'an array of objects',
			['a', 'b'],
			[['{"x":[1,12345678901234567890]}', '[]']],
		],
		[
			'arrays',
			'[[1,"a"],[2]]',
			'an array of arrays',
			['column 1', 'column 2'],
			[
				['1', 'a'],
				['2', '<missing>'],
			],
		],
		['values', '[1,"1",true,null]', 'an array of values', ['value'], [['1'], ['"1"'], ['true'], ['NULL']]],
		['no items', ' [] ', 'an empty array', [], []],
		[
			'rows in an object',
			'{"columns":[{"name":"id"},{"name":"x"}],"rows":[[1,2],[3,4]],"total":2}',
			'an array of arrays under "rows"',
			['id', 'x'],
			[
				['1', '2'],
				['3', '4'],
			],
		],
		[
			'items in an object',
			'{"next":null,"items":[{"id":1}]}',
			'an array of objects under "items"',
			['next', 'id'].slice(1),
			[['1']],
		],
		['one object', '{"a":1,"b":[1]}', 'one object', ['a', 'b'], [['1', '[1]']]],
		[
			'names of object members',
			'[{"__proto__":1,"constructor":2},{"__proto__":12345678901234567890}]',
			'an array of objects',
			['__proto__', 'constructor'],
			[
				['1', '2'],
				['12345678901234567890', '<missing>'],
			],
		],
		['a byte order mark', '\ufeff[{"a":"ü"}]', 'an array of objects', ['a'], [['ü']]],
	])('%s', async (_what, text, format, columns, rows) => {
		const encoding = text.startsWith('\ufeff') ? 'UTF-8 with a byte order mark' : 'UTF-8';
		const file = await expectTable(text, `JSON, ${format}, ${encoding}`, columns, rows);
		expect(warnings(file)).toEqual([]);
	});

	test('lists the other members of an object that contains rows', async () => {
		const file = await opened('{"rows":[{"a":1}],"total":12345678901234567890}');
		expect(file.content.remarks).toEqual([
			{ tone: 'info', text: 'The document also contains: total = 12345678901234567890.' },
		]);
	});

	test('shows how many other members it omits', async () => {
		const file = await opened('{"rows":[{"a":1}],"b":1,"c":2,"d":3,"e":4,"f":5,"g":6,"h":7,"i":8}');
		expect(file.content.remarks).toEqual([
			{ tone: 'info', text: 'The document also contains: b = 1, c = 2, d = 3, e = 4, f = 5, g = 6, and 2 more.' },
		]);
	});

	test.each([
		['[{"a":1},\n{"a":"ü"},\n]', 'line 2 (byte 21): trailing comma before "]". The 2 rows before the error are shown.'],
		[
			'[{"a":1},\n{"a":2',
			'line 2 (byte 17): unexpected end, expected a comma or "}". The row before the error is shown.',
		],
		['[{"a":1},{"a":"x', 'line 1 (byte 17): unexpected end in a string. The row before the error is shown.'],
		[
			'[{"a":1}] [2]',
			'line 1 (byte 11): unexpected text after the end of the array. The row before the error is shown.',
		],
		['[{"a":1},{"a":NaN}]', 'line 1 (byte 15): "NaN" isn’t a JSON value. The row before the error is shown.'],
		[
			'[{"a":1},{\'a\':2}]',
			`line 1 (byte 11): unexpected "'", expected a name in double quotes. The row before the error is shown.`,
		],
		['{"rows":[{"a":1},{"a"', 'line 1 (byte 22): unexpected end, expected a colon. The row before the error is shown.'],
	])('%s', async (text, problem) => {
		const file = await opened(text);
		expect(warnings(file)).toEqual([`Invalid JSON at ${problem}`]);
		expect((await cells(file))[0]).toEqual(['1']);
	});

	test('shows the text of JSON that is broken from the start', async () => {
		const file = await opened('{"a": tru');
		expect(file.source).toBeNull();
		expect(file.excerpt).toEqual({ kind: 'text', text: '{"a": tru', cut: false });
		expect(warnings(file)[0]).toContain('Invalid JSON at line 1');
	});

	test('survives a hundred thousand nesting levels', async () => {
		const file = await opened('['.repeat(100_000));
		expect(warnings(file)[0]).toContain('nested more than 1,000 levels deep');
	});
});

describe('NDJSON', () => {
	test('shows a broken line as a row with its text', async () => {
		const file = await opened('{"a":1}\r\n{"a":2,}\n\n{"a":null,"b":"x"}');
		expect(file.content.format).toBe('NDJSON, one JSON value per line, UTF-8');
		expect(names(file)).toEqual(['a', 'b', 'unreadable line']);
		expect(await cells(file)).toEqual([
			['1', '<missing>', '<missing>'],
			['<missing>', '<missing>', '{"a":2,}'],
			['NULL', 'x', '<missing>'],
		]);
		expect(warnings(file)).toEqual([
			'1 line couldn’t be parsed and is shown as text in the last column. Line 2: trailing comma before "}", at character 7.',
		]);
	});

	test('reads many lines with different keys', async () => {
		const lines = Array.from({ length: 30_000 }, (_, row) =>
			JSON.stringify({ id: row, [`k${row % 3}`]: 'ü'.repeat(9) }),
		);
		const file = await opened(lines.join('\n'));
		expect(names(file)).toEqual(['id', 'k0', 'k1', 'k2']);
		expect((await cells(file)).every(([id], row) => id === String(row))).toBe(true);
	});
});

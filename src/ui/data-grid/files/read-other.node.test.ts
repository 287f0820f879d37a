import { createServer, type Server, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exactText } from '../cell-text.ts';
import { isMissing } from '../row-source.ts';
import type { ReadAs } from './content.ts';
import { connectFiles, type FileOptions, type OpenedFile } from './file-source.ts';
import { RangeFile } from './range-file.ts';
import { type Limits, readOther } from './read-other.ts';
import { serveFiles } from './serve-files.ts';
import { SourceError } from './source-error.ts';

type Answer = Buffer | ((response: ServerResponse) => void);

let server: Server;
let origin: string;
const answers = new Map<string, Answer>();
const { port1, port2 } = new MessageChannel();
serveFiles(port2);
const { open } = connectFiles(port1);

beforeAll(async () => {
	port1.start();
	port2.start();
	server = createServer((request, response) => {
		const path = request.url ?? '/';
		const answer = answers.get(path.replace('/ranges', ''));
		if (typeof answer === 'function') return answer(response);
		if (answer === undefined) return void response.writeHead(404).end();
		const match = path.startsWith('/ranges') && /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
		if (!match) return void response.writeHead(200, { 'Content-Length': answer.length }).end(answer);
		if (answer.length === 0) return void response.writeHead(416).end();
		const [start, end] = [Number(match[1]), Math.min(answer.length - 1, Number(match[2]))];
		response.writeHead(206, { 'Content-Range': `bytes ${start}-${end}/${answer.length}` });
		response.end(answer.subarray(start, end + 1));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});

afterAll(() => {
	port1.close();
	server.closeAllConnections();
	server.close();
});

let count = 0;

function put(answer: Answer): string {
	count += 1;
	answers.set(`/${count}`, answer);
	return `/${count}`;
}

async function opened(text: string | Buffer, options: Partial<FileOptions> = {}): Promise<OpenedFile> {
	const path = put(typeof text === 'string' ? Buffer.from(text) : text);
	return await open({ url: `${origin}/ranges${path}`, ...options });
}

/** Every cell as text, as it is copied; what is missing in angle brackets, what is null as NULL. */
async function cells({ source }: Pick<OpenedFile, 'source'>): Promise<string[][]> {
	if (source === null) throw new Error('no rows');
	const window = { rowStart: 0, rowEnd: source.rowCount, columnStart: 0, columnEnd: source.columns.length };
	const rows = await source.rows(window, new AbortController().signal);
	return rows.map((row) => row.map((it) => (it === null ? 'NULL' : isMissing(it) ? '<missing>' : exactText(it))));
}

const names = ({ source }: OpenedFile) => source?.columns.map((it) => it.name);
const kinds = ({ source }: OpenedFile) => source?.columns.map((it) => it.kind);
const warnings = ({ content }: OpenedFile) =>
	content.remarks.filter((it) => it.tone === 'warning').map((it) => it.text);

/** What a text is, what its columns are called and what is in its cells. */
async function expectTable(text: string | Buffer, format: string, columns: string[], rows: string[][]) {
	const file = await opened(text);
	expect(file.content.format).toBe(format);
	expect(names(file)).toEqual(columns);
	expect(await cells(file)).toEqual(rows);
	expect(file.source?.rowCount).toBe(rows.length);
	return file;
}

const comma = 'CSV, comma, the first line gives the names, UTF-8';

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
		['no line end at the end', 'a,b\n1,2', comma, ['a', 'b'], [['1', '2']]],
		[
			'quotes around line ends, delimiters and quotes',
			'a,b\r\n"x\r\ny","1, ""2"""\r\n',
			comma,
			['a', 'b'],
			[['x\r\ny', '1, "2"']],
		],
		[
			'line ends of all kinds',
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
			'CSV, comma, no line of names, UTF-8',
			['column 1', 'column 2'],
			[
				['1', '2'],
				['3', '4'],
			],
		],
		['the same name twice, and none', ',a,a\nx,1,2\n', comma, ['column 1', 'a', 'a'], [['x', '1', '2']]],
		['names of the language', '__proto__,constructor\n1,2\n', comma, ['__proto__', 'constructor'], [['1', '2']]],
		[
			'semicolons with decimal commas',
			'a;b\n1,5;2,5\n3,5;4,5\n',
			'CSV, semicolon, the first line gives the names, UTF-8',
			['a', 'b'],
			[
				['1,5', '2,5'],
				['3,5', '4,5'],
			],
		],
		['tabs', 'a\tb\n1, 2\t3\n', 'TSV, tab, the first line gives the names, UTF-8', ['a', 'b'], [['1, 2', '3']]],
		['bars', 'a|b\n1|2\n', 'CSV, vertical bar, the first line gives the names, UTF-8', ['a', 'b'], [['1', '2']]],
		[
			'digits that no number holds',
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
			'CSV, comma, the first line gives the names, UTF-8 with a byte order mark',
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

	test('a single column is never silent', async () => {
		const file = await opened('id\n1\n2\n');
		expect(file.content.format).toBe('Text, a value on each line, the first line gives the names, UTF-8');
		expect(await cells(file)).toEqual([['1'], ['2']]);
		expect(file.content.rivals.map((it) => it.delimiter)).toEqual([',', '\t', ';', '|']);
	});

	test('a delimiter that is not sure is said, and another can be chosen', async () => {
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

	test('rows of the wrong width are shown whole and named', async () => {
		const file = await opened('a,b,c\n1,2,3\n1,2\n4,5,6\n1,2,3,4\n7,8,9\n\n1,1,1\n');
		expect(names(file)).toEqual(['a', 'b', 'c', 'column 4']);
		expect((await cells(file))[1]).toEqual(['1', '2', '<missing>', '<missing>']);
		expect((await cells(file))[3]).toEqual(['1', '2', '3', '4']);
		expect(file.content.remarks.map((it) => it.text)).toEqual([
			'2 of 6 rows have too many or too few values, 3 being usual: row 2 has 2, row 4 has 4. Everything in them is shown.',
			'1 blank line left out.',
		]);
	});

	test('a quote that is never closed is told, and nothing is lost', async () => {
		const file = await opened('a,b\n1,2\n3,"open\n5,6\n');
		expect(warnings(file)[0]).toBe('Row 2 opens a quote that is never closed: all that follows is in its last value.');
		expect((await cells(file))[1]).toEqual(['3', 'open\n5,6\n']);
		const stray = await opened('a,b\n"1"x,2\n');
		expect(warnings(stray)).toEqual(['Row 1 has text after a closing quote: it is kept with the value.']);
		expect(await cells(stray)).toEqual([['1x', '2']]);
	});

	test('only a column that is numbers all the way is aligned like numbers', async () => {
		const file = await opened('n,zip,mixed,gaps\n1,01234,1,\n-2.5e3,99999,x,7\n');
		expect(kinds(file)).toEqual(['digits', 'text', 'text', 'digits']);
		expect((await cells(file))[0]).toEqual(['1', '01234', '1', '']);
	});

	test('every row of a large file is where it belongs, however it is cut on the way', async () => {
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
		expect(file.content.format).toBe(`CSV, comma, the first line gives the names, ${encoding}`);
		expect(await cells(file)).toEqual([['ä', '€']]);
		expect(warnings(file)).toEqual([]);
	});

	test('what is no UTF-8 is read as windows-1252, and says so, also when it begins late', async () => {
		for (const lead of ['', 'x,y\n'.repeat(200_000)]) {
			const file = await opened(Buffer.concat([Buffer.from(`a,b\n${lead}`), Buffer.from([0xe4, 0x2c, 0x80, 0x0a])]));
			expect((await cells(file)).at(-1)).toEqual(['ä', '€']);
			expect(file.content.format).toContain('windows-1252');
			expect(warnings(file)[0]).toContain('is not UTF-8. It is read as windows-1252');
		}
	});

	test('a broken byte in UTF-8 is told with its place', async () => {
		const file = await opened(Buffer.concat([Buffer.from('a,b\nä,öü\nx'), Buffer.from([0xff]), Buffer.from(',2\n')]));
		expect(warnings(file)).toEqual(['Some bytes are not UTF-8, the first at byte 14. They are shown as �.']);
		expect((await cells(file))[1]).toEqual(['x\ufffd', '2']);
	});
});

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
		['none', ' [] ', 'an empty array', [], []],
		[
			'rows in an object',
			'{"columns":[{"name":"id"},{"name":"x"}],"rows":[[1,2],[3,4]],"total":2}',
			'an array of arrays under “rows”',
			['id', 'x'],
			[
				['1', '2'],
				['3', '4'],
			],
		],
		[
			'items in an object',
			'{"next":null,"items":[{"id":1}]}',
			'an array of objects under “items”',
			['next', 'id'].slice(1),
			[['1']],
		],
		['one object', '{"a":1,"b":[1]}', 'one object', ['a', 'b'], [['1', '[1]']]],
		[
			'names of the language',
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

	test('what else an object says beside its rows is told', async () => {
		const file = await opened('{"rows":[{"a":1}],"total":12345678901234567890}');
		expect(file.content.remarks).toEqual([
			{ tone: 'info', text: 'Beside the rows it says total = 12345678901234567890.' },
		]);
	});

	test.each([
		[
			'[{"a":1},\n{"a":"ü"},\n]',
			'line 2, byte 21: a comma has nothing between it and "]". The 2 rows before it are shown.',
		],
		[
			'[{"a":1},\n{"a":2',
			'line 2, byte 17: the text ends where a comma or "}" should be. The 1 row before it is shown.',
		],
		['[{"a":1},{"a":"x', 'line 1, byte 17: the text ends within a value in quotes. The 1 row before it is shown.'],
		['[{"a":1}] [2]', 'line 1, byte 11: there is more after the end of the array. The 1 row before it is shown.'],
		['[{"a":1},{"a":NaN}]', 'line 1, byte 15: "NaN" is no JSON value. The 1 row before it is shown.'],
		[
			'[{"a":1},{\'a\':2}]',
			`line 1, byte 11: there is "'" where a name in double quotes should be. The 1 row before it is shown.`,
		],
		['{"rows":[{"a":1},{"a"', 'line 1, byte 22: the text ends where a colon should be. The 1 row before it is shown.'],
	])('%s', async (text, problem) => {
		const file = await opened(text);
		expect(warnings(file)).toEqual([`The JSON breaks off at ${problem}`]);
		expect((await cells(file))[0]).toEqual(['1']);
	});

	test('broken from the beginning: the text itself is shown', async () => {
		const file = await opened('{"a": tru');
		expect(file.source).toBeNull();
		expect(file.excerpt).toEqual({ kind: 'text', text: '{"a": tru', cut: false });
		expect(warnings(file)[0]).toContain('The JSON breaks off at line 1');
	});

	test('a hundred thousand levels do not end the page', async () => {
		const file = await opened('['.repeat(100_000));
		expect(warnings(file)[0]).toContain('nested more than 1,000 deep');
	});
});

describe('NDJSON', () => {
	test('a broken line is a row with its text', async () => {
		const file = await opened('{"a":1}\r\n{"a":2,}\n\n{"a":null,"b":"x"}');
		expect(file.content.format).toBe('NDJSON, a JSON value on each line, UTF-8');
		expect(names(file)).toEqual(['a', 'b', 'unreadable line']);
		expect(await cells(file)).toEqual([
			['1', '<missing>', '<missing>'],
			['<missing>', '<missing>', '{"a":2,}'],
			['NULL', 'x', '<missing>'],
		]);
		expect(warnings(file)).toEqual([
			'1 line cannot be read and is shown as text, in the last column. Line 2: a comma has nothing between it and "}", at character 7.',
		]);
	});

	test('many lines of many shapes', async () => {
		const lines = Array.from({ length: 30_000 }, (_, row) =>
			JSON.stringify({ id: row, [`k${row % 3}`]: 'ü'.repeat(9) }),
		);
		const file = await opened(lines.join('\n'));
		expect(names(file)).toEqual(['id', 'k0', 'k1', 'k2']);
		expect((await cells(file)).every(([id], row) => id === String(row))).toBe(true);
	});
});

describe('what holds no rows', () => {
	test.each<[string, string | Buffer, string, RegExp | null]>([
		['nothing', '', 'An empty file', null],
		['prose', 'Dear all,\n\nthe output that you asked for, sadly, was not made.\nYours\n', 'Plain text, UTF-8', null],
		[
			'a web page',
			'<!DOCTYPE html><html><title>Sign in</title>',
			'A web page (HTML), UTF-8',
			/a web page, probably an error of the store.*“Sign in”/,
		],
		[
			'an error of a store',
			'<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>Gone.</Message></Error>',
			'An error of the object store (XML), UTF-8',
			/NoSuchKey. Gone./,
		],
		['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'A binary file, a PNG picture', null],
		[
			'a workbook',
			Buffer.from('504b030414000600', 'hex'),
			'A binary file, a ZIP archive (Excel workbooks are such archives too)',
			null,
		],
		[
			'noise',
			Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 131) % 256)),
			'A binary file, of no known kind',
			null,
		],
		['packed twice', gzipSync(gzipSync('a,b')), 'A binary file, packed by gzip once more, packed by gzip', null],
		['Parquet in gzip', gzipSync('PAR1....PAR1'), 'A binary file, a Parquet file, packed by gzip', null],
	])('%s', async (_what, text, format, warning) => {
		const file = await opened(text);
		expect(file.content.format).toBe(format);
		expect(file.source).toBeNull();
		if (warning === null) expect(warnings(file)).toEqual([]);
		else expect(warnings(file)[0]).toMatch(warning);
		expect(file.bytes).toBe(text.length);
	});

	test('bytes are shown in hex', async () => {
		const { excerpt } = await opened(Buffer.from('89504e470d0a1a0a41', 'hex'));
		expect(excerpt).toEqual({
			kind: 'hex',
			text: '000000  89 50 4e 47 0d 0a 1a 0a 41                       ·PNG····A',
			cut: false,
		});
	});

	test('half a Parquet file is not taken for anything else', async () => {
		const half = opened(Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(300_000, 7)]));
		await expect(half).rejects.toThrow('begins like Parquet but does not end like it');
	});
});

describe('on the way', () => {
	const csv = `a,b\n${'1,2\n'.repeat(200_000)}`;

	test('gzip is unpacked; a damaged one shows what came before', async () => {
		const packed = gzipSync(csv);
		const file = await opened(packed);
		expect(file.content.format).toBe(`${comma}, packed by gzip`);
		expect(file.content.extension).toBe('csv.gz');
		expect(file.source?.rowCount).toBe(200_000);
		expect(file.bytes).toBe(packed.length);
		const noise = `a,b\n${Array.from({ length: 100_000 }, (_, row) => `${row},${(row * 7_919) % 10_007}`).join('\n')}\n`;
		const whole = gzipSync(noise);
		const cut = await opened(whole.subarray(0, whole.length / 2));
		expect(warnings(cut)[0]).toMatch(
			/^The gzip packing is damaged or cut off after [\d,]+ unpacked bytes. The first [\d,]+ rows are shown.$/,
		);
		expect((await cells(cut)).every(([id], row) => id === String(row))).toBe(true);
	});

	test('a store that ignores ranges, or says no size', async () => {
		const path = put(Buffer.from(csv));
		const file = await open({ url: `${origin}${path}` });
		expect([file.source?.rowCount, file.bytes]).toEqual([200_000, csv.length]);
		const silent = put((response) => void response.writeHead(200).end(csv));
		const same = await open({ url: `${origin}${silent}` });
		expect([same.source?.rowCount, same.bytes]).toEqual([200_000, csv.length]);
	});

	test('limits: the first rows are shown, and that there may be more', async () => {
		const path = put(Buffer.from(csv));
		const read = (limits: Limits) =>
			readOther(new RangeFile({ url: `${origin}${path}` }), {
				signal: new AbortController().signal,
				stop: new AbortController().signal,
				onProgress: () => {},
				as: null,
				limits,
			});
		const rows = await read({ rows: 1_000, bytes: 1e9 });
		expect(rows.table?.rowCount).toBe(1_000);
		expect(rows.content.remarks[0]?.text).toBe(
			'The first 1,000 rows are shown. There may be more: no more rows than these are read here.',
		);
		const bytes = await read({ rows: 1e9, bytes: 100_000 });
		expect(bytes.table?.rowCount).toBeGreaterThan(1_000);
		expect(bytes.table?.rowCount).toBeLessThan(200_000);
		expect(bytes.content.remarks[0]?.text).toContain('There is more');
	});

	test('progress is told; stopping shows what was read; leaving ends the request', async () => {
		let left = false;
		const endless = put((response) => {
			response.writeHead(200, { 'Content-Length': 1e9 });
			const more = () => {
				if (!left && response.write('12345,67890\n'.repeat(5_000))) setImmediate(more);
			};
			response.on('drain', more);
			response.on('close', () => {
				left = true;
			});
			response.write('a,b\n');
			more();
		});
		const stopping = new AbortController();
		const seen: number[] = [];
		const file = await open({
			url: `${origin}${endless}`,
			stop: stopping.signal,
			onProgress: ({ bytes, total }) => {
				expect(total).toBe(1e9);
				seen.push(bytes);
				if (seen.length === 2) stopping.abort();
			},
		});
		expect(seen.length).toBeGreaterThan(1);
		expect(warnings(file)[0]).toMatch(/^The first [\d,]+ rows are shown. Reading was stopped; there is more.$/);
		expect((await cells(file)).every((row) => row.join() === '12345,67890')).toBe(true);
		await expect.poll(() => left).toBe(true);

		left = false;
		const leaving = new AbortController();
		const gone = open({ url: `${origin}${endless}`, signal: leaving.signal, onProgress: () => leaving.abort() });
		await expect(gone).rejects.toThrow(/abort/);
		await expect.poll(() => left).toBe(true);
	});

	test('a connection that breaks off: what came is shown', async () => {
		const broken = put((response) => {
			response.writeHead(200, { 'Content-Length': 1_000_000 });
			response.write('a,b\n1,2\n'.repeat(20_000), () => response.destroy());
		});
		const file = await open({ url: `${origin}${broken}` });
		expect(warnings(file)[0]).toMatch(
			/^The connection broke off after 160,000 bytes. The first [\d,]+ rows are shown.$/,
		);
	});

	test('a store that refuses says so', async () => {
		await expect(open({ url: `${origin}/nothing` })).rejects.toThrow(SourceError);
	});
});

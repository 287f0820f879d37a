import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { RangeFile } from '../../bytes/range-file.ts';
import type { CellValue } from '../../source/row-source.ts';
import { exactText } from '../../values/cell-text.ts';
import { ParquetFile } from './parquet-file.ts';
import { warmUp } from './warm-up.ts';

let folder: string;
let db: DuckDBConnection;
let server: Server;
let origin: string;
const files = new Map<string, Buffer>();
let requests: { path: string; range: string | undefined }[] = [];

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'parquet-'));
	db = await (await DuckDBInstance.create(':memory:')).connect();
	await db.run("SET TimeZone = 'UTC'");
	server = createServer((request, response) => {
		const path = request.url ?? '/';
		requests.push({ path, range: request.headers.range });
		if (path.startsWith('/expired')) return void response.writeHead(403).end();
		const bytes = files.get(path.replace(/^\/whole/, ''));
		if (bytes === undefined) return void response.writeHead(404).end();
		const match = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
		if (match === null || path.startsWith('/whole')) return void response.writeHead(200).end(bytes);
		const start = match[1] === '' ? Math.max(0, bytes.length - Number(match[2])) : Number(match[1]);
		const end = match[1] === '' || match[2] === '' ? bytes.length : Math.min(bytes.length, Number(match[2]) + 1);
		const size = path.startsWith('/silent') ? undefined : `bytes ${start}-${end - 1}/${bytes.length}`;
		response.writeHead(206, size === undefined ? {} : { 'Content-Range': size }).end(bytes.subarray(start, end));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});

afterAll(async () => {
	server.close();
	await rm(folder, { recursive: true, force: true });
});

afterEach(() => {
	vi.unstubAllGlobals();
});

async function write(name: string, sql: string, options = ''): Promise<string> {
	const file = join(folder, `${name}.parquet`);
	await db.run(`COPY (${sql}) TO '${file}' (FORMAT parquet, COMPRESSION zstd${options})`);
	files.set(`/${name}`, await readFile(file));
	return `${origin}/${name}`;
}

const open = (url: string) => ParquetFile.open(new RangeFile({ url }));

async function column(file: ParquetFile, index = 0): Promise<CellValue[]> {
	const window = { rowStart: 0, rowEnd: file.rowCount, columnStart: index, columnEnd: index + 1 };
	const rows = await file.rows(window, new AbortController().signal);
	return rows.map((row) => row[0] ?? null);
}

/** Compares values as displayed in cells with DuckDB's text of the same values. */
async function expectSameTexts(name: string, type: string, values: readonly string[]) {
	const sql = `SELECT CAST(v AS ${type}) AS v FROM (VALUES ${values.map((value) => `(${value})`).join(', ')}, (NULL)) t(v)`;
	const file = await open(await write(name, sql));
	const reader = await db.runAndReadAll(`SELECT CAST(v AS VARCHAR) FROM (${sql})`);
	const expected = reader.getRows().map((row) => row[0]);
	const actual = (await column(file)).map((item) => (item === null ? null : exactText(item)));
	expect(actual).toEqual(expected);
	return file;
}

describe('reads the engine’s exact values', () => {
	test.each([
		['tiny', 'TINYINT', ['-128', '127', '0']],
		['utiny', 'UTINYINT', ['255', '0']],
		['usmall', 'USMALLINT', ['65535', '0']],
		['int', 'INTEGER', ['-2147483648', '2147483647']],
		['uint', 'UINTEGER', ['4294967295', '0']],
		['big', 'BIGINT', ['9007199254740993', '-9223372036854775808', '9223372036854775807']],
		['ubig', 'UBIGINT', ['18446744073709551615', '0']],
		['dec4', 'DECIMAL(4,1)', ['0.1', '-999.9', '0']],
		['dec9', 'DECIMAL(9,2)', ['0.10', '-1234567.89']],
		['dec18', 'DECIMAL(18,6)', ['0.1', '-123456789012.345678']],
		['dec38', 'DECIMAL(38,0)', ["'99999999999999999999999999999999999999'", "'-36893488147419103232'"]],
		['dec38s', 'DECIMAL(38,10)', ["'-1234567890123456789012345678.0123456789'", "'0.0000000001'"]],
		['text', 'VARCHAR', ["'plain'", "''", "'naïve 🦆 \u0007'", "'null'"]],
		['uuid', 'UUID', ["'ffffffff-0000-4000-8000-0123456789ab'"]],
		['date', 'DATE', ["'2024-02-29'", "'1969-12-31'", "'0001-01-01'", "'9999-12-31'", "'1582-10-04'"]],
		['time', 'TIME', ["'00:00:00'", "'23:59:59.999999'", "'12:34:56.5'"]],
		['bool', 'BOOLEAN', ['true', 'false']],
		['enum', "ENUM('a', 'b c')", ["'b c'", "'a'"]],
		['json', 'JSON', [`'{"a": 12345678901234567890}'`]],
	])('%s', async (name, type, values) => {
		const file = await expectSameTexts(name, type, values);
		if (name !== 'enum') expect(file.columns[0]?.type).toBe(type);
	});

	test.each([
		['ts', 'TIMESTAMP', ["'2024-01-02 03:04:05.678901'", "'1969-12-31 23:59:59.999999'", "'0001-01-01 00:00:00'"]],
		['tsms', 'TIMESTAMP_MS', ["'2024-01-02 03:04:05.678'", "'1900-01-01 00:00:00.001'"]],
		['tsns', 'TIMESTAMP_NS', ["'2024-01-02 03:04:05.678901234'", "'1700-01-01 00:00:00.000000001'"]],
	])('%s', async (name, type, values) => {
		const sql = `SELECT CAST(v AS ${type}) AS v FROM (VALUES ${values.map((value) => `(${value})`).join(', ')}) t(v)`;
		const file = await open(await write(name, sql));
		const reader = await db.runAndReadAll(`SELECT replace(CAST(v AS VARCHAR), ' ', 'T') FROM (${sql})`);
		expect(await column(file)).toEqual(reader.getRows().map((row) => row[0]));
	});

	test('marks an instant as UTC', async () => {
		const file = await open(await write('tstz', "SELECT TIMESTAMPTZ '2024-06-01 12:00:00.000001+02' AS v"));
		expect(await column(file)).toEqual(['2024-06-01T10:00:00.000001Z']);
		expect(file.columns[0]?.type).toBe('TIMESTAMP WITH TIME ZONE');
	});

	test('keeps months, days and time of an interval apart', async () => {
		const file = await open(await write('interval', "SELECT INTERVAL '14 months 3 days 04:05:06.789' AS v"));
		expect(await column(file)).toEqual(['P1Y2M3DT4H5M6.789S']);
	});

	test('shows doubles and floats with the fewest digits', async () => {
		const sql = `SELECT * FROM (VALUES (0.1::DOUBLE, 0.1::FLOAT), (1e300, 16777216), ('nan', 'inf'), (-0.0::DOUBLE, '-inf')) t(d, f)`;
		const file = await open(await write('floats', sql));
		expect((await column(file, 0)).map(exactText)).toEqual(['0.1', '1e+300', 'NaN', '-0']);
		expect((await column(file, 1)).map(exactText)).toEqual(['0.1', '16777216', 'Infinity', '-Infinity']);
	});

	test('reads blobs as bytes', async () => {
		const file = await open(await write('blob', "SELECT '\\x00\\xFF\\x41'::BLOB AS v UNION ALL SELECT ''::BLOB"));
		expect(await column(file)).toEqual([new Uint8Array([0, 255, 65]), new Uint8Array()]);
	});

	test('keeps a byte order mark at the start of a text', async () => {
		const file = await open(await write('bom', "SELECT '\ufeffbom' AS v"));
		expect(await column(file)).toEqual(['\ufeffbom']);
	});

	test('reads columns with unusual names', async () => {
		const file = await open(await write('names', `SELECT 1 AS "__proto__", 2 AS "a.b", 3 AS "constructor"`));
		expect(file.columns.map((column) => column.name)).toEqual(['__proto__', 'a.b', 'constructor']);
		const window = { rowStart: 0, rowEnd: 1, columnStart: 0, columnEnd: 3 };
		expect(await file.rows(window, new AbortController().signal)).toEqual([[1, 2, 3]]);
	});
});

describe('reads nested values as JSON with exact digits', () => {
	test.each([
		['list', 'SELECT [9007199254740993, NULL, 1] AS v', '[9007199254740993,null,1]', 'BIGINT[]'],
		['listempty', 'SELECT []::INTEGER[] AS v', '[]', 'INTEGER[]'],
		['listlist', 'SELECT [[1], [], NULL, [2, NULL]] AS v', '[[1],[],null,[2,null]]', 'INTEGER[][]'],
		[
			'struct',
			`SELECT {'a': 0.10::DECIMAL(38,2), '__proto__': 'x', 'n': NULL::INTEGER} AS v`,
			'{"a":0.10,"__proto__":"x","n":null}',
			'STRUCT(a DECIMAL(38,2), __proto__ VARCHAR, n INTEGER)',
		],
		[
			'structs',
			`SELECT [{'k': 1, 'l': ['a']}, NULL, {'k': NULL, 'l': NULL}, {'k': 2, 'l': []}] AS v`,
			'[{"k":1,"l":["a"]},null,{"k":null,"l":null},{"k":2,"l":[]}]',
			'STRUCT(k INTEGER, l VARCHAR[])[]',
		],
		[
			'map',
			`SELECT MAP {1::BIGINT: '🦆', 9007199254740993: NULL} AS v`,
			'[[1,"🦆"],[9007199254740993,null]]',
			'MAP(BIGINT, VARCHAR)',
		],
		['mapempty', 'SELECT MAP {}::MAP(VARCHAR, INTEGER) AS v', '[]', 'MAP(VARCHAR, INTEGER)'],
		[
			'mapdeep',
			`SELECT MAP {'a': MAP {'b': [{'d': DATE '2024-02-29'}]}} AS v`,
			'[["a",[["b",[{"d":"2024-02-29"}]]]]]',
			'MAP(VARCHAR, MAP(VARCHAR, STRUCT(d DATE)[]))',
		],
		['structnull', `SELECT NULL::STRUCT(a INTEGER) AS v`, null, 'STRUCT(a INTEGER)'],
		['odd', `SELECT ['nan'::DOUBLE, 'inf', '-0'::DOUBLE] AS v`, '["NaN","Infinity",-0]', 'DOUBLE[]'],
	])('%s', async (name, sql, expected, type) => {
		const filler = `SELECT v FROM (${sql}) UNION ALL SELECT NULL UNION ALL SELECT v FROM (${sql})`;
		const file = await open(await write(name, filler));
		expect(await column(file)).toEqual([expected, null, expected]);
		expect(file.columns[0]?.type).toBe(type);
	});
});

describe('reads only what’s needed', () => {
	const big = `SELECT i AS id, i::DECIMAL(38,0) * 1000000000000000000 AS huge, 'text ' || (i % 50) AS word,
		hash(i)::VARCHAR AS noise, CASE WHEN i % 3 = 0 THEN NULL ELSE i / 7 END AS part
		FROM range(50000) t(i)`;

	test('fetches the footer and one row group for the first rows', async () => {
		const url = await write('big', big, ', ROW_GROUP_SIZE 10240');
		const size = files.get('/big')?.length ?? 0;
		requests = [];
		const file = await open(url);
		const window = { rowStart: 0, rowEnd: 40, columnStart: 0, columnEnd: 5 };
		const rows = await file.rows(window, new AbortController().signal);
		expect(rows[39]?.slice(0, 3)).toEqual([39n, '39000000000000000000', 'text 39']);
		expect(requests.length).toBeLessThanOrEqual(3);
		expect(size).toBeGreaterThan(600_000);
	});

	test('reads windows across row groups and up to the last row, plain and dictionary-encoded', async () => {
		const file = await open(await write('big', big, ', ROW_GROUP_SIZE 10240'));
		expect(file.rowCount).toBe(50_000);
		for (const [rowStart, rowEnd] of [
			[10_200, 10_300],
			[49_900, 50_000],
		] as const) {
			const window = { rowStart, rowEnd, columnStart: 0, columnEnd: 5 };
			const rows = await file.rows(window, new AbortController().signal);
			const reader = await db.runAndReadAll(
				`SELECT id::VARCHAR, huge::VARCHAR, word, noise, part FROM (${big}) ORDER BY id LIMIT 100 OFFSET ${rowStart}`,
			);
			const expected = reader.getRows();
			expect(rows.map((row) => row.slice(0, 4).map((item) => String(item)))).toEqual(
				expected.map((row) => row.slice(0, 4)),
			);
			expect(rows.map((row) => row[4])).toEqual(expected.map((row) => row[4]));
		}
	});

	test('fetches once for two requests, and aborts when nobody waits', async () => {
		const file = await open(await write('big', big, ', ROW_GROUP_SIZE 10240'));
		requests = [];
		const window = { rowStart: 30_000, rowEnd: 30_010, columnStart: 0, columnEnd: 5 };
		const { signal } = new AbortController();
		await Promise.all([file.rows(window, signal), file.rows(window, signal)]);
		expect(requests).toHaveLength(1);
		const gone = new AbortController();
		const rows = file.rows({ ...window, rowStart: 45_000, rowEnd: 45_010 }, gone.signal);
		gone.abort();
		await expect(rows).rejects.toThrow(/abort/);
	});

	test('reads from a server that ignores ranges, and from one that hides sizes', async () => {
		await write('big', big, ', ROW_GROUP_SIZE 10240');
		files.set('/silent', files.get('/big') as Buffer);
		for (const url of [`${origin}/whole/big`, `${origin}/silent`]) {
			const file = await open(url);
			const window = { rowStart: 49_999, rowEnd: 50_000, columnStart: 0, columnEnd: 1 };
			expect(await file.rows(window, new AbortController().signal)).toEqual([[49_999n]]);
		}
	});

	test("fetches the start while reading the end of a file on the console's own origin", async () => {
		vi.stubGlobal('location', { origin });
		const url = await write('big', big, ', ROW_GROUP_SIZE 10240');
		requests = [];
		const file = await open(url);
		const { signal } = new AbortController();
		const window = { rowStart: 0, rowEnd: 10, columnStart: 0, columnEnd: 1 };
		expect(await file.rows(window, signal)).toEqual(Array.from({ length: 10 }, (_, index) => [BigInt(index)]));
		expect(requests.map((request) => request.range)).toEqual([expect.stringMatching(/^bytes=-\d+$/), 'bytes=0-393215']);
		// A small file arrives whole, in one request.
		requests = [];
		const small = await open(await write('small', 'SELECT 1 AS v'));
		expect(await column(small)).toEqual([1]);
		expect(requests).toHaveLength(1);
	});

	test('renews an expired URL once', async () => {
		const url = await write('fresh', 'SELECT 1 AS v');
		let requestCount = 0;
		const renew = async () => {
			requestCount += 1;
			return url;
		};
		const file = await ParquetFile.open(new RangeFile({ url: `${origin}/expired`, renew }));
		expect(file.rowCount).toBe(1);
		expect(requestCount).toBe(1);
		const hopeless = new RangeFile({ url: `${origin}/expired`, renew: async () => `${origin}/expired-too` });
		await expect(ParquetFile.open(hopeless)).rejects.toThrow(
			'The object store denied access to the file (status 403). Reload the page, or contact your admin.',
		);
	});

	test('waits for one fresh URL for all refused ranges', async () => {
		const url = await write('together', big, ', ROW_GROUP_SIZE 10240');
		const refused = () => requests.filter((request) => request.path === '/expired').length;
		requests = [];
		let requestCount = 0;
		const renew = async () => {
			requestCount += 1;
			// The others are rejected while the new URL is being requested.
			await expect.poll(refused).toBe(3);
			return url;
		};
		const file = new RangeFile({ url: `${origin}/expired`, renew });
		const pieces = await Promise.all([0, 1_000, 2_000].map((start) => file.slice(start, start + 10)));
		expect(pieces.map((piece) => piece.byteLength)).toEqual([10, 10, 10]);
		expect(requestCount).toBe(1);
	});

	test('reports a file that isn’t Parquet', async () => {
		files.set('/page', Buffer.from('<!doctype html><title>Not a table</title>'));
		await expect(open(`${origin}/page`)).rejects.toThrow('This isn’t a Parquet file.');
		files.set('/nothing', Buffer.from(''));
		await expect(open(`${origin}/nothing`)).rejects.toThrow('This isn’t a Parquet file.');
		await expect(open('http://127.0.0.1:1/none')).rejects.toThrow('http://127.0.0.1:1 isn’t responding.');
	});

	test('reports a corrupt footer and suggests what to do', async () => {
		await write('footless', 'SELECT 1 AS v');
		const bytes = Buffer.from(files.get('/footless') as Buffer);
		bytes.fill(0x55, 4, bytes.length - 8);
		files.set('/footless', bytes);
		await expect(open(`${origin}/footless`)).rejects.toThrow(
			'Can’t read the Parquet footer. The file may be corrupt. Reload the page, or start a new run.',
		);
	});

	test('reads the columns of an output without rows', async () => {
		const file = await open(await write('none', 'SELECT 1::BIGINT AS a, [1] AS b WHERE false'));
		expect(file.rowCount).toBe(0);
		expect(file.columns.map((column) => column.type)).toEqual(['BIGINT', 'INTEGER[]']);
	});
});

test('knows the extremes of integers before reading any row', async () => {
	const sql = `SELECT {'a': i, 'b': i} AS nested, i - 5 AS n, 'x' AS label, (i * 3)::UINTEGER AS u, NULL::INTEGER AS none
		FROM range(5000) t(i)`;
	const file = await open(await write('extremes', sql, ', ROW_GROUP_SIZE 2048'));
	expect(file.columns.map(({ name, extremes }) => [name, extremes?.map(String)])).toEqual([
		['nested', undefined],
		['n', ['-5', '4994']],
		['label', undefined],
		['u', ['0', '14997']],
		['none', undefined],
	]);
});

test('can read the warm-up file', async () => {
	const { buffer } = Uint8Array.from(await readFile(new URL('./warm-up.parquet', import.meta.url)));
	let rounds = 0;
	await warmUp(buffer, () => {
		rounds += 1;
		return rounds < 3;
	});
	expect(rounds).toBe(3);
});

describe('pages of every kind', () => {
	const sql = `SELECT i AS n, if(i % 7 = 0, NULL, 'row ' || i) AS text, if(i % 3 = 0, NULL, ['red', 'blue'][i % 2 + 1]) AS word,
		i * 0.5::DOUBLE AS part, (i * 1.25)::DECIMAL(38, 2) AS amount, i % 2 = 0 AS flag, uuid() AS id, 'b' || i::VARCHAR AS b,
		if(i < 6000, NULL, i::INTEGER) AS late FROM range(12000) t(i)`;

	test.each([
		['V1', 'zstd'],
		['V2', 'zstd'],
		['V1', 'snappy'],
		['V2', 'snappy'],
		['V1', 'gzip'],
		['V1', 'lz4_raw'],
		['V1', 'brotli'],
		['V1', 'uncompressed'],
		['V2', 'uncompressed'],
	])('reads %s pages with %s compression like the engine', async (version, codec) => {
		const name = join(folder, `pages-${version}-${codec}.parquet`);
		const options = `FORMAT parquet, COMPRESSION ${codec}, PARQUET_VERSION ${version}, ROW_GROUP_SIZE 10240`;
		await db.run(`COPY (${sql}) TO '${name}' (${options})`);
		files.set(`/${version}-${codec}`, await readFile(name));
		const file = await open(`${origin}/${version}-${codec}`);
		const reader = await db.runAndReadAll(`SELECT COLUMNS(*)::VARCHAR FROM '${name}'`);
		const expected = reader.getColumns();
		for (const [index] of file.columns.entries()) {
			const texts = (await column(file, index)).map((item) => (item === null ? null : exactText(item)));
			// The engine writes ".0" after integral doubles.
			const engine = (expected[index] ?? []).map((item) => (index === 3 ? String(item).replace(/\.0$/, '') : item));
			expect(texts).toEqual(engine);
		}
	});

	test('reads any row of a column with several pages', async () => {
		const rows = 5_000;
		const columnData = [
			{ name: 'n', data: BigInt64Array.from({ length: rows }, (_, index) => BigInt(index)), type: 'INT64' as const },
			{ name: 't', data: Array.from({ length: rows }, (_, index) => `text number ${index}`), type: 'STRING' as const },
		];
		files.set('/pages', Buffer.from(parquetWriteBuffer({ columnData, pageSize: 4_096, codec: 'SNAPPY' })));
		const file = await open(`${origin}/pages`);
		const { signal } = new AbortController();
		for (const rowStart of [4_999, 0, 2_500, 1]) {
			const window = { rowStart, rowEnd: rowStart + 1, columnStart: 0, columnEnd: 2 };
			expect(await file.rows(window, signal)).toEqual([[BigInt(rowStart), `text number ${rowStart}`]]);
		}
	});

	test('reports a damaged page and still reads other columns', async () => {
		const options = ', ROW_GROUP_SIZE 10240, PARQUET_VERSION V1';
		await write('spoilt', `SELECT i AS n, hash(i)::VARCHAR AS noise FROM range(10000) t(i)`, options);
		const bytes = Buffer.from(files.get('/spoilt') as Buffer);
		// The second column's page precedes the footer.
		const footer = bytes.readUInt32LE(bytes.length - 8);
		bytes.fill(0x55, bytes.length - 8 - footer - 60_000, bytes.length - 8 - footer - 40_000);
		files.set('/spoilt', bytes);
		const file = await open(`${origin}/spoilt`);
		await expect(column(file, 1)).rejects.toMatchObject({
			code: 'UNSUPPORTED',
			message: expect.stringMatching(/^The file may be corrupt/),
		});
		expect((await column(file, 0)).at(-1)).toBe(9_999n);
	});
});

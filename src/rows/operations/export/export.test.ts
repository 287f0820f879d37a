import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { opened, startFileStore } from '../../../testing/node/file-store.ts';
import { memorySource } from '../../memory-source.ts';
import type { CellValue, ExportFormat, GridColumn, RowSource } from '../../source/row-source.ts';

startFileStore();

let folder: string;
let db: DuckDBConnection;
let count = 0;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'export-'));
	db = await (await DuckDBInstance.create(':memory:')).connect();
	await db.run("SET TimeZone = 'UTC'");
});

afterAll(async () => await rm(folder, { recursive: true }));

/** Values that are easily corrupted, with each column's type as in the file. */
const exact = `SELECT * FROM (VALUES
	(9007199254740993, 36893488147419103232::DECIMAL(38,0), 0.1::DECIMAL(4,1), 'plain', '🦆 ü', {'a': 0.10::DECIMAL(18,2), '__proto__': 'x', 'l': [1, NULL]}),
	(-9223372036854775808, -99999999999999999999999999999999999999::DECIMAL(38,0), -999.9, '', 'two
lines, "quoted"	and a tab', NULL),
	(9223372036854775807, 0, NULL, '=1+1', NULL, {'a': -1, '__proto__': NULL, 'l': []}),
	(NULL, NULL, 0, NULL, 'NULL', {'a': 99999.99, '__proto__': '', 'l': NULL})
) t("__proto__", sum, tenth, label, note, nested)`;

const kinds = `SELECT v.* FROM (VALUES
	(true, 255::UTINYINT, (-32768)::SMALLINT, 4294967295::UINTEGER, 18446744073709551615::UBIGINT, 0.1::FLOAT, 0.1::DOUBLE,
	 12345678901234.5678::DECIMAL(18,4), -1234567890.1234567890::DECIMAL(38,10), DATE '2024-02-29', TIMESTAMP '1969-12-31 23:59:59.999999',
	 TIMESTAMPTZ '2024-06-01 10:00:00.000001+00', TIMESTAMP_MS '2024-01-02 03:04:05.678', TIMESTAMP_NS '2024-01-02 03:04:05.678901234',
	 TIME '23:59:59.999999', UUID 'ffffffff-0000-4000-8000-0123456789ab', '\\x00\\xFF'::BLOB),
	(false, 0, 32767, 0, 0, 'nan', '-inf', -0.0001, 0, DATE '0001-01-01', TIMESTAMP '9999-12-31 00:00:00', NULL, NULL, NULL, TIME '00:00:00', NULL, ''),
	(NULL, NULL, NULL, NULL, NULL, NULL, 1e300, NULL, NULL, 'infinity', '-infinity', NULL, NULL, NULL, NULL, NULL, NULL)
) v(flag, tiny, small, uint, ubig, single, part, dec18, dec38, day, moment, instant, ms, ns, clock, id, raw)`;

const nestedKinds = `SELECT * REPLACE (list_transform(all_of_it, of -> struct_insert(of, raw := '\\x00\\xFF'::BLOB)) AS all_of_it) FROM (VALUES
	([[1, NULL], [], NULL], MAP {'a': [1.50::DECIMAL(9,2)], '': NULL}, MAP {DATE '2024-02-29': {'x': true, 'y': [{'z': 'ü'}]}},
	 [{'day': DATE '0001-01-01', 'moment': TIMESTAMP '1969-12-31 23:59:59.999999', 'ns': TIMESTAMP_NS '2024-01-02 03:04:05.678901234',
	   'at': TIMESTAMPTZ '2024-06-01 10:00:00.000001+00', 'big': 18446744073709551615::UBIGINT, 'tiny': (-128)::TINYINT,
	   'part': 'nan'::DOUBLE, 'single': '-inf'::FLOAT, 'price': -0.0000000001::DECIMAL(38,10), 'id': UUID 'ffffffff-0000-4000-8000-0123456789ab'}]),
	([], MAP {}, NULL, []),
	(NULL, NULL, MAP {}, [NULL]),
	([NULL], MAP {'b': []}, MAP {DATE '1970-01-01': NULL}, NULL)
) v(lists, prices, days, all_of_it)`;

async function source(sql: string): Promise<RowSource> {
	count += 1;
	const file = join(folder, `${count}.parquet`);
	await db.run(`COPY (${sql}) TO '${file}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`);
	const { readFile } = await import('node:fs/promises');
	const { source: found } = await opened(await readFile(file));
	if (found === null) throw new Error('no rows');
	return found;
}

async function exported(from: RowSource, format: ExportFormat, guardFormulas = false): Promise<Buffer> {
	const columns = from.columns.map((_, index) => index);
	const blob = await from.export?.({ format, columns, guardFormulas }, { signal: new AbortController().signal });
	if (blob === undefined) throw new Error('cannot export');
	return Buffer.from(await blob.arrayBuffer());
}

async function saved(bytes: Buffer, extension: string): Promise<string> {
	count += 1;
	const file = join(folder, `${count}.${extension}`);
	await writeFile(file, bytes);
	return file;
}

/** Rows in one query but not the other, both ways. */
async function difference(a: string, b: string): Promise<unknown[][]> {
	const reader = await db.runAndReadAll(`(${a} EXCEPT ALL ${b}) UNION ALL (${b} EXCEPT ALL ${a})`);
	return reader.getRows();
}

async function types(sql: string): Promise<unknown[]> {
	const reader = await db.runAndReadAll(`DESCRIBE ${sql}`);
	return reader.getRows().map((row) => [row[0], row[1]]);
}

describe('exported values read back unchanged', () => {
	const columns = `{'__proto__': 'BIGINT', 'sum': 'DECIMAL(38,0)', 'tenth': 'DECIMAL(4,1)', 'label': 'VARCHAR', 'note': 'VARCHAR', 'nested': 'JSON'}`;
	const original = `SELECT * REPLACE (nested::JSON::VARCHAR AS nested) FROM (${exact})`;
	const compared = (from: string) => `SELECT * REPLACE (nested::VARCHAR AS nested) FROM ${from}`;

	test.each(['csv', 'tsv'] as const)('%s', async (format) => {
		const file = await saved(await exported(await source(exact), format), format);
		const delim = format === 'csv' ? ',' : '\\t';
		const read = `read_csv('${file}', header = true, delim = E'${delim}', quote = '"', escape = '"', columns = ${columns}, allow_quoted_nulls = false, auto_detect = false)`;
		expect(await difference(original, compared(read))).toEqual([]);
	});

	test.each(['json', 'ndjson'] as const)('%s', async (format) => {
		const bytes = await exported(await source(exact), format);
		expect(
			JSON.parse(format === 'json' ? bytes.toString() : `[${bytes.toString().trim().replaceAll('\n', ',')}]`),
		).toHaveLength(4);
		// The engine reads numbers over 64 bits as doubles, so digits are compared as text.
		expect(bytes.toString()).toContain(
			'"__proto__":9007199254740993,"sum":36893488147419103232,"tenth":0.1,"label":"plain"',
		);
		expect(bytes.toString()).toContain('"sum":-99999999999999999999999999999999999999,');
		const file = await saved(bytes, format);
		const of = format === 'json' ? 'array' : 'newline_delimited';
		const shape = columns
			.replace("'DECIMAL(38,0)'", "'VARCHAR'")
			.replace("'JSON'", `'STRUCT(a DECIMAL(18,2), "__proto__" VARCHAR, l INTEGER[])'`);
		const read = `read_json('${file}', format = '${of}', columns = ${shape})`;
		const without = (sql: string) => `SELECT * EXCLUDE (sum) FROM ${sql}`;
		expect(await difference(without(`(${exact})`), without(read))).toEqual([]);
	});

	test('parquet', async () => {
		const file = await saved(await exported(await source(exact), 'parquet'), 'parquet');
		expect(await difference(`(${exact})`, `FROM '${file}'`)).toEqual([]);
		expect(await types(`FROM '${file}'`)).toEqual(await types(exact));
	});

	test('parquet: keeps both zeros', async () => {
		const double = { type: 'DOUBLE', kind: 'float' } as const;
		const nested = { nests: 'list', item: { nests: 'nothing', digits: 0, scale: 0, ...double } } as const;
		const columns: GridColumn[] = [
			{ name: 'd', ...double },
			{ name: 'l', type: 'DOUBLE[]', kind: 'json', nested },
		];
		const rows = [-0, 0, -0, 0].map((zero): CellValue[] => [zero, `[0,${Object.is(zero, 0) ? '' : '-'}0]`]);
		const file = await saved(await exported(memorySource(columns, rows), 'parquet'), 'parquet');
		const read = await db.runAndReadAll(`SELECT d::VARCHAR, l::VARCHAR FROM '${file}'`);
		const [negative, positive] = [
			['-0.0', '[0.0, -0.0]'],
			['0.0', '[0.0, 0.0]'],
		];
		expect(read.getRows()).toEqual([negative, positive, negative, positive]);
	});

	test('parquet: keeps nested values of every type', async () => {
		const file = await saved(await exported(await source(nestedKinds), 'parquet'), 'parquet');
		expect(await difference(nestedKinds, `FROM '${file}'`)).toEqual([]);
		expect(await types(`FROM '${file}'`)).toEqual(await types(nestedKinds));
	});

	test('parquet: keeps every type', async () => {
		const file = await saved(await exported(await source(kinds), 'parquet'), 'parquet');
		expect(await difference(kinds, `FROM '${file}'`)).toEqual([]);
		const before = (await types(`${kinds}`)) as [string, string][];
		expect(await types(`FROM '${file}'`)).toEqual(
			before.map(([name, type]) => [name, type === 'TIMESTAMP_MS' ? 'TIMESTAMP' : type]),
		);
	});

	test('csv: reads back every type', async () => {
		const file = await saved(await exported(await source(kinds), 'csv'), 'csv');
		const columns = ((await types(kinds)) as [string, string][]).map(
			([name, type]) => `'${name}': '${type === 'BLOB' ? 'VARCHAR' : type}'`,
		);
		const read = `read_csv('${file}', header = true, columns = {${columns.join(', ')}}, auto_detect = false, delim = ',', quote = '"')`;
		const plain = (sql: string) => `SELECT * EXCLUDE (raw) FROM (${sql})`;
		expect(await difference(plain(kinds), plain(`FROM ${read}`))).toEqual([]);
	});

	test('json: writes NaN as text and bytes as base64', async () => {
		const rows = JSON.parse((await exported(await source(kinds), 'json')).toString());
		expect(rows[1]).toMatchObject({ single: 'NaN', part: '-Infinity', raw: '' });
		expect(rows[0]).toMatchObject({ raw: 'AP8=', instant: '2024-06-01T10:00:00.000001Z' });
	});
});

describe('an export', () => {
	test('keeps the order and columns on screen for many rows', async () => {
		const many = `SELECT i AS id, 'row ' || i AS label, (i % 97)::DECIMAL(9,2) AS price FROM range(30000) t(i)`;
		const from = await source(many);
		const sorted = await from.arrange?.(
			{ sort: [{ column: 'price', descending: true }], filter: [{ column: 'id', op: '>=', value: '100' }] },
			{ signal: new AbortController().signal },
		);
		let reportedDone = 0;
		const blob = await sorted?.export?.(
			{ format: 'csv', columns: [2, 0], guardFormulas: true },
			{ signal: new AbortController().signal, onProgress: ({ done }) => (reportedDone = done) },
		);
		const file = await saved(Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer()), 'csv');
		const read = await db.runAndReadAll(`SELECT price, id FROM read_csv('${file}')`);
		const expected = await db.runAndReadAll(`SELECT price, id FROM (${many}) WHERE id >= 100 ORDER BY price DESC, id`);
		expect(read.getRows().map(String)).toEqual(
			expected
				.getRows()
				.map((row) => [Number(row[0]), row[1]])
				.map(String),
		);
		expect(reportedDone).toBeLessThanOrEqual(29_900);
		for (const format of ['parquet', 'ndjson'] as const) {
			const again = await saved(await exported(from, format), format);
			expect(await difference(many, `SELECT id, label, price::DECIMAL(9,2) AS price FROM '${again}'`)).toEqual([]);
		}
	});

	test('neutralizes formulas in values and names if requested, in CSV and TSV only', async () => {
		const from = await source(`SELECT '=1+1' AS "=name", -5 AS n, '-5' AS text, '@x' AS at`);
		expect((await exported(from, 'csv', true)).toString()).toBe("'=name,n,text,at\r\n'=1+1,-5,-5,'@x\r\n");
		expect((await exported(from, 'csv')).toString()).toBe('=name,n,text,at\r\n=1+1,-5,-5,@x\r\n');
		expect((await exported(from, 'ndjson', true)).toString()).toBe('{"=name":"=1+1","n":-5,"text":"-5","at":"@x"}\n');
		const times = await source(
			`SELECT '-infinity'::DATE AS day, '-infinity'::TIMESTAMP AS moment, '0044-03-15 (BC)'::TIMESTAMP AS ides,
				'-infinity' AS text, '-inf'::DOUBLE AS part, -1.50 AS price, chr(9) || 'x' AS tab`,
		);
		expect((await exported(times, 'csv', true)).toString().split('\r\n')[1]).toBe(
			"-infinity,-infinity,-0043-03-15T00:00:00,'-infinity,-Infinity,-1.50,'\tx",
		);
	});

	test('keeps the columns of an output without rows', async () => {
		const from = await source('SELECT 1 AS a, [1] AS b WHERE false');
		expect((await exported(from, 'csv')).toString()).toBe('a,b\r\n');
		expect(JSON.parse((await exported(from, 'json')).toString())).toEqual([]);
		expect((await exported(from, 'ndjson')).toString()).toBe('');
		const file = await saved(await exported(from, 'parquet'), 'parquet');
		expect(await types(`FROM '${file}'`)).toEqual([
			['a', 'INTEGER'],
			['b', 'INTEGER[]'],
		]);
	});

	test('text files: keeps missing values missing and large numbers exact', async () => {
		const { source: from } = await opened(
			'{"a": 12345678901234567890123, "b": 0.1}\n{"a": 1}\n{"b": 0.12345678901234567890, "a": null}\n',
		);
		if (from === null) throw new Error('no rows');
		expect((await exported(from, 'ndjson')).toString()).toBe(
			'{"a":12345678901234567890123,"b":0.1}\n{"a":1}\n{"a":null,"b":0.12345678901234567890}\n',
		);
		const file = await saved(await exported(from, 'parquet'), 'parquet');
		const reader = await db.runAndReadAll(`SELECT a::VARCHAR, b FROM '${file}'`);
		expect(reader.getRows()).toEqual([
			['12345678901234567890123', '0.1'],
			['1', null],
			[null, '0.12345678901234567890'],
		]);
	});

	test('includes rows in memory and changes of a comparison', async () => {
		const columns: GridColumn[] = [
			{ name: 'n', type: 'BIGINT', kind: 'integer' },
			{ name: 'n', type: 'VARCHAR', kind: 'text' },
		];
		const rows: CellValue[][] = [
			[{ before: 1n, after: 2n }, 'x'],
			[3n, { missing: 'Added' }],
		];
		const from = memorySource(columns, rows);
		expect((await exported(from, 'csv')).toString()).toBe('n,n\r\n1 → 2,x\r\n3,\r\n');
		const retyped = memorySource(
			[{ name: 'd', type: 'VARCHAR → DATE', kind: 'temporal' }],
			[[{ before: '=1', after: '-infinity' }]],
		);
		expect((await exported(retyped, 'csv', true)).toString()).toBe("d\r\n'=1 → -infinity\r\n");
		expect((await exported(from, 'json')).toString()).toBe('[{"n":{"before":1,"after":2},"n_1":"x"},\n{"n":3}]\n');
		const file = await saved(await exported(from, 'parquet'), 'parquet');
		expect((await db.runAndReadAll(`FROM '${file}'`)).getRows()).toEqual([
			[2n, 'x'],
			[3n, null],
		]);
	});

	test('ends when its signal aborts', async () => {
		const from = await source('SELECT i AS id FROM range(100000) t(i)');
		const leaving = new AbortController();
		const gone = from.export?.({ format: 'csv', columns: [0], guardFormulas: true }, { signal: leaving.signal });
		leaving.abort();
		await expect(gone).rejects.toThrow(/abort/);
	});
});

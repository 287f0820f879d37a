import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { opened, put, startFileStore } from '../../../testing/node/file-store.ts';
import { RangeFile } from '../../bytes/range-file.ts';
import { ParquetFile } from '../../formats/parquet/parquet-file.ts';
import { memorySource } from '../../memory-source.ts';
import type { FilterTerm, RowSource, SortTerm, Work } from '../../source/row-source.ts';
import type { WorkerTable } from '../../source/worker-table.ts';
import { exactText } from '../../values/cell-text.ts';
import { arrange } from './arrange-job.ts';

startFileStore();

let folder: string;
let db: DuckDBConnection;

const rowCount = 40_000;

/** Random values of every kind, with nulls and ties. `id` is the row's position. */
const random = `SELECT i AS id,
	CASE WHEN random() < 0.1 THEN NULL ELSE (random() * 200 - 100)::INTEGER END AS small,
	CASE WHEN random() < 0.1 THEN NULL ELSE 9007199254740990 + (random() * 20)::BIGINT END AS big,
	(hash(i * 7) % 1000 + 18446744073709550000)::UBIGINT AS ubig,
	CASE WHEN random() < 0.05 THEN NULL WHEN random() < 0.05 THEN 'nan'::DOUBLE WHEN random() < 0.05 THEN '-inf'::DOUBLE
		WHEN random() < 0.05 THEN 0::DOUBLE WHEN random() < 0.05 THEN '-0.0'::DOUBLE ELSE round(random() * 50, 1) - 25 END AS part,
	(random() * 100 - 50)::FLOAT AS single,
	CASE WHEN random() < 0.1 THEN NULL ELSE (random() * 2000 - 1000)::DECIMAL(9,2) END AS price,
	(random() * 100)::INTEGER::DECIMAL(38,10) * 1000000000000000 + 0.0000000001 * (random() * 4)::INTEGER AS huge,
	random() < 0.5 AS flag,
	CASE WHEN random() < 0.1 THEN NULL ELSE ['a', 'B', '', 'ä', 'é', '🦆', chr(65533), 'Zoë', 'a b', '=1'][1 + (random() * 9)::INTEGER] END AS word,
	'https://example.org/a/shared/beginning/' || (random() * 30000)::INTEGER || CASE WHEN i % 7 = 0 THEN chr(128512) ELSE '' END AS url,
	DATE '1600-01-01' + (random() * 300000)::INTEGER AS day,
	TIMESTAMP '1969-12-31 23:59:59' + to_microseconds((random() * 3000000)::BIGINT) AS moment,
	(TIMESTAMP '1969-12-31 23:59:59' + to_microseconds((random() * 3000000)::BIGINT))::TIMESTAMPTZ AS zoned,
	make_timestamp_ns(1704067200000000000 + (random() * 20)::BIGINT) AS nano,
	TIME '00:00:00' + to_microseconds((random() * 86000000000)::BIGINT) AS clock,
	encode(['a', 'b', 'ab', ''][1 + (random() * 3)::INTEGER]) AS raw
	FROM range(${rowCount}) t(i)`;

let parquet: Buffer;
let csv: Buffer;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'arrange-'));
	db = await (await DuckDBInstance.create(':memory:')).connect();
	await db.run("SET TimeZone = 'UTC'; SELECT setseed(0.42)");
	await db.run(`CREATE TABLE t AS ${random}`);
	await db.run(`COPY (FROM t ORDER BY id) TO '${folder}/t.parquet' (FORMAT parquet, ROW_GROUP_SIZE 10240)`);
	await db.run(`COPY (FROM t ORDER BY id) TO '${folder}/t.csv' (FORMAT csv, HEADER)`);
	parquet = await readFile(join(folder, 't.parquet'));
	csv = await readFile(join(folder, 't.csv'));
});

afterAll(async () => await rm(folder, { recursive: true }));

const work = (): Work => ({ signal: new AbortController().signal });

async function sourceOf(bytes: Buffer): Promise<RowSource> {
	const { source } = await opened(bytes);
	if (source === null) throw new Error('no rows');
	return source;
}

async function ids(source: RowSource): Promise<number[]> {
	const rows = await source.rows(
		{ rowStart: 0, rowEnd: source.rowCount, columnStart: 0, columnEnd: 1 },
		new AbortController().signal,
	);
	return rows.map((row) => Number(exactText(row[0] ?? null)));
}

async function arranged(source: RowSource, sort: SortTerm[], filter: FilterTerm[] = []): Promise<RowSource> {
	const made = await source.arrange?.({ sort, filter }, work());
	if (made === undefined) throw new Error('cannot arrange');
	return made;
}

async function sql(query: string): Promise<number[]> {
	const reader = await db.runAndReadAll(query);
	return reader.getRows().map((row) => Number(row[0]));
}

const term = (text: string): SortTerm => ({ column: text.replace('-', ''), descending: text.startsWith('-') });
const orderBy = (terms: readonly SortTerm[]) =>
	[...terms.map((term) => `${term.column} ${term.descending ? 'DESC' : 'ASC'} NULLS LAST`), 'id'].join(', ');

const sorts = [
	...[
		'small',
		'big',
		'ubig',
		'part',
		'single',
		'price',
		'huge',
		'flag',
		'word',
		'url',
		'day',
		'moment',
		'nano',
		'clock',
	],
	...['raw', '-small', '-big', '-part', '-huge', '-word', '-url', '-moment', '-id'],
	...['word -small', 'flag -word part', '-price word', 'small -url'],
];

describe('sorts rows like DuckDB', () => {
	test.each(sorts)('%s', async (text) => {
		const terms = text.split(' ').map(term);
		const sorted = await arranged(await sourceOf(parquet), terms);
		expect(sorted.rowCount).toBe(rowCount);
		expect(await ids(sorted)).toEqual(await sql(`SELECT id FROM t ORDER BY ${orderBy(terms)}`));
	});

	test.each(['small', '-big', 'huge', 'price'])('sorts numbers of a CSV by value: %s', async (text) => {
		const sorted = await arranged(await sourceOf(csv), [term(text)]);
		expect(await ids(sorted)).toEqual(await sql(`SELECT id FROM t ORDER BY ${orderBy([term(text)])}`));
	});
});

const filters: [FilterTerm, string][] = [
	[{ column: 'small', op: '=', value: '7' }, 'small = 7'],
	[{ column: 'small', op: '!=', value: '7' }, 'small IS DISTINCT FROM 7'],
	[{ column: 'small', op: '<', value: '-12.5' }, 'small < -12.5'],
	[{ column: 'big', op: '=', value: '9007199254740993' }, 'big = 9007199254740993'],
	[{ column: 'big', op: '>', value: '9007199254740993.5' }, 'big > 9007199254740993.5::DECIMAL(38,1)'],
	[{ column: 'ubig', op: '>=', value: '18446744073709550500' }, 'ubig >= 18446744073709550500'],
	[{ column: 'part', op: '=', value: '0' }, 'part = 0'],
	[{ column: 'part', op: '=', value: 'NaN' }, "part = 'nan'"],
	[{ column: 'part', op: '>', value: '24' }, 'part > 24'],
	[{ column: 'price', op: '<=', value: '-0.5' }, 'price <= -0.5'],
	[{ column: 'huge', op: '=', value: '50000000000000000.0000000001' }, 'huge = 50000000000000000.0000000001'],
	[{ column: 'huge', op: '>', value: '50000000000000000.0000000001' }, 'huge > 50000000000000000.0000000001'],
	[{ column: 'flag', op: '=', value: 'true' }, 'flag'],
	[{ column: 'word', op: '=', value: '' }, "word = ''"],
	[{ column: 'word', op: '>', value: 'é' }, "word > 'é'"],
	[{ column: 'word', op: 'in', value: ['🦆', 'Zoë', 'zoë'] }, "word IN ('🦆', 'Zoë')"],
	[{ column: 'word', op: 'contains', value: 'ZO' }, "contains(lower(word), 'zo')"],
	[{ column: 'moment', op: 'contains', value: '1970-01-01 00' }, "contains(moment::VARCHAR, '1970-01-01 00')"],
	[{ column: 'moment', op: 'contains', value: '01T00:00:0' }, "contains(moment::VARCHAR, '01 00:00:0')"],
	[{ column: 'word', op: 'isNull' }, 'word IS NULL'],
	[{ column: 'word', op: 'notNull' }, 'word IS NOT NULL'],
	[{ column: 'small', op: 'in', value: ['1', '2.0', '-3'] }, 'small IN (1, 2, -3)'],
	[{ column: 'day', op: '<', value: '1700-03-01' }, "day < '1700-03-01'"],
	[{ column: 'moment', op: '>=', value: '1970-01-01 00:00:00.5' }, "moment >= '1970-01-01 00:00:00.5'"],
	[{ column: 'moment', op: '=', value: '1969-12-31' }, "moment::DATE = '1969-12-31'"],
	[{ column: 'moment', op: '!=', value: '1969-12-31' }, "moment::DATE IS DISTINCT FROM '1969-12-31'"],
	[{ column: 'moment', op: '<', value: '1970-01-01' }, "moment::DATE < '1970-01-01'"],
	[{ column: 'moment', op: '<=', value: '1969-12-31' }, "moment::DATE <= '1969-12-31'"],
	[{ column: 'moment', op: '>', value: '1969-12-31' }, "moment::DATE > '1969-12-31'"],
	[{ column: 'moment', op: '>=', value: '1970-01-01' }, "moment::DATE >= '1970-01-01'"],
	[{ column: 'zoned', op: '=', value: '1969-12-31' }, "zoned::DATE = '1969-12-31'"],
	[
		{ column: 'nano', op: 'in', value: ['2023-12-31', '2024-01-01'] },
		"nano::TIMESTAMP::DATE IN ('2023-12-31', '2024-01-01')",
	],
	[{ column: 'nano', op: '=', value: '2024-01-01T00:00:00.000000007' }, "nano = '2024-01-01 00:00:00.000000007'"],
	[{ column: 'clock', op: '<', value: '12:00' }, "clock < '12:00:00'"],
	[{ column: 'id', op: '=', value: '39999' }, 'id = 39999'],
	[{ column: 'id', op: '<', value: '0' }, 'false'],
];

describe('filters rows like DuckDB', () => {
	test.each(filters)('%o', async (filter, where) => {
		const source = await sourceOf(parquet);
		const expected = await sql(`SELECT id FROM t WHERE ${where} ORDER BY id`);
		expect(await ids(await arranged(source, [], [filter]))).toEqual(expected);
	});

	test('combines filters and sorting, and arranges the result again', async () => {
		const source = await sourceOf(parquet);
		const filter: FilterTerm[] = [
			{ column: 'small', op: '>', value: '0' },
			{ column: 'word', op: 'notNull' },
		];
		const made = await arranged(source, [term('-word'), term('price')], filter);
		const where = 'small > 0 AND word IS NOT NULL';
		const order = orderBy([term('-word'), term('price')]);
		expect(await ids(made)).toEqual(await sql(`SELECT id FROM t WHERE ${where} ORDER BY ${order}`));
		const further = await arranged(made, [], [{ column: 'flag', op: '=', value: 'false' }]);
		expect(await ids(further)).toEqual(await sql(`SELECT id FROM t WHERE ${where} AND NOT flag ORDER BY ${order}`));
	});

	test.each([
		[{ column: 'big', op: '=', value: 'nine' }, '"nine" isn’t a valid number. Column "big" has type BIGINT.'],
		[
			{ column: 'part', op: '>', value: 'nan' },
			'"nan" isn’t a valid number (or NaN, Infinity or -Infinity). Column "part" has type DOUBLE.',
		],
		[
			{ column: 'day', op: '<', value: '2024-02-30' },
			'"2024-02-30" isn’t a valid date or time (such as 2024-01-31 or 2024-01-31 12:00:00). Column "day" has type DATE.',
		],
		[
			{ column: 'clock', op: '<', value: '2024-02-01' },
			'"2024-02-01" isn’t a valid time of day (such as 12:30:00). Column "clock" has type TIME.',
		],
		[
			{ column: 'flag', op: '=', value: 'constructor' },
			'"constructor" isn’t true or false. Column "flag" has type BOOLEAN.',
		],
		[
			{ column: 'moment', op: '=', value: '2023-02-29' },
			'"2023-02-29" isn’t a valid date or time (such as 2024-01-31 or 2024-01-31 12:00:00). Column "moment" has type TIMESTAMP.',
		],
		[
			{ column: 'gone', op: 'isNull' },
			'Column "gone" doesn’t exist. It may have been renamed or removed. Remove it from the sort and the filters.',
		],
	] as const)('rejects a filter that doesn’t fit its column: %o', async (filter, message) => {
		const source = await sourceOf(parquet);
		await expect(source.arrange?.({ sort: [], filter: [filter] }, work())).rejects.toThrow(message);
	});
});

describe('rows of an arrangement', () => {
	test('returns the same windows as a query, in all columns', async () => {
		const sorted = await arranged(await sourceOf(parquet), [term('-url')]);
		const columns = sorted.columns.map(({ name }) => `CASE WHEN ${name} IS NOT NULL THEN id END`);
		const reader = await db.runAndReadAll(`SELECT ${columns.join(', ')} FROM t ORDER BY ${orderBy([term('-url')])}`);
		const expected = reader.getRows();
		for (const rowStart of [0, 16_300, 39_900]) {
			const window = { rowStart, rowEnd: rowStart + 128, columnStart: 0, columnEnd: sorted.columns.length };
			const rows = await sorted.rows(window, new AbortController().signal);
			expect(rows.length).toBe(Math.min(128, rowCount - rowStart));
			expect(rows.map((row) => row.map((item) => item === null))).toEqual(
				expected.slice(rowStart, rowStart + 128).map((row) => row.map((item) => item === null)),
			);
		}
	});

	test('serves concurrent windows with overlapping columns while one is aborted', async () => {
		const sorted = await arranged(await sourceOf(parquet), [term('-small')]);
		const leaving = new AbortController();
		const window = { rowStart: 20_000, rowEnd: 20_002, columnStart: 0, columnEnd: 2 };
		const gone = sorted.rows(window, leaving.signal);
		const [left, right] = [sorted.rows(window, work().signal), sorted.rows({ ...window, columnEnd: 3 }, work().signal)];
		leaving.abort();
		await expect(gone).rejects.toThrow(/abort/);
		expect((await right).map((row) => row.slice(0, 2))).toEqual(await left);
		expect((await left).map((row) => Number(row[0]))).toEqual(
			await sql(`SELECT id FROM t ORDER BY ${orderBy([term('-small')])} LIMIT 2 OFFSET 20000`),
		);
	});

	test('stops aborted work, reports progress and stays usable', async () => {
		const source = await sourceOf(parquet);
		const leaving = new AbortController();
		const gone = source.arrange?.({ sort: [term('url')], filter: [] }, { signal: leaving.signal });
		leaving.abort();
		await expect(gone).rejects.toThrow(/abort/);
		expect(await ids(await arranged(source, [term('-id')]))).toEqual(await sql('SELECT id FROM t ORDER BY id DESC'));
	});

	test('arranges rows in memory by the same rules', async () => {
		const columns = [
			{ name: 'n', type: 'number', kind: 'float' },
			{ name: 't', type: 'text', kind: 'text' },
		] as const;
		const source = memorySource(columns, [
			[2, 'b'],
			[null, 'c'],
			['10.00000000000000000001', 'a'],
			[10, { missing: 'This row doesn’t have this key' }],
			[{ before: 1, after: 9007199254740993n }, 'd'],
		]);
		const sorted = await arranged(source, [{ column: 'n', descending: true }]);
		const all = { rowStart: 0, rowEnd: 9, columnStart: 0, columnEnd: 1 };
		expect(await sorted.rows(all, work().signal)).toEqual([
			[{ before: 1, after: 9007199254740993n }],
			['10.00000000000000000001'],
			[10],
			[2],
			[null],
		]);
		const empty = await arranged(source, [], [{ column: 't', op: 'isNull' }]);
		expect(await empty.rows(all, work().signal)).toEqual([[10]]);
	});
});

test('reads the first rows while sorting, with progress and cancellation', async () => {
	const table = await ParquetFile.open(new RangeFile({ url: put(parquet) }));
	const input = { arrangement: { sort: [{ column: 'price', descending: true }], filter: [] }, number: 1 };
	const first = [0, 3, 9];
	const arrangeAndTell = async (leave: (share: number) => boolean) => {
		const leaving = new AbortController();
		const shares: number[] = [];
		const kept: WorkerTable[] = [];
		const context = {
			table,
			signal: leaving.signal,
			pause: async () => leaving.signal.throwIfAborted(),
			progress: (done: number, total: number) => {
				shares.push(done / total);
				if (leave(done / total)) leaving.abort();
			},
			keep: (_: number, made: WorkerTable) => void kept.push(made),
			other: () => table,
		};
		const ended = await arrange({ ...input, first }, context).catch((error: unknown) => error);
		return { ended, shares, kept };
	};
	const left = await arrangeAndTell((share) => share > 0.5);
	expect(left.ended).toMatchObject({ name: 'AbortError' });
	expect(left.kept).toEqual([]);
	const done = await arrangeAndTell(() => false);
	expect(done.shares).toEqual([...done.shares].sort((a, b) => a - b));
	expect(done.shares.at(-1)).toBe(1);
	const [sorted] = done.kept;
	const window = { rowStart: 0, rowEnd: 2, columnStart: 9, columnEnd: 10 };
	expect(await sorted?.rows(window, new AbortController().signal)).toHaveLength(2);
});

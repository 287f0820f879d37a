import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { Kind, type MessyFile } from './messy-file.ts';

const columns: readonly (readonly [what: string, value: string, type: string, read: string | null])[] = [
	['whole numbers', '-5::INTEGER', 'INTEGER', '-5'],
	['unsigned numbers', '200::UTINYINT', 'UTINYINT', '200'],
	['huge numbers', '12345678901234567890::DECIMAL(38,0)', 'DECIMAL(38,0)', '12345678901234567890'],
	['decimals', '12.50::DECIMAL(9,2)', 'DECIMAL(9,2)', '12.50'],
	['floats', '0.1::FLOAT', 'FLOAT', '0.1'],
	['texts of digits', "'007'", 'VARCHAR', '007'],
	['dates', "DATE '2024-02-29'", 'DATE', '2024-02-29'],
	['times', "TIME '10:15:00.5'", 'TIME', '10:15:00.5'],
	['timestamps', "TIMESTAMP '2024-03-05 10:15:00.123456'", 'TIMESTAMP', '2024-03-05 10:15:00.123456'],
	['nanoseconds', "TIMESTAMP_NS '2024-03-05 10:15:00.123456789'", 'TIMESTAMP_NS', '2024-03-05 10:15:00.123456789'],
	['time zones', "TIMESTAMPTZ '2024-03-05 10:15:00+00'", 'TIMESTAMP WITH TIME ZONE', '2024-03-05 10:15:00+00'],
	['lists', '[1, NULL, 3]', 'INTEGER[]', '[1, NULL, 3]'],
	['lists of lists', "[['a'], []]", 'VARCHAR[][]', '[[a], []]'],
	['structs', "{'a': 1, 'b': 'x'}", 'STRUCT(a INTEGER, b VARCHAR)', "{'a': 1, 'b': x}"],
	['structs of lists', "{'a': [{'b': 1}]}", 'STRUCT(a STRUCT(b INTEGER)[])', "{'a': [{'b': 1}]}"],
	['maps', "MAP {'k': 1}", 'MAP(VARCHAR, INTEGER)', '{k=1}'],
	['bytes', "'\\x00\\xFF'::BLOB", 'BLOB', '\\x00\\xFF'],
	['nothing', 'NULL::INTEGER', 'INTEGER', null],
	['booleans', 'true', 'BOOLEAN', 'true'],
];

/** Parquet files, whose types, nulls and nested values must survive. @param folder for files */
export async function parquetFiles(connection: DuckDBConnection, folder: string): Promise<MessyFile[]> {
	const kind = new Kind('Parquet', 'data.parquet');
	const write = async (select: string, options = ''): Promise<Buffer> => {
		const file = join(folder, 'messy.parquet');
		await connection.run(`COPY (${select}) TO '${file}' (FORMAT parquet${options})`);
		return readFileSync(file);
	};
	for (const [what, value, type, read] of columns)
		kind.add(what, await write(`SELECT 1::BIGINT AS id, ${value} AS v`), {
			columns: ['id', 'v'],
			types: ['BIGINT', type],
			rows: [['1', read]],
		});
	const many = await write('SELECT range AS id FROM range(3)', ', ROW_GROUP_SIZE 2048, COMPRESSION gzip');
	kind.add('another compression', many, { rows: [['0'], ['1'], ['2']] });
	kind.add('another file extension', many, { rows: [['0'], ['1'], ['2']] }, { name: 'data.csv' });
	kind.add('odd names', await write('SELECT 1 AS "a b", 2 AS "c""d"'), { columns: ['a b', 'c"d'], rows: [['1', '2']] });
	kind.add('no rows', await write('SELECT 1 AS a LIMIT 0'), { asks: /no rows/ });
	kind.add('cut off', many.subarray(0, -20), { refused: /Parquet/ });
	const damaged = Buffer.from(many);
	damaged.fill(0xff, 4, 40);
	kind.add('damaged values', damaged, { refused: /./ });
	kind.add('decimals of 50 digits', Buffer.from(wideDecimal, 'base64'), {
		refused: /column "amount" is DECIMAL\(50,2\).*38 digits/,
	});
	// Some programs write all times of day like this, although hardly any has nanoseconds.
	kind.add('times in nanoseconds', Buffer.from(nanoseconds, 'base64'), {
		rows: [['10:15:15.123456']],
		types: ['TIME'],
		remark: 'Column "t": times are read to the microsecond. Nanoseconds are cut off.',
	});
	kind.add('durations', Buffer.from(durations, 'base64'), {
		rows: [['90061']],
		remark: 'Column "d": durations are read as integers, in seconds.',
	});
	kind.add('nanoseconds with a time zone', Buffer.from(zonedNanoseconds, 'base64'), {
		rows: [['2024-03-05 10:15:15.123456+00']],
		remark: 'Column "t": times are read to the microsecond. Nanoseconds are cut off.',
	});
	const ofPandas = async (metadata: string) => write('SELECT 5 AS v', `, KV_METADATA {pandas: '${metadata}'}`);
	const range = (name: string) => `{"index_columns":[{"kind":"range","name":${name},"start":1,"stop":2,"step":1}]}`;
	kind.add('an index that is only described', await ofPandas(range('"id"')), {
		columns: ['v'],
		rows: [['5']],
		remark:
			'The index "id" isn’t a column of the file, so it isn’t read. To keep it, write the file after reset_index().',
	});
	for (const [what, metadata] of [
		['an index without a name', range('null')],
		['an index in a column', '{"index_columns":["v"]}'],
		['a description that is no JSON', '{"index_columns"'],
	] as const)
		kind.add(what, await ofPandas(metadata), { rows: [['5']], remark: null });
	const checked = Buffer.from(withChecksums, 'base64');
	const rows = [
		['1', '10.5'],
		['2', '20.25'],
		['3', '30.0'],
	];
	kind.add('checksums', checked, { rows });
	const flipped = Buffer.from(checked);
	flipped[100] = (flipped[100] ?? 0) ^ 1;
	kind.add('a flipped bit', flipped, {
		refused: /corrupt: in row group 1, the values of the column "paid" don’t match their checksum/,
	});
	return kind.files;
}

/** Three rows with a checksum for each column, as Apache Arrow writes them. The last value is at byte 94. */
const withChecksums =
	'UEFSMRUAFSQVJBX9t4m1DhwVBhUAFQYVBhwAAAACAAAABgEBAAAAAgAAAAMAAAAVABU8FTwV/K2LiwscFQYVABUGFQYcAAAAAgAAAAYBAAAAAAAAJUAAAAAAAEA0QAAAAAAAAD5AFQQZPDUA' +
	'GAZzY2hlbWEVBAAVAiUCGAJpZAAVCiUCGARwYWlkABYGGRwZLCYAHBUCGSUGABkYAmlkFQAWBhZWFlYmCEkcFQAVABUCADwpBhkmAAYAAAAmABwVChklBgAZGARwYWlkFQAWBhZuFm4mXkkc' +
	'FQAVABUCADwpBhkmAAYAAAAWxAEWBiYIFsQBACggcGFycXVldC1jcHAtYXJyb3cgdmVyc2lvbiAyNi4wLjEZLBwAABwAAAC5AAAAUEFSMQ==';

/** One row, 1.25 as DECIMAL(50,2), as Apache Arrow writes it. */
const wideDecimal =
	'UEFSMRUAFTYVNiwVAhUAFQYVBhwAAAACAAAAAgEAAAAAAAAAAAAAAAAAAAAAAAAAAH0VBBksNQAYBnNjaGVtYRUCABUOFSoVAhgGYW1vdW50JQoVBBVkLFwV' +
	'BBVkAAAAFgIZHBkcJgAcFQ4ZJQYAGRgGYW1vdW50FQAWAhZcFlwmCEkcFQAVABUCADwpBhkmAAIAAAAWXBYCJggWXAAoIHBhcnF1ZXQtY3BwLWFycm93IHZl' +
	'cnNpb24gMjYuMC4xGRwcAAAAlAAAAFBBUjE=';

/** One row, 10:15:15.123456789 as TIME in nanoseconds, as Apache Arrow writes it, like the two below. */
const nanoseconds =
	'UEFSMRUAFRwVHCwVAhUAFQYVBhwAAAACAAAAAgEVC9L4kiEAABUEGSw1ABgGc2NoZW1hFQIAFQQlAhgBdGx8Ehw8AAAAAAAWAhkcGRwmABwVBBklBgAZGAF0FQAWAhZCFkImCEkcFQAV' +
	'ABUCADwpBhkmAAIAAAAWQhYCJggWQgAZHBgMQVJST1c6c2NoZW1hGKwBLy8vLy8zZ0FBQUFRQUFBQUFBQUtBQXdBQmdBRkFBZ0FDZ0FBQUFBQkJBQU1BQUFBQ0FBSUFBQUFCQUFJQUFB' +
	'QUJBQUFBQUVBQUFBVUFBQUFFQUFVQUFnQUJnQUhBQXdBQUFBUUFCQUFBQUFBQUFFSkVBQUFBQndBQUFBRUFBQUFBQUFBQUFFQUFBQjBBQUFBQ0FBTUFBWUFDQUFJQUFBQUFBQURBRUFB' +
	'QUFBPQAYIHBhcnF1ZXQtY3BwLWFycm93IHZlcnNpb24gMjYuMC4xGRwcAAAAQwEAAFBBUjE=';

/** One row, 25:01:01 as a duration in seconds. */
const durations =
	'UEFSMRUAFRwVHCwVAhUAFQYVBhwAAAACAAAAAgHNXwEAAAAAABUEGSw1ABgGc2NoZW1hFQIAFQQlAhgBZAAWAhkcGRwmABwVBBklBgAZGAFkFQAWAhZCFkImCEkcFQAVABUCADwpBhkm' +
	'AAIAAAAWQhYCJggWQgAZHBgMQVJST1c6c2NoZW1hGKABLy8vLy8zQUFBQUFRQUFBQUFBQUtBQXdBQmdBRkFBZ0FDZ0FBQUFBQkJBQU1BQUFBQ0FBSUFBQUFCQUFJQUFBQUJBQUFBQUVB' +
	'QUFBVUFBQUFFQUFVQUFnQUJnQUhBQXdBQUFBUUFCQUFBQUFBQUFFU0VBQUFBQmdBQUFBRUFBQUFBQUFBQUFFQUFBQmtBQVlBQ0FBR0FBWUFBQUFBQUFBQQAYIHBhcnF1ZXQtY3BwLWFy' +
	'cm93IHZlcnNpb24gMjYuMC4xGRwcAAAALgEAAFBBUjE=';

/** One row, 2024-03-05 10:15:15.123456789 in UTC. */
const zonedNanoseconds =
	'UEFSMRUAFRwVHCwVAhUAFQYVBhwAAAACAAAAAgEVC/dNzta5FxUEGSw1ABgGc2NoZW1hFQIAFQQlAhgBdGyMERw8AAAAAAAWAhkcGRwmABwVBBklBgAZGAF0FQAWAhZCFkImCEkcFQAV' +
	'ABUCADwpBhkmAAIAAAAWQhYCJggWQgAZHBgMQVJST1c6c2NoZW1hGLgBLy8vLy80QUFBQUFRQUFBQUFBQUtBQXdBQmdBRkFBZ0FDZ0FBQUFBQkJBQU1BQUFBQ0FBSUFBQUFCQUFJQUFB' +
	'QUJBQUFBQUVBQUFBVUFBQUFFQUFVQUFnQUJnQUhBQXdBQUFBUUFCQUFBQUFBQUFFS0VBQUFBQndBQUFBRUFBQUFBQUFBQUFFQUFBQjBBQUFBQ0FBTUFBWUFDQUFJQUFBQUFBQURBQVFB' +
	'QUFBREFBQUFWVlJEQUE9PQAYIHBhcnF1ZXQtY3BwLWFycm93IHZlcnNpb24gMjYuMC4xGRwcAAAATwEAAFBBUjE=';

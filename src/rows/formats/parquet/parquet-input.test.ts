import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspect, RowCursor } from '../../operations/inspect/inspect.ts';
import { openReader } from '../open-reader.ts';

const { signal } = new AbortController();
let folder = '';
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'parquet-input-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(sql: string): Promise<Blob> {
	const file = join(folder, 'written.parquet');
	const instance = await DuckDBInstance.create();
	const db = await instance.connect();
	await db.run(`COPY (${sql}) TO '${file}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`);
	db.closeSync();
	instance.closeSync();
	return new Blob([new Uint8Array(await readFile(file))]);
}

test('reads a Parquet file with its declared types and exact digits', async () => {
	const file = await write(`select * from (values
		(9223372036854775807::bigint, 12.50::decimal(18,2), '1234567890123456789012345678.0123456789'::decimal(38,10),
			'2024-03-05 10:00:00.123456'::timestamp, '2024-03-05 10:00:00+02'::timestamptz, '2024-03-05'::date,
			[9223372036854775807, null]::bigint[], {a: 1, b: 'x'}, 'nan'::double, true, '007', '\\xDE\\xAD'::blob),
		(-1, null, null, null, null, null, [], null, 0.1, false, '8', null)
		) t(id, price, long, seen, instant, day, many, pair, ratio, ok, code, raw)`);
	const found = await inspect(await openReader(file, {}), signal, () => {});
	expect(found.format).toBe('Parquet');
	expect(found.columns.map(({ name, declared, type }) => [name, declared, type])).toEqual([
		['id', 'BIGINT', 'integer'],
		['price', 'DECIMAL(18,2)', 'number'],
		['long', 'DECIMAL(38,10)', 'number'],
		['seen', 'TIMESTAMP', 'timestamp'],
		['instant', 'TIMESTAMP WITH TIME ZONE', 'timestamp'],
		['day', 'DATE', 'date'],
		['many', 'BIGINT[]', 'nested'],
		['pair', 'STRUCT(a INTEGER, b VARCHAR)', 'nested'],
		['ratio', 'DOUBLE', 'number'],
		['ok', 'BOOLEAN', 'boolean'],
		['code', 'VARCHAR', 'text'],
		['raw', 'BLOB', 'text'],
	]);
	expect(found.first).toEqual([
		[
			'9223372036854775807',
			'12.50',
			'1234567890123456789012345678.0123456789',
			'2024-03-05T10:00:00.123456',
			'2024-03-05T08:00:00Z',
			'2024-03-05',
			'[9223372036854775807,null]',
			'{"a":1,"b":"x"}',
			'NaN',
			true,
			'007',
			'3q0=',
		],
		['-1', null, null, null, null, null, '[]', null, 0.1, false, '8', null],
	]);
});

test('reads any range of a Parquet file across row groups', async () => {
	const file = await write('select i as id from range(10000) t(i)');
	const cursor = new RowCursor(await openReader(file, {}));
	expect(await cursor.read(2_047, 2, signal)).toEqual([['2047'], ['2048']]);
	expect(await cursor.read(9_999, 5, signal)).toEqual([['9999']]);
});

test('rejects a damaged Parquet file with the reason', async () => {
	const file = await write('select i as id from range(10000) t(i)');
	await expect(openReader(file.slice(0, file.size - 20), {})).rejects.toThrow('This isn’t a Parquet file.');
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { put, startFileStore } from '../../testing/node/file-store.ts';
import { RangeFile } from '../bytes/range-file.ts';
import { ParquetFile } from '../formats/parquet/parquet-file.ts';
import { memoryTable } from '../source/memory-table.ts';
import type { CellValue } from '../source/row-source.ts';
import type { WorkerTable } from '../source/worker-table.ts';
import { readOther } from './read-other.ts';

startFileStore();

let folder: string;
let parquet: Buffer;
let csv: Buffer;

const sql = `SELECT i AS id, 'text ' || (i % 7) AS word, CASE WHEN i % 3 = 0 THEN NULL ELSE i / 7 END AS part
	FROM range(30000) t(i)`;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'scan-'));
	const db = await (await DuckDBInstance.create(':memory:')).connect();
	await db.run(`COPY (${sql}) TO '${folder}/a.parquet' (FORMAT parquet, ROW_GROUP_SIZE 4096)`);
	await db.run(`COPY (${sql}) TO '${folder}/a.csv' (FORMAT csv, HEADER)`);
	parquet = await readFile(join(folder, 'a.parquet'));
	csv = await readFile(join(folder, 'a.csv'));
});

afterAll(async () => await rm(folder, { recursive: true }));

const { signal } = new AbortController();
const ranges = (url: string) => url.replace(/\/(\d+)$/, '/ranges/$1');

async function scanned(table: WorkerTable, columns: readonly number[]): Promise<CellValue[][]> {
	const rows: CellValue[][] = [];
	for await (const batch of table.scan(columns, signal)) {
		expect(batch.start).toBe(rows.length);
		for (let row = 0; row < batch.rows; row += 1) rows.push(batch.stores.map((store) => store.value(row)));
	}
	return rows;
}

const all = (table: WorkerTable, columnStart: number, columnEnd: number) =>
	table.rows({ rowStart: 0, rowEnd: table.rowCount, columnStart, columnEnd }, signal);

async function csvTable(): Promise<WorkerTable> {
	const reading = { signal, stop: signal, onProgress: () => {}, as: null };
	const { table } = await readOther(new RangeFile({ url: put(csv) }), reading);
	if (table === null) throw new Error('no rows');
	return table;
}

test('scans the requested columns of a Parquet file in row order', async () => {
	const table = await ParquetFile.open(new RangeFile({ url: ranges(put(parquet)) }));
	expect(await scanned(table, [0, 1, 2])).toEqual(await all(table, 0, 3));
	expect((await scanned(table, [2, 0, 2]))[4]).toEqual([4 / 7, 4n, 4 / 7]);
	expect((await scanned(table, [])).length).toBe(30_000);
});

test('scans text and memory tables with the same values as their windows', async () => {
	const text = await csvTable();
	expect(await scanned(text, [0, 1, 2])).toEqual(await all(text, 0, 3));
	const rows = Array.from({ length: 5_000 }, (_, index) => [index, `row ${index}`]);
	const columns = ['a', 'b'].map((name) => ({ name, type: 'text', kind: 'text' }) as const);
	expect(await scanned(memoryTable(columns, rows), [1, 0])).toEqual(rows.map(([a, b]) => [b, a]));
});

test('doesn’t fetch skipped row groups', async () => {
	let bytes = 0;
	const file = new RangeFile({ url: ranges(put(parquet)) });
	const table = await ParquetFile.open(file);
	const slice = file.slice.bind(file);
	file.slice = async (start, end, abort) => {
		bytes += end - start;
		return await slice(start, end, abort);
	};
	const starts: number[] = [];
	for await (const { start } of table.scan([0], signal, (first) => first === 8_192)) starts.push(start);
	expect(starts).toEqual([8_192]);
	expect(bytes).toBeLessThan(parquet.length / 8);
});

test('ends a scan when its signal aborts', async () => {
	const table = await ParquetFile.open(new RangeFile({ url: ranges(put(parquet)) }));
	const leaving = new AbortController();
	const read = async () => {
		for await (const _ of table.scan([0], leaving.signal)) leaving.abort();
	};
	await expect(read()).rejects.toThrow(/abort/);
});

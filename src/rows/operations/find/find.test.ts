import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { open, opened, put, startFileStore } from '../../../testing/node/file-store.ts';
import type { CellPosition, FindQuery, RowSource, Work } from '../../source/row-source.ts';

startFileStore();

let folder: string;
let bytes: Buffer;
let expiring: Server;
/** Number of responses per URL. */
const served = new Map<string, number>();

/** Every 10,000th row has a needle, alternating between `a` and `b`. */
const sql = `SELECT i AS id, CASE WHEN i % 20000 = 500 THEN 'a Needle' ELSE 'hay ' || i END AS a,
	CASE WHEN i % 20000 = 10500 THEN 'NEEDLE' END AS b, i * 1000 AS n, TIMESTAMP '2024-01-01' + to_seconds(i) AS t
	FROM range(100000) x(i)`;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'find-'));
	const db = await (await DuckDBInstance.create(':memory:')).connect();
	await db.run(`COPY (${sql}) TO '${folder}/a.parquet' (FORMAT parquet, ROW_GROUP_SIZE 10240)`);
	bytes = await readFile(join(folder, 'a.parquet'));
	// Each URL responds a few times and is then rejected.
	expiring = createServer((request, response) => {
		const { url = '' } = request;
		const before = served.get(url) ?? 0;
		if (before >= 5) return void response.writeHead(403).end();
		served.set(url, before + 1);
		const match = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
		const [start, end] = [Number(match?.[1]), Math.min(bytes.length - 1, Number(match?.[2]))];
		response.writeHead(206, { 'Content-Range': `bytes ${start}-${end}/${bytes.length}` });
		response.end(bytes.subarray(start, end + 1));
	});
	await new Promise<void>((resolve) => expiring.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
	expiring.closeAllConnections();
	expiring.close();
	await rm(folder, { recursive: true });
});

const work = (): Work => ({ signal: new AbortController().signal });

async function source(): Promise<RowSource> {
	const file = await opened(bytes);
	if (file.source === null) throw new Error('no rows');
	return file.source;
}

async function find(from: RowSource, query: Partial<FindQuery>): Promise<CellPosition | null | undefined> {
	return await from.find?.({ text: 'needle', from: null, backwards: false, columns: [0, 1, 2], ...query }, work());
}

describe('find', () => {
	test('goes from match to match and wraps around', async () => {
		const from = await source();
		const found: (CellPosition | null)[] = [];
		for (let at = await find(from, {}); found.length < 12; at = await find(from, { from: at ?? null }))
			found.push(at ?? null);
		const expected = Array.from({ length: 10 }, (_, index) => ({ row: 500 + index * 10_000, column: 1 + (index % 2) }));
		expect(found).toEqual([...expected, ...expected.slice(0, 2)]);
	});

	test('goes backwards from the end', async () => {
		const from = await source();
		expect(await find(from, { backwards: true })).toEqual({ row: 90_500, column: 2 });
		expect(await find(from, { backwards: true, from: { row: 90_500, column: 2 } })).toEqual({ row: 80_500, column: 1 });
		expect(await find(from, { backwards: true, from: { row: 500, column: 1 } })).toEqual({ row: 90_500, column: 2 });
		expect(await find(from, { backwards: true, from: { row: 500, column: 2 } })).toEqual({ row: 500, column: 1 });
	});

	test('searches only the shown columns, in their order', async () => {
		const from = await source();
		const start = { row: 3, column: 1 };
		expect(await find(from, { text: 'hay', columns: [1, 0] })).toEqual({ row: 0, column: 1 });
		expect(await find(from, { text: '3', from: start, columns: [1, 0] })).toEqual({ row: 3, column: 0 });
		expect(await find(from, { text: '3', from: start, columns: [0, 1] })).toEqual({ row: 13, column: 0 });
		expect(await find(from, { columns: [0, 2] })).toEqual({ row: 10_500, column: 2 });
	});

	test('finds shown and copied text, and finds a single match again', async () => {
		const from = await source();
		expect(await find(from, { text: '12,345,000', columns: [3] })).toEqual({ row: 12_345, column: 3 });
		expect(await find(from, { text: '12345000', columns: [3] })).toEqual({ row: 12_345, column: 3 });
		expect(await find(from, { text: '2024-01-01 00:01:01', columns: [4] })).toEqual({ row: 61, column: 4 });
		const only = { text: '99999000', columns: [3], from: { row: 99_999, column: 3 } };
		expect(await find(from, only)).toEqual({ row: 99_999, column: 3 });
		expect(await find(from, { ...only, backwards: true })).toEqual({ row: 99_999, column: 3 });
		expect(await find(from, { text: 'nowhere' })).toBeNull();
		expect(await find(from, { text: 'true', columns: [0, 3] })).toBeNull();
	});

	test('finds cells in arranged rows', async () => {
		const sorted = await (await source()).arrange?.({ sort: [{ column: 'id', descending: true }], filter: [] }, work());
		if (sorted === undefined) throw new Error('cannot arrange');
		expect(await find(sorted, {})).toEqual({ row: 99_999 - 90_500, column: 2 });
	});
});

describe('long work', () => {
	test('reads rows in view while searching, and reports progress', async () => {
		const from = await source();
		const reported: number[] = [];
		let isDone = false;
		const working = from.export?.(
			{ format: 'json', columns: [0, 1, 2, 3, 4], guardFormulas: true },
			{ ...work(), onProgress: ({ done }) => reported.push(done) },
		);
		working?.then(() => {
			isDone = true;
		});
		const window = { rowStart: 50_000, rowEnd: 50_001, columnStart: 0, columnEnd: 1 };
		expect(await from.rows(window, work().signal)).toEqual([[50_000n]]);
		expect(isDone).toBe(false);
		await working;
		expect(reported.length).toBeGreaterThan(0);
		expect(reported).toEqual(reported.toSorted((a, b) => a - b));
	});

	test('renews links that expire while searching', async () => {
		const address = expiring.address();
		let renewed = 0;
		const url = () =>
			`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/${renewed}`;
		const renew = async () => {
			renewed += 1;
			return url();
		};
		const { source: from } = await open({ url: url(), renew });
		const sorted = await from?.arrange?.({ sort: [{ column: 'a', descending: true }], filter: [] }, work());
		expect(sorted?.rowCount).toBe(100_000);
		const blob = await sorted?.export?.({ format: 'csv', columns: [0, 1, 2, 3, 4], guardFormulas: false }, work());
		expect((await blob?.text())?.split('\r\n')).toHaveLength(100_002);
		expect(renewed).toBeGreaterThan(1);
	});

	test('reports failures while searching', async () => {
		const url = put(bytes).replace(/\/(\d+)$/, '/ranges/$1');
		const { source: from } = await open({ url });
		const cut = await opened(bytes.subarray(0, 1_000)).catch((error: Error) => error.message);
		expect(cut).toContain('truncated');
		await expect(from?.jobs?.run('nothing', {}, work())).rejects.toThrow('Unknown job "nothing".');
	});

	test('closes the derived rows of a job with their source', async () => {
		const file = await opened(bytes);
		const sorted = await file.source?.arrange?.({ sort: [{ column: 'a', descending: false }], filter: [] }, work());
		const leaving = new AbortController();
		const coming = sorted?.rows({ rowStart: 0, rowEnd: 1, columnStart: 0, columnEnd: 1 }, leaving.signal);
		file.close();
		const answer = await Promise.race([coming?.then(() => 'came'), find(await source(), {}).then(() => 'never')]);
		expect(answer).toBe('never');
		leaving.abort();
		await expect(coming).rejects.toThrow(/abort/);
	});
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobs } from '../operations/jobs.ts';
import { serveFiles } from '../worker/serve-files.ts';
import { connectFiles } from './file-source.ts';

let bytes: Buffer;
let server: Server;
let origin: string;

beforeAll(async () => {
	const folder = await mkdtemp(join(tmpdir(), 'parquet-'));
	const db = await (await DuckDBInstance.create(':memory:')).connect();
	const file = join(folder, 'a.parquet');
	await db.run(
		`COPY (SELECT i AS id, hash(i) AS noise FROM range(100000) t(i)) TO '${file}' (FORMAT parquet, ROW_GROUP_SIZE 10240)`,
	);
	bytes = await readFile(file);
	await rm(folder, { recursive: true });
	server = createServer((request, response) => {
		if (request.url !== '/fresh') return void response.writeHead(403).end();
		const match = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
		const [start, end] = [Number(match?.[1]), Math.min(bytes.length - 1, Number(match?.[2]))];
		response.writeHead(206, { 'Content-Range': `bytes ${start}-${end}/${bytes.length}` });
		response.end(bytes.subarray(start, end + 1));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});

afterAll(() => server.close());

function connected() {
	const { port1, port2 } = new MessageChannel();
	const names: string[] = [];
	port2.addEventListener('message', ({ data }) => names.push(data.name));
	serveFiles(port2, jobs);
	const sent = (name: string) => names.filter((other) => other === name).length;
	const { open } = connectFiles(port1);
	port1.start();
	port2.start();
	return { open, sent, end: () => port1.close() };
}

const first = { rowStart: 0, rowEnd: 2, columnStart: 0, columnEnd: 1 };

test('passes exact values from the worker to the page', async () => {
	const { open, end } = connected();
	const file = await open({ url: `${origin}/fresh` });
	expect(file.source?.rowCount).toBe(100_000);
	expect(file.bytes).toBe(bytes.length);
	expect(file.source?.columns).toMatchObject([
		{ name: 'id', type: 'BIGINT', kind: 'integer' },
		{ name: 'noise', type: 'UBIGINT', kind: 'integer' },
	]);
	expect(await file.source?.rows(first, new AbortController().signal)).toEqual([[0n], [1n]]);
	end();
});

test('renews an expired link once for all requests', async () => {
	const { open, end } = connected();
	let requestCount = 0;
	const renew = async () => {
		requestCount += 1;
		return `${origin}/fresh`;
	};
	const file = await open({ url: `${origin}/expired`, renew });
	expect(file.source?.rowCount).toBe(100_000);
	expect(requestCount).toBe(1);
	end();
});

test("reports a link that can't be renewed", async () => {
	const { open, end } = connected();
	await expect(open({ url: `${origin}/expired`, renew: async () => Promise.reject(new Error('no')) })).rejects.toThrow(
		'The download link expired and couldn’t be renewed. Reload the page.',
	);
	await expect(open({ url: `${origin}/expired` })).rejects.toThrow('couldn’t be renewed');
	end();
});

test('drops an aborted window, keeps the file usable and doesn’t mix up two files', async () => {
	const { open, end } = connected();
	const file = await open({ url: `${origin}/fresh` });
	const other = await open({ url: `${origin}/fresh` });
	const leaving = new AbortController();
	const gone = file.source?.rows({ ...first, rowStart: 50_000, rowEnd: 50_001 }, leaving.signal);
	leaving.abort();
	await expect(gone).rejects.toThrow(/abort/);
	file.close();
	expect(
		await other.source?.rows({ ...first, rowStart: 99_999, rowEnd: 100_000 }, new AbortController().signal),
	).toEqual([[99_999n]]);
	end();
});

test('uses prefetched first rows once, without a request', async () => {
	const { open, sent, end } = connected();
	const file = await open({ url: `${origin}/fresh` });
	const { signal } = new AbortController();
	const firstTile = { rowStart: 0, rowEnd: 128, columnStart: 0, columnEnd: 2 };
	const rows = await file.source?.rows(firstTile, signal);
	expect(rows).toHaveLength(128);
	expect(rows?.[127]?.[0]).toBe(127n);
	expect(sent('rows')).toBe(0);
	// Prefetched rows are used once.
	expect(await file.source?.rows(firstTile, signal)).toEqual(rows);
	expect(sent('rows')).toBe(1);
	end();
});

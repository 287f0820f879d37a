import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RangeFile } from './range-file.ts';

const size = 1_000_000;
const bytes = Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(size - 4, 7)]);
/** Ways to lose a response. `begin` writes its status and headers, with the length if given. */
const ways = {
	'/busy': (response: ServerResponse) => void response.writeHead(503).end(),
	'/reset': (response: ServerResponse) => void response.socket?.destroy(),
	'/cut': (response: ServerResponse, part: Buffer, begin: (length?: number) => void) => {
		begin(part.length);
		response.write(part.subarray(0, part.length / 2), () => response.destroy());
	},
	'/short': (response: ServerResponse, part: Buffer, begin: (length?: number) => void) => {
		begin();
		response.end(part.subarray(0, part.length / 2));
	},
};
const corrupt = { error_code: 'DATA_CORRUPT', message: 'The output "a" is corrupt. Run the preview again.' };
const requestCounts = new Map<string, number>();
let server: Server;
let origin: string;

beforeAll(async () => {
	server = createServer((request, response) => {
		const { range = '' } = request.headers;
		const key = `${request.url} ${range}`;
		requestCounts.set(key, (requestCounts.get(key) ?? 0) + 1);
		const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
		const start = from === '' ? size - Number(to) : Number(from);
		const end = from === '' ? size : Math.min(size, Number(to) + 1);
		const isWhole = range === '' || request.url?.endsWith('?whole') === true;
		const part = isWhole ? bytes : bytes.subarray(start, end);
		const fail = ways[(request.url ?? '').split('?')[0] as keyof typeof ways];
		const begin = (length?: number) => {
			const contentRange = isWhole ? {} : { 'Content-Range': `bytes ${start}-${end - 1}/${size}` };
			response.writeHead(isWhole ? 200 : 206, { ...contentRange, ...(length ? { 'Content-Length': length } : {}) });
		};
		if (request.url === '/corrupt') return void response.writeHead(500).end(JSON.stringify(corrupt));
		if (requestCounts.get(key) === 1) return fail(response, part, begin);
		begin(part.length);
		response.end(part);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

test.each(Object.keys(ways))('retries a request that the network lost: %s', async (way) => {
	const file = new RangeFile({ url: `${origin}${way}` });
	expect([...new Uint8Array(await file.tail(8))]).toEqual(Array.from({ length: 8 }, () => 7));
	expect(file.size).toBe(size);
	expect((await file.slice(500_000, 600_000)).byteLength).toBe(100_000);
	const ranges = [...requestCounts].filter(([key]) => key.startsWith(`${way} bytes`));
	expect(ranges.map(([, times]) => times)).toEqual([2, 2, 2]);
});

test('reports corrupt data with the service’s message, without retrying', async () => {
	const file = new RangeFile({ url: `${origin}/corrupt` });
	const expected = { name: 'SourceError', code: 'DATA_CORRUPT', message: corrupt.message };
	await expect(file.tail(8)).rejects.toMatchObject(expected);
	await expect(file.stream()).rejects.toMatchObject(expected);
	expect([...requestCounts].filter(([key]) => key.startsWith('/corrupt')).map(([, times]) => times)).toEqual([1, 1]);
});

// A truncated whole file without a stated length can't be detected.
test.each(['/busy', '/reset', '/cut'])('retries a store without range support: %s', async (way) => {
	const file = new RangeFile({ url: `${origin}${way}?whole` });
	expect((await file.slice(500_000, 600_000)).byteLength).toBe(100_000);
	expect(file.size).toBe(size);
});

test('doesn’t retry after an abort', async () => {
	const leaving = new AbortController();
	const read = new RangeFile({ url: `${origin}/busy?left` }).slice(0, 10, leaving.signal);
	setTimeout(() => leaving.abort(), 50);
	await expect(read).rejects.toMatchObject({ name: 'AbortError' });
	expect([...requestCounts].filter(([key]) => key.startsWith('/busy?left')).map(([, times]) => times)).toEqual([1]);
});

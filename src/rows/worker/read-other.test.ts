import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { cells, open, opened, put, startFileStore, warnings } from '../../testing/node/file-store.ts';
import { RangeFile } from '../bytes/range-file.ts';
import type { Limits } from '../formats/read-text.ts';
import { SourceError } from '../source/source-error.ts';
import { readOther } from './read-other.ts';

startFileStore();

const comma = 'CSV, comma, with a header row, UTF-8';

describe('files without rows', () => {
	test.each<[string, string | Buffer, string, RegExp | null]>([
		['nothing', '', 'Empty file', null],
		['prose', 'Dear all,\n\nthe output that you asked for, sadly, was not made.\nYours\n', 'Plain text, UTF-8', null],
		[
			'a web page',
			'<!DOCTYPE html><html><title>Sign in</title>',
			'Web page (HTML), UTF-8',
			/a web page instead of the output.*"Sign in"/,
		],
		[
			'an object store error',
			'<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>Gone.</Message></Error>',
			'Object store error (XML), UTF-8',
			/NoSuchKey. Gone./,
		],
		['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'Binary file: PNG image', null],
		[
			'a workbook',
			Buffer.from('504b030414000600', 'hex'),
			'Binary file: zip archive (Excel workbooks are also zip archives)',
			null,
		],
		[
			'noise',
			Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 131) % 256)),
			'Binary file: unknown format',
			null,
		],
		['gzip in gzip', gzipSync(gzipSync('a,b')), 'Binary file: compressed with gzip twice, compressed with gzip', null],
		['Parquet in gzip', gzipSync('PAR1....PAR1'), 'Binary file: Parquet file, compressed with gzip', null],
	])('%s', async (_what, text, format, warning) => {
		const file = await opened(text);
		expect(file.content.format).toBe(format);
		expect(file.source).toBeNull();
		if (warning === null) expect(warnings(file)).toEqual([]);
		else expect(warnings(file)[0]).toMatch(warning);
		expect(file.bytes).toBe(text.length);
	});

	test('shows bytes in hex', async () => {
		const { excerpt } = await opened(Buffer.from('89504e470d0a1a0a41', 'hex'));
		expect(excerpt).toEqual({
			kind: 'hex',
			text: '000000  89 50 4e 47 0d 0a 1a 0a 41                       ·PNG····A',
			cut: false,
		});
	});

	test('reports a truncated Parquet file as damaged', async () => {
		const half = opened(Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(300_000, 7)]));
		await expect(half).rejects.toThrow('The Parquet file is truncated.');
	});
});

describe('transfer', () => {
	const csv = `a,b\n${'1,2\n'.repeat(200_000)}`;

	test('unpacks gzip, and shows the rows before the damage in a corrupt file', async () => {
		const packed = gzipSync(csv);
		const file = await opened(packed);
		expect(file.content.format).toBe(`${comma}, compressed with gzip`);
		expect(file.content.extension).toBe('csv.gz');
		expect(file.source?.rowCount).toBe(200_000);
		expect(file.bytes).toBe(packed.length);
		const noise = `a,b\n${Array.from({ length: 100_000 }, (_, row) => `${row},${(row * 7_919) % 10_007}`).join('\n')}\n`;
		const whole = gzipSync(noise);
		const cut = await opened(whole.subarray(0, whole.length / 2));
		expect(warnings(cut)[0]).toMatch(
			/^The gzip file is corrupt or truncated after [\d,]+ decompressed bytes. Compress or download it again. Showing the first [\d,]+ rows.$/,
		);
		expect((await cells(cut)).every(([id], row) => id === String(row))).toBe(true);
	});

	test('reads from stores that ignore ranges or send no size', async () => {
		const path = put(Buffer.from(csv));
		const file = await open({ url: path });
		expect([file.source?.rowCount, file.bytes]).toEqual([200_000, csv.length]);
		const silent = put((response) => void response.writeHead(200).end(csv));
		const same = await open({ url: silent });
		expect([same.source?.rowCount, same.bytes]).toEqual([200_000, csv.length]);
	});

	test('stops at the limits and reports that there may be more rows', async () => {
		const path = put(Buffer.from(csv));
		const read = (limits: Limits) =>
			readOther(new RangeFile({ url: path }), {
				signal: new AbortController().signal,
				stop: new AbortController().signal,
				onProgress: () => {},
				as: null,
				limits,
			});
		const rows = await read({ rows: 1_000, bytes: 1e9 });
		expect(rows.table?.rowCount).toBe(1_000);
		expect(rows.content.remarks[0]?.text).toBe(
			'Showing the first 1,000 rows. There may be more rows, but only these can be shown.',
		);
		const bytes = await read({ rows: 1e9, bytes: 100_000 });
		expect(bytes.table?.rowCount).toBeGreaterThan(1_000);
		expect(bytes.table?.rowCount).toBeLessThan(200_000);
		expect(bytes.content.remarks[0]?.text).toContain('There are more rows');
	});

	test('reports progress, keeps the rows read when stopped, and ends the request when aborted', async () => {
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
			url: endless,
			stop: stopping.signal,
			onProgress: ({ bytes, total }) => {
				expect(total).toBe(1e9);
				seen.push(bytes);
				if (seen.length === 2) stopping.abort();
			},
		});
		expect(seen.length).toBeGreaterThan(1);
		expect(warnings(file)[0]).toMatch(/^Showing the first [\d,]+ rows. Loading stopped. There may be more rows.$/);
		expect((await cells(file)).every((row) => row.join() === '12345,67890')).toBe(true);
		await expect.poll(() => left).toBe(true);

		left = false;
		const leaving = new AbortController();
		const gone = open({ url: endless, signal: leaving.signal, onProgress: () => leaving.abort() });
		await expect(gone).rejects.toThrow(/abort/);
		await expect.poll(() => left).toBe(true);
	});

	test('shows the rows received before a connection breaks', async () => {
		const broken = put((response) => {
			response.writeHead(200, { 'Content-Length': 1_000_000 });
			response.write('a,b\n1,2\n'.repeat(20_000), () => response.socket?.end());
		});
		const file = await open({ url: broken });
		expect(warnings(file)[0]).toMatch(
			/^The connection was lost after 160,000 bytes. Reload the page to try again. Showing the first [\d,]+ rows.$/,
		);
	});

	test('reports a store that rejects the request', async () => {
		await expect(open({ url: new URL('/nothing', put(Buffer.from(''))).href })).rejects.toThrow(SourceError);
	});
});

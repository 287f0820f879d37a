import { closeSync, createReadStream, createWriteStream, openSync, readSync, statSync, writeFileSync } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { maxRecordFields } from '#contract/ingest.ts';
import { EngineError } from '../../errors.ts';
import { count, size } from '../../format.ts';
import { readDuckError } from '../../sql/sql-error.ts';
import type { OnReading } from '../../types.ts';

export const unreadable = (message: string): EngineError => new EngineError('SQL_ERROR', message);

/** Call it before storing rows: the engine lacks the memory for the 16,384 columns of the widest workbooks. @throws EngineError */
export function assertWidth(columns: number): void {
	if (columns > maxRecordFields)
		throw unreadable(
			`The file has ${count(columns, 'column')}. The limit is ${maxRecordFields}. Split it into files with fewer columns.`,
		);
}

/** Keeps the message of our own errors, which describe the problem; the engine's messages are about its internals. */
export function unreadableParquet(error: unknown): EngineError {
	const { type, message } = readDuckError(error);
	const why = type === 'Unknown' ? `: ${message}` : '. It may be corrupt or incomplete.';
	return unreadable(`The file can’t be read as Parquet${why} Export or upload it again.`);
}

/** Joins the pieces of a file, unpacked if it's gzip. @throws EngineError describing what is wrong with the file */
export async function unpack(
	pieces: readonly string[],
	output: string,
	maxBytes: number,
	onReading?: OnReading,
): Promise<{ isGzip: boolean }> {
	const isGzip = pieces[0] !== undefined && startOf(pieces[0], 2).equals(Buffer.from([0x1f, 0x8b]));
	let written = 0;
	if (!isGzip) {
		putTogether(pieces, output, maxBytes);
		return { isGzip };
	}
	const limit = new Transform({
		transform(chunk: Buffer, _encoding, done) {
			written += chunk.length;
			done(written <= maxBytes ? null : tooLarge(maxBytes), chunk);
		},
	});
	const total = pieces.reduce((sum, piece) => sum + statSync(piece).size, 0);
	const whole = Readable.from(bytesOf(pieces, (done) => onReading?.('unpacking', done, total)));
	try {
		await pipeline(whole, createGunzip(), limit, createWriteStream(output));
	} catch (error) {
		if (error instanceof EngineError) throw error;
		const code = error instanceof Error && 'code' in error ? String(error.code) : '';
		if (!code.startsWith('Z_')) throw error;
		if (error instanceof Error && error.message === 'incorrect header check')
			throw unreadable(
				'The gzip file is followed by bytes that aren’t gzip. Remove them, or upload the file uncompressed.',
			);
		const what = code === 'Z_BUF_ERROR' ? 'is truncated' : 'is corrupt';
		throw unreadable(`The gzip file ${what} after ${size(written)} of decompressed data. Upload it again.`);
	}
	return { isGzip };
}

export const tooLarge = (maxBytes: number): EngineError =>
	unreadable(
		`After decompression, the file is larger than the limit of ${size(maxBytes)}. Split it into smaller files.`,
	);

function putTogether(pieces: readonly string[], output: string, maxBytes: number): void {
	const handle = openSync(output, 'w');
	try {
		let written = 0;
		for (const piece of pieces) {
			for (const block of blocksOf(piece)) {
				written += block.length;
				if (written > maxBytes) throw tooLarge(maxBytes);
				writeFileSync(handle, block);
			}
		}
	} finally {
		closeSync(handle);
	}
}

async function* bytesOf(pieces: readonly string[], onRead: (bytes: number) => void): AsyncIterable<Buffer> {
	let read = 0;
	for (const piece of pieces)
		for await (const block of createReadStream(piece, { highWaterMark: 2 ** 20 })) {
			yield block;
			read += block.length;
			onRead(read);
		}
}

export function startOf(file: string, bytes: number): Buffer {
	const handle = openSync(file, 'r');
	try {
		const buffer = Buffer.alloc(bytes);
		return buffer.subarray(0, readSync(handle, buffer, 0, bytes, 0));
	} finally {
		closeSync(handle);
	}
}

/** Reports how many bytes of a file have been read, at each percent. */
export function bytesRead(file: string, onReading: OnReading | undefined): (bytes: number) => void {
	const { size } = statSync(file);
	let reported = 0;
	return (bytes) => {
		if (bytes < size && bytes - reported < size / 100) return;
		reported = bytes;
		onReading?.('reading', bytes, size);
	};
}

/** Larger blocks don't stay in the processor's cache, which makes joining and scanning them several times slower. */
const blockBytes = 2 ** 18;

/**
 * The bytes of a file from a position on, in blocks that stay valid until the next one is requested.
 * @param onRead called with the position after each
 */
export function* blocksOf(file: string, from = 0, onRead?: (at: number) => void): Iterable<Buffer> {
	const handle = openSync(file, 'r');
	try {
		const buffer = Buffer.allocUnsafe(blockBytes);
		for (let index = from; ; ) {
			const read = readSync(handle, buffer, 0, buffer.length, index);
			if (read === 0) return;
			yield buffer.subarray(0, read);
			index += read;
			onRead?.(index);
		}
	} finally {
		closeSync(handle);
	}
}

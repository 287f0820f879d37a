import { closeSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { type FoundInteger, ThriftCursor, type Wanted } from './thrift.ts';

/** The pages of one column in one row group. */
export interface ColumnChunk {
	/** Its byte range in the file. */
	readonly start: number;
	readonly bytes: number;
}

/** Fields of a page header; the ids are from parquet.thrift. */
const header: Wanted = { 3: 'bytes', 4: 'crc' };
/** Bytes first read for a page header, which is longer if it has long statistics; and bytes read at a time. */
const [usualHeader, block] = [2 ** 12, 2 ** 20];

/**
 * The first of the column chunks with a page whose bytes don't match its checksum, which the engine doesn't check; null if there is none. Writers add
 * checksums to all pages of a column or to none.
 */
export function damagedChunk<C extends ColumnChunk>(file: string, chunks: readonly C[]): C | null {
	const from = openSync(file, 'r');
	try {
		return chunks.find((chunk) => isDamaged(from, chunk)) ?? null;
	} finally {
		closeSync(from);
	}
}

function isDamaged(from: number, { start, bytes }: ColumnChunk): boolean {
	const end = start + bytes;
	for (let index = start; index < end; ) {
		const page = pageAt(from, index, end);
		// The engine reports bytes that aren't a page.
		if (page === null || page.crc === null) return false;
		if (checksum(from, page.start, page.end) !== page.crc) return true;
		index = page.end;
	}
	return false;
}

/** The bytes of a page after its header, and their checksum, if it has one; null if there is no page. */
function pageAt(from: number, at: number, end: number) {
	for (let length = usualHeader; ; length *= 16) {
		const bytes = readRange(from, at, Math.min(at + length, end));
		const found: FoundInteger[] = [];
		const cursor = new ThriftCursor(bytes);
		try {
			cursor.struct(header, found);
		} catch (error) {
			if (!(error instanceof RangeError)) throw error;
			if (bytes.length < length) return null;
			continue;
		}
		const integerOf = (name: string) => found.find((integer) => integer.name === name)?.value;
		const [size = -1, crc] = [integerOf('bytes'), integerOf('crc')];
		const start = at + cursor.at;
		// Writers store the checksum as a signed number.
		return size < 0 || start + size > end
			? null
			: { start, end: start + size, crc: crc === undefined ? null : crc >>> 0 };
	}
}

function checksum(from: number, start: number, end: number): number {
	let crc = 0;
	for (let index = start; index < end; index += block)
		crc = crc32(readRange(from, index, Math.min(index + block, end)), crc);
	return crc;
}

function readRange(from: number, start: number, end: number): Buffer {
	const buffer = Buffer.allocUnsafe(end - start);
	return buffer.subarray(0, readSync(from, buffer, 0, buffer.length, start));
}

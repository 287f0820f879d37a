import { isUtf8 } from 'node:buffer';
import { closeSync, createReadStream, createWriteStream, openSync, readSync, statSync } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { tooLarge, unreadable } from './unpack.ts';

export interface ZipEntry {
	readonly name: string;
	readonly method: number;
	readonly crc: number;
	readonly packed: number;
	readonly size: number;
	/** Offset of its local header. */
	readonly at: number;
	readonly isEncrypted: boolean;
}

const [endMark, entryMark, headerMark] = [0x06054b50, 0x02014b50, 0x04034b50];
const [endBytes, entryBytes, headerBytes] = [22, 46, 30];
const longestComment = 2 ** 16;
/** Marks a size that is too large for this field and is stored elsewhere. */
const elsewhere = 0xffffffff;
const corrupt = () => unreadable('The zip file is corrupt or truncated. Upload it again.');

/** The files in an archive's directory, without folders and files that systems add. */
export function zipEntries(file: string): ZipEntry[] {
	const { size } = statSync(file);
	const tail = bytesAt(file, Math.max(0, size - endBytes - longestComment), Math.min(size, endBytes + longestComment));
	let end = tail.length - endBytes;
	while (end >= 0 && tail.readUInt32LE(end) !== endMark) end -= 1;
	if (end < 0) throw corrupt();
	const [bytes, start] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
	if (start === elsewhere)
		throw unreadable(
			'A zip file can be at most 4 GiB. Upload the file inside it uncompressed, or compressed with gzip.',
		);
	if (start + bytes > size) throw corrupt();
	const directory = bytesAt(file, start, bytes);
	const entries: ZipEntry[] = [];
	for (let index = 0; index + entryBytes <= directory.length; ) {
		if (directory.readUInt32LE(index) !== entryMark) throw corrupt();
		const length = directory.readUInt16LE(index + 28);
		const bytes = directory.subarray(index + entryBytes, index + entryBytes + length);
		// Older programs write names in an unspecified code page; Latin-1 at least keeps them distinct.
		const name = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
		const isEncrypted = (directory.readUInt16LE(index + 8) & 1) === 1;
		const [method, crc] = [directory.readUInt16LE(index + 10), directory.readUInt32LE(index + 16)];
		const [packed, whole] = [directory.readUInt32LE(index + 20), directory.readUInt32LE(index + 24)];
		const place = directory.readUInt32LE(index + 42);
		if (!isOfSystem(name)) entries.push({ name, method, crc, packed, size: whole, at: place, isEncrypted });
		index += entryBytes + length + directory.readUInt16LE(index + 30) + directory.readUInt16LE(index + 32);
	}
	return entries;
}

const isOfSystem = (name: string): boolean =>
	name.endsWith('/') ||
	name.startsWith('__MACOSX/') ||
	/(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$/.test(name);

/** Unpacks one file of an archive. @throws EngineError describing what is wrong with it */
export async function unzip(file: string, entry: ZipEntry, output: string, maxBytes: number): Promise<void> {
	const { method, packed, crc, at, isEncrypted } = entry;
	if (isEncrypted) throw unreadable('The zip file is password-protected. Upload it without a password.');
	if (method !== 0 && method !== 8)
		throw unreadable('The zip file uses an unsupported compression method. Use Deflate.');
	const header = bytesAt(file, at, headerBytes);
	if (header.length < headerBytes || header.readUInt32LE(0) !== headerMark) throw corrupt();
	const start = at + headerBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
	let [written, found] = [0, 0];
	const check = new Transform({
		transform(chunk: Buffer, _encoding, done) {
			written += chunk.length;
			found = crc32(chunk, found);
			done(written <= maxBytes ? null : tooLarge(maxBytes), chunk);
		},
	});
	const from = packed === 0 ? null : createReadStream(file, { start, end: start + packed - 1, highWaterMark: 2 ** 20 });
	const to = createWriteStream(output);
	try {
		if (from === null) await new Promise((resolve) => to.end(resolve));
		else if (method === 0) await pipeline(from, check, to);
		else await pipeline(from, createInflateRaw(), check, to);
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? String(error.code) : '';
		throw code.startsWith('Z_') ? corrupt() : error;
	}
	if (written !== entry.size || found !== crc) throw corrupt();
}

function bytesAt(file: string, start: number, length: number): Buffer {
	const handle = openSync(file, 'r');
	try {
		const buffer = Buffer.alloc(length);
		return buffer.subarray(0, readSync(handle, buffer, 0, length, start));
	} finally {
		closeSync(handle);
	}
}

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Hashed {
	/** Lower-case hex. */
	readonly sha256: string;
	readonly bytes: number;
}

/** Called after each piece with its length; the next one is read when this resolves. */
export type Pace = (bytes: number) => Promise<void>;

/** Bytes of a file read at a time. */
const pieceBytes = 2 ** 20;

/** Reads large pieces, which takes half the time of a stream of small ones. */
export async function hashFile(file: string, pace?: Pace): Promise<Hashed> {
	const handle = await open(file, 'r');
	try {
		const hash = createHash('sha256');
		const piece = Buffer.allocUnsafe(pieceBytes);
		let bytes = 0;
		for (;;) {
			const { bytesRead } = await handle.read(piece, 0, pieceBytes);
			if (bytesRead === 0) return { sha256: hash.digest('hex'), bytes };
			hash.update(piece.subarray(0, bytesRead));
			bytes += bytesRead;
			await pace?.(bytesRead);
		}
	} finally {
		await handle.close();
	}
}

export const hashBytes = (from: Readable, pace?: Pace): Promise<Hashed> =>
	hashInto(from, new Writable({ write: (_chunk, _encoding, done) => done() }), pace);

/** Writes a stream to a new file while hashing its bytes; when it resolves the copy is on disk, unless `isDurable` is false. */
export const writeHashed = (from: Readable, to: string, isDurable = true): Promise<Hashed> =>
	hashInto(from, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: isDurable }));

async function hashInto(from: Readable, to: Writable, pace?: Pace): Promise<Hashed> {
	const hash = createHash('sha256');
	let bytes = 0;
	await pipeline(
		from,
		async function* (chunks: AsyncIterable<Buffer>) {
			for await (const chunk of chunks) {
				hash.update(chunk);
				bytes += chunk.length;
				yield chunk;
				await pace?.(chunk.length);
			}
		},
		to,
	);
	return { sha256: hash.digest('hex'), bytes };
}

/** Copies a file while hashing its bytes. */
export const copyHashed = (from: string, to: string, isDurable = true): Promise<Hashed> =>
	writeHashed(createReadStream(from), to, isDurable);

/** Renames a file; returns false if that fails because the file systems differ. */
export async function moved(from: string, to: string): Promise<boolean> {
	try {
		await rename(from, to);
		return true;
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'EXDEV') return false;
		throw error;
	}
}

/** Bytes of a file from `start` to `end`, inclusive. */
export const readPart = (file: string, start: number, end: number): ReadableStream<Uint8Array> =>
	Readable.toWeb(createReadStream(file, { start, end })) as ReadableStream<Uint8Array>;

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Hashed {
	/** Lower-case hex. */
	readonly sha256: string;
	readonly bytes: number;
}

export const hashFile = (file: string): Promise<Hashed> => hashBytes(createReadStream(file));

export async function hashBytes(from: Readable): Promise<Hashed> {
	const hash = createHash('sha256');
	let bytes = 0;
	for await (const chunk of from) {
		hash.update(chunk);
		bytes += chunk.length;
	}
	return { sha256: hash.digest('hex'), bytes };
}

/** Writes a stream to a file that is not there yet while its bytes are hashed; when it resolves the copy is on disk. */
export async function writeHashed(from: Readable, to: string): Promise<Hashed> {
	const hash = createHash('sha256');
	let bytes = 0;
	const count = new Transform({
		transform(chunk: Buffer, _encoding, done) {
			hash.update(chunk);
			bytes += chunk.length;
			done(null, chunk);
		},
	});
	await pipeline(from, count, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }));
	return { sha256: hash.digest('hex'), bytes };
}

/** Copies a file while its bytes are hashed. */
export const copyHashed = (from: string, to: string): Promise<Hashed> => writeHashed(createReadStream(from), to);

/** Whether the file could be renamed; it cannot between file systems. */
export async function moved(from: string, to: string): Promise<boolean> {
	try {
		await rename(from, to);
		return true;
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'EXDEV') return false;
		throw error;
	}
}

/** Bytes of a file from `start` to `end`, both included. */
export const readPart = (file: string, start: number, end: number): ReadableStream<Uint8Array> =>
	Readable.toWeb(createReadStream(file, { start, end })) as ReadableStream<Uint8Array>;

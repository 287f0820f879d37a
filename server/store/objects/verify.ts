import { type FileHandle, lstat, open } from 'node:fs/promises';
import { LruCache } from '#lib/concurrency/lru-cache.ts';
import { errorCode, nullIfMissing } from '../error-code.ts';
import { hashFile, type Pace } from './hash-file.ts';
import { CorruptObjectError, isUnreadable, reading } from './types.ts';

/** Maximum number of remembered files; least recently used ones are forgotten first. */
const maxKnown = 50_000;

/** A file's identity when its bytes were known to be correct. */
interface Known {
	readonly identity: string;
	/** Constant until the file is hashed again or replaced: a reader whose epoch ended may have read anything. */
	readonly epoch: symbol;
}

/** An open file whose bytes were verified, with its identity. */
export interface VerifiedFile {
	readonly handle: FileHandle;
	readonly sha256: string;
	isSame(): Promise<boolean>;
}

/** Verifies that files contain the objects they are named after; a file is hashed once, and again after it changes. */
export function createVerifier() {
	const known = new LruCache<Known>(maxKnown);
	const running = new Map<string, Promise<Known>>();
	/** Operations that currently change files' times: until they are done, a file doesn't look like the known one. */
	const touching = new Map<string, Promise<unknown>>();

	/** Checks a file while nothing is changing its times. */
	const settled = async <T>(sha256: string, look: () => Promise<T>): Promise<T> => {
		for (;;) {
			await touching.get(sha256);
			const found = await look();
			if (!touching.has(sha256)) return found;
		}
	};

	/** A file that changes while it's being hashed is hashed again. */
	const hashed = async (sha256: string, file: string, pace?: Pace): Promise<Known> => {
		for (;;) {
			const before = await settled(sha256, () => identityAt(file));
			// Opening anything else may block forever, and a runner couldn't follow a link.
			if (before === noFile) throw new CorruptObjectError(sha256, 'changed');
			const found = before === null ? null : await reading(hashFile(file, pace)).catch(nullIfMissing);
			if (before === null || found === null) throw new CorruptObjectError(sha256, 'missing');
			const after = await settled(sha256, () => identityAt(file));
			// Code that is changing its times didn't know the file yet, so afterwards it would look like a different file.
			if (before !== after || touching.has(sha256)) continue;
			if (found.sha256 !== sha256) throw new CorruptObjectError(sha256, 'changed');
			const current = known.get(sha256);
			const result = current?.identity === before ? current : { identity: before, epoch: Symbol(sha256) };
			known.set(sha256, result);
			return result;
		}
	};

	/** Hashes a file even if it's known. @throws CorruptObjectError */
	const verifyAgain = async (sha256: string, file: string, pace?: Pace): Promise<void> => {
		await hashed(sha256, file, pace).catch((error: unknown) => {
			known.delete(sha256);
			throw error;
		});
	};

	const verify = async (sha256: string, file: string): Promise<Known> => {
		const identity = await settled(sha256, () => identityAt(file));
		const expected = known.get(sha256);
		if (expected !== undefined && expected.identity === identity) return expected;
		const work = running.get(sha256) ?? hashed(sha256, file).finally(() => running.delete(sha256));
		running.set(sha256, work);
		return work;
	};

	/** @throws CorruptObjectError if a file exists and isn't the verified one, or is gone although it was needed */
	const assertSame = async (sha256: string, file: string, before: Known, mayBeGone: boolean): Promise<void> => {
		const identity = await settled(sha256, () => identityAt(file));
		const now = known.get(sha256) ?? before;
		if (identity === null && !mayBeGone) throw new CorruptObjectError(sha256, 'missing');
		if (identity === null || (now.epoch === before.epoch && identity === now.identity)) return;
		throw new CorruptObjectError(sha256, 'changed');
	};

	return {
		/** @throws CorruptObjectError */
		async verify(sha256: string, file: string): Promise<void> {
			await verify(sha256, file);
		},
		verifyAgain,
		/** Opens a file for reading: the handle refers to the verified content, even if the name changes. @throws CorruptObjectError */
		async open(sha256: string, file: string): Promise<VerifiedFile> {
			for (;;) {
				const { identity, epoch } = await verify(sha256, file);
				const handle = await reading(open(file)).catch(nullIfMissing);
				if (handle === null) throw new CorruptObjectError(sha256, 'missing');
				const isSame = async (): Promise<boolean> => {
					const found = await settled(sha256, async () => identityOf(await handle.stat({ bigint: true })));
					const current = known.get(sha256);
					return found === identity || (current?.epoch === epoch && current.identity === found);
				};
				if (await isSame()) return { handle, sha256, isSame };
				await handle.close();
			}
		},
		/** Runs work that reads files by name: its result is valid only if all of them stayed as verified. @throws CorruptObjectError */
		async watching<T>(files: ReadonlyMap<string, string>, work: () => Promise<T>, atOnce: number): Promise<T> {
			const waiting = [...files];
			const before: { sha256: string; file: string; known: Known }[] = [];
			const verifyNext = async (): Promise<void> => {
				for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
					const [sha256, file] = next;
					before.push({ sha256, file, known: await verify(sha256, file) });
				}
			};
			await Promise.all(Array.from({ length: atOnce }, verifyNext));
			const assertAll = async (mayBeGone: boolean): Promise<void> => {
				for (const { sha256, file, known } of before) await assertSame(sha256, file, known, mayBeGone);
			};
			const result = await work().catch(async (error: unknown) => {
				// Removing data cancels what reads it.
				if (errorCode(error) !== 'CANCELLED') await assertAll(false);
				// A change whose only trace is that the file can't be read or parsed.
				if (isOfFile(error)) for (const { sha256, file } of before) await verifyAgain(sha256, file);
				throw error;
			});
			// A file that was removed while it was being read was still read correctly.
			await assertAll(true);
			return result;
		},
		/** Records that a file's bytes are known to be the object's. */
		async note(sha256: string, file: string) {
			const identity = await identityAt(file);
			if (identity !== null) known.set(sha256, { identity, epoch: Symbol(sha256) });
		},
		/** Runs something that changes a file's times but not its bytes, and keeps the file known. */
		async keeping<T>(sha256: string, file: string, touch: () => Promise<T>): Promise<T> {
			while (touching.has(sha256)) await touching.get(sha256);
			const work = (async () => {
				const expected = known.get(sha256);
				const isKnown = expected !== undefined && expected.identity === (await identityAt(file));
				if (!isKnown) known.delete(sha256);
				const result = await touch();
				const identity = isKnown ? await identityAt(file) : null;
				if (isKnown && identity !== null) known.set(sha256, { identity, epoch: expected.epoch });
				return result;
			})();
			const over = work.catch(() => undefined).finally(() => touching.get(sha256) === over && touching.delete(sha256));
			touching.set(sha256, over);
			return await work;
		},
	};
}

/** Whether data may have caused a failure: the system refused to read it, or the engine reports it. */
const isOfFile = (error: unknown): boolean =>
	isUnreadable(error) || (error instanceof Error && 'mayBeOfData' in error && error.mayBeOfData === true);

/** Whether a verification succeeds; rethrows failures other than corruption. */
export async function isWhole(verification: Promise<void>): Promise<boolean> {
	try {
		await verification;
		return true;
	} catch (error) {
		if (error instanceof CorruptObjectError) return false;
		throw error;
	}
}

const readAtOnce = 256 * 1024;

/** Bytes of a verified file from `start` to `end`, inclusive; fails rather than return what was read after a change. */
export function readVerified(
	{ handle, sha256, isSame }: VerifiedFile,
	start: number,
	end: number,
	onEnd: () => Promise<void> = async () => undefined,
): ReadableStream<Uint8Array> {
	let position = start;
	const finish = async (): Promise<void> => {
		await handle.close();
		await onEnd();
	};
	const next = async (): Promise<Uint8Array> => {
		const buffer = new Uint8Array(Math.min(readAtOnce, end - position + 1));
		const { bytesRead } = await reading(handle.read(buffer, 0, buffer.length, position));
		if (bytesRead === 0 || !(await isSame())) throw new CorruptObjectError(sha256, 'changed');
		position += bytesRead;
		return buffer.subarray(0, bytesRead);
	};
	return new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				try {
					if (position <= end) controller.enqueue(await next());
					if (position <= end) return;
				} catch (error) {
					await finish();
					throw error;
				}
				await finish();
				controller.close();
			},
			cancel: finish,
		},
		{ highWaterMark: 0 },
	);
}

interface Stats {
	readonly ino: bigint;
	readonly size: bigint;
	readonly mtimeNs: bigint;
}

const identityOf = ({ ino, size, mtimeNs }: Stats): string => `${ino} ${size} ${mtimeNs}`;

/** Identity of a folder, link or pipe in place of a file. */
const noFile = 'no file';

async function identityAt(file: string): Promise<string | null> {
	const found = await reading(lstat(file, { bigint: true })).catch(nullIfMissing);
	if (found === null) return null;
	return found.isFile() ? identityOf(found) : noFile;
}

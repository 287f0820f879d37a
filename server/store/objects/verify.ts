import { type FileHandle, lstat, open } from 'node:fs/promises';
import { LruCache } from '#lib/concurrency/lru-cache.ts';
import { errorCode, nullIfMissing } from '../error-code.ts';
import { hashFile, type Pace } from './hash-file.ts';
import { CorruptObjectError, isUnreadable, reading } from './types.ts';

/** Known files are forgotten, least recently used first, when there are more. */
const mostKnown = 50_000;

/** What a file looked like when its bytes were known to be right. */
interface Known {
	readonly identity: string;
	/** Stays the same until the file is hashed again or replaced: a reader whose epoch ended may have read anything. */
	readonly epoch: symbol;
}

/** An open file whose bytes were verified, and what it looked like. */
export interface VerifiedFile {
	readonly handle: FileHandle;
	readonly sha256: string;
	/** Whether it is still what was verified. */
	isSame(): Promise<boolean>;
}

/** Verifies that files hold the objects that their names say; a file is hashed once, and again when it has changed. */
export function createVerifier() {
	const known = new LruCache<Known>(mostKnown);
	const running = new Map<string, Promise<Known>>();
	/** What changes the times of files at present: until it is over, a file looks like another than the known one. */
	const touching = new Map<string, Promise<unknown>>();

	/** Looks at a file when nothing changes its times. */
	const settled = async <T>(sha256: string, look: () => Promise<T>): Promise<T> => {
		for (;;) {
			await touching.get(sha256);
			const found = await look();
			if (!touching.has(sha256)) return found;
		}
	};

	/** A file that changes while it is hashed is hashed again. */
	const hashed = async (sha256: string, file: string, pace?: Pace): Promise<Known> => {
		for (;;) {
			const before = await settled(sha256, () => identityAt(file));
			// Opening something else may never come back, and a runner could not follow a link.
			if (before === noFile) throw new CorruptObjectError(sha256, 'changed');
			const found = before === null ? null : await reading(hashFile(file, pace)).catch(nullIfMissing);
			if (before === null || found === null) throw new CorruptObjectError(sha256, 'missing');
			const after = await settled(sha256, () => identityAt(file));
			// Who changes its times right now did not find it known, and would leave it looking like another file.
			if (before !== after || touching.has(sha256)) continue;
			if (found.sha256 !== sha256) throw new CorruptObjectError(sha256, 'changed');
			const current = known.get(sha256);
			const result = current?.identity === before ? current : { identity: before, epoch: Symbol(sha256) };
			known.set(sha256, result);
			return result;
		}
	};

	/** Hashes a file whatever is known of it. @throws CorruptObjectError */
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

	/** @throws CorruptObjectError for a file that is there and isn't the one that was verified, or is gone though it was needed */
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
		/** Opens a file for reading: what the handle leads to is what was verified, whatever happens to its name. @throws CorruptObjectError */
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
		/** Does work that reads files by their names: its result counts only if all of them stayed as they were verified. @throws CorruptObjectError */
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
				// Who removes data ends what reads it.
				if (errorCode(error) !== 'CANCELLED') await assertAll(false);
				// A change that leaves no other trace than that the file can't be read or understood.
				if (isOfFile(error)) for (const { sha256, file } of before) await verifyAgain(sha256, file);
				throw error;
			});
			// A file that was removed while it was read was read as it was.
			await assertAll(true);
			return result;
		},
		/** Notes that a file's bytes are known to be the object's. */
		async note(sha256: string, file: string) {
			const identity = await identityAt(file);
			if (identity !== null) known.set(sha256, { identity, epoch: Symbol(sha256) });
		},
		/** Runs what changes a file's times but not its bytes, and keeps what is known of it. */
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

/** Whether what was read may be why work failed: the system refused it, or the engine says so. */
const isOfFile = (error: unknown): boolean =>
	isUnreadable(error) || (error instanceof Error && 'mayBeOfData' in error && error.mayBeOfData === true);

/** Whether a verification succeeds; other failures than corruption stay failures. */
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

/** Bytes of a verified file from `start` to `end`, both included; fails rather than hand over what was read after a change. */
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

/** What a folder, a link or a pipe looks like in the place of a file. */
const noFile = 'no file';

async function identityAt(file: string): Promise<string | null> {
	const found = await reading(lstat(file, { bigint: true })).catch(nullIfMissing);
	if (found === null) return null;
	return found.isFile() ? identityOf(found) : noFile;
}

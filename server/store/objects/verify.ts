import { stat } from 'node:fs/promises';
import { LruCache } from '#lib/concurrency/lru-cache.ts';
import { nullIfMissing } from '../error-code.ts';
import { hashFile } from './hash-file.ts';
import { CorruptObjectError } from './types.ts';

/** Known files are forgotten, least recently used first, when there are more. */
const mostKnown = 50_000;

/** Verifies that files hold the objects that their names say; a file is hashed once, and again when it has changed. */
export function createVerifier() {
	/** What the files of objects looked like when their bytes were known to be right. */
	const known = new LruCache<string>(mostKnown);
	const running = new Map<string, Promise<void>>();

	/** A file that changes while it is hashed is hashed again. */
	const hashed = async (sha256: string, file: string): Promise<void> => {
		for (;;) {
			const before = await identityOf(file);
			const found = before === null ? null : await hashFile(file).catch(nullIfMissing);
			if (before === null || found === null) throw new CorruptObjectError(sha256, 'missing');
			if (before !== (await identityOf(file))) continue;
			if (found.sha256 !== sha256) throw new CorruptObjectError(sha256, 'changed');
			known.set(sha256, before);
			return;
		}
	};

	return {
		/** @throws CorruptObjectError */
		async verify(sha256: string, file: string) {
			const expected = known.get(sha256);
			if (expected !== undefined && expected === (await identityOf(file))) return;
			const work = running.get(sha256) ?? hashed(sha256, file).finally(() => running.delete(sha256));
			running.set(sha256, work);
			await work;
		},
		/** Notes that a file's bytes are known to be the object's. */
		async note(sha256: string, file: string) {
			const identity = await identityOf(file);
			if (identity !== null) known.set(sha256, identity);
		},
		/** Runs what changes a file's times but not its bytes, and keeps what is known of it. */
		async keeping<T>(sha256: string, file: string, touch: () => Promise<T>): Promise<T> {
			const expected = known.get(sha256);
			const isKnown = expected !== undefined && expected === (await identityOf(file));
			if (!isKnown) known.delete(sha256);
			const result = await touch();
			const identity = isKnown ? await identityOf(file) : null;
			if (identity !== null) known.set(sha256, identity);
			return result;
		},
	};
}

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

async function identityOf(file: string): Promise<string | null> {
	const found = await stat(file, { bigint: true }).catch(nullIfMissing);
	return found && `${found.ino} ${found.size} ${found.mtimeNs}`;
}

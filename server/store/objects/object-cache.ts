import { chmod, mkdir, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { KeyedLock } from '#lib/concurrency/keyed-lock.ts';
import type { Log } from '../../logging/log.ts';
import type { Hashed } from './hash-file.ts';
import { openObjectFolder } from './object-folder.ts';
import { CorruptObjectError, type StoredObject } from './types.ts';
import { createVerifier, isWhole } from './verify.ts';

interface Entry {
	readonly bytes: number;
	users: number;
	/** Whether to remove it when it's no longer in use. */
	unwanted: boolean;
}

export type ObjectCache = Awaited<ReturnType<typeof openObjectCache>>;

/**
 * A cache of a remote store's objects as local files, by last use.
 * @param folder only for the cache; objects of an earlier process are reused once verified
 * @param maxBytes kept in addition to objects in use @param fetch writes an object to a new file; null if it doesn't exist
 */
export async function openObjectCache(
	folder: string,
	maxBytes: number,
	fetch: (sha256: string, file: string) => Promise<Hashed | null>,
	log: Log,
) {
	const { path, draft, list } = openObjectFolder(folder);
	/** Least recently used first. */
	const entries = new Map<string, Entry>();
	const found: StoredObject[] = [];
	for await (const object of list()) found.push(object);
	for (const { sha256, bytes } of found.sort((a, b) => a.storedAt.getTime() - b.storedAt.getTime()))
		entries.set(sha256, { bytes, users: 0, unwanted: false });
	const lock = new KeyedLock();
	const verifier = createVerifier();
	const reads = { hits: 0, misses: 0 };

	const shrinkNow = async (): Promise<void> => {
		let total = [...entries.values()].reduce((sum, entry) => sum + entry.bytes, 0);
		for (const [sha256, entry] of [...entries]) {
			if (total <= maxBytes) return;
			if (entry.users > 0) continue;
			total -= entry.bytes;
			await lock.run(sha256, async () => {
				if (entry.users > 0 || entries.get(sha256) !== entry) return;
				entries.delete(sha256);
				await rm(path(sha256), { force: true });
			});
		}
	};

	let shrinking: Promise<void> = Promise.resolve();
	/** What can't be removed now is retried the next time. */
	const shrink = (): Promise<void> => {
		shrinking = shrinking.then(shrinkNow).catch((error: unknown) => {
			log.error('Couldn’t delete an unused object from the local cache.', error);
		});
		return shrinking;
	};

	const addFile = async (sha256: string, bytes: number, file: string): Promise<Entry> => {
		await chmod(file, 0o400);
		await mkdir(join(path(sha256), '..'), { recursive: true, mode: 0o700 });
		await rename(file, path(sha256));
		await verifier.note(sha256, path(sha256));
		const entry = { bytes, users: 0, unwanted: false };
		entries.set(sha256, entry);
		return entry;
	};

	const isHere = async (sha256: string, entry: Entry | undefined): Promise<boolean> =>
		entry !== undefined && (await isWhole(verifier.verify(sha256, path(sha256))));

	const fetched = async (sha256: string): Promise<Entry> => {
		const file = draft();
		try {
			const got = await fetch(sha256, file);
			if (got === null) throw new CorruptObjectError(sha256, 'missing');
			if (got.sha256 !== sha256) throw new CorruptObjectError(sha256, 'changed');
			return await addFile(sha256, got.bytes, file);
		} finally {
			await rm(file, { force: true });
		}
	};

	/** Like `drop`; an object in use or being fetched is removed later. */
	const dropUnused = (sha256: string): Promise<void> =>
		lock.run(sha256, async () => {
			const entry = entries.get(sha256);
			if (entry === undefined) return;
			entry.unwanted = entry.users > 0;
			if (entry.unwanted) return;
			entries.delete(sha256);
			await rm(path(sha256), { force: true });
		});

	return {
		/** Where an object's file is, or would be. */
		path,
		/** A path for a new file on the cache's file system; the caller removes it or passes it on. */
		draft,
		dropUnused,
		state: () => ({
			objects: entries.size,
			bytes: [...entries.values()].reduce((sum, entry) => sum + entry.bytes, 0),
			...reads,
		}),
		/** Drops all but these, like `dropUnused`. */
		async prune(kept: ReadonlySet<string>) {
			for (const sha256 of [...entries.keys()]) if (!kept.has(sha256)) await dropUnused(sha256);
		},
		/** Takes over a file whose hash its owner has just verified. */
		async put(sha256: string, bytes: number, file: string) {
			await lock.run(sha256, async () => {
				if (await isHere(sha256, entries.get(sha256))) await rm(file, { force: true });
				else await addFile(sha256, bytes, file);
			});
			await shrink();
		},
		/** Holds an object as a verified file until `release`, fetching it first if needed. @throws CorruptObjectError, StoreError */
		async hold(sha256: string) {
			const entry = await lock.run(sha256, async () => {
				const known = entries.get(sha256);
				const isKnown = known !== undefined && (await isHere(sha256, known));
				reads[isKnown ? 'hits' : 'misses'] += 1;
				const found = isKnown ? known : await fetched(sha256);
				found.users += 1;
				found.unwanted = false;
				entries.delete(sha256);
				entries.set(sha256, found);
				const now = new Date();
				await verifier.keeping(sha256, path(sha256), () => utimes(path(sha256), now, now));
				return found;
			});
			void shrink();
			return {
				/** @throws CorruptObjectError if the file was changed on this machine since */
				open: () => verifier.open(sha256, path(sha256)),
				async release() {
					entry.users -= 1;
					if (entry.unwanted) await dropUnused(sha256);
					await shrink();
				},
			};
		},
		/** Runs work that reads held files by name. @throws CorruptObjectError if one was changed on this machine in the meantime */
		watching: <T>(names: readonly string[], work: () => Promise<T>) =>
			verifier.watching(new Map(names.map((sha256) => [sha256, path(sha256)])), work, 1),
		drop: (sha256: string) =>
			lock.run(sha256, async () => {
				entries.delete(sha256);
				await rm(path(sha256), { force: true });
			}),
	};
}

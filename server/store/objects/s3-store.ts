import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LruCache } from '#lib/concurrency/lru-cache.ts';
import type { Log } from '../../logging/log.ts';
import { copyHashed, type Hashed, hashBytes, hashFile, moved, writeHashed } from './hash-file.ts';
import { type ObjectCache, openObjectCache } from './object-cache.ts';
import type { Bucket, BucketObject } from './s3-client.ts';
import {
	assertObjectName,
	CorruptObjectError,
	isObjectName,
	isStagedFile,
	longestAddressSeconds,
	type ObjectStore,
	type Staging,
	StoreError,
	stagedBytes,
} from './types.ts';
import { readVerified } from './verify.ts';

export interface S3StoreOptions {
	readonly bucket: Bucket;
	/** Folder on this machine for objects in use; not shared. */
	readonly cacheFolder: string;
	readonly cacheBytes: number;
	/** Whether the store itself serves downloads; otherwise the service does. */
	readonly signs: boolean;
	/** Serializes work with the same key in every process that uses the store. */
	readonly alone: <T>(key: string, work: () => Promise<T>) => Promise<T>;
	readonly now: () => Date;
	readonly log: Log;
}

/** Maximum number of remembered verified versions; least recently used ones are forgotten first. */
const maxVerified = 50_000;

export const objectKey = (sha256: string): string => {
	assertObjectName(sha256);
	return `objects/${sha256.slice(0, 2)}/${sha256}`;
};
const stagedPrefix = 'staged/';
/** A marker whose time is when an object was last kept, because objects themselves are immutable. */
const markOf = (sha256: string): string => `kept/${sha256}`;

/** Objects in an S3-compatible store, read through local files. Every object is hashed before upload and after download. */
export async function openS3Store(options: S3StoreOptions): Promise<ObjectStore> {
	const { bucket, alone, now, log } = options;
	const fetch = async (sha256: string, file: string) => {
		const found = await bucket.get(objectKey(sha256));
		return found === null ? null : fetchTo(file, found);
	};
	const cache = await openObjectCache(options.cacheFolder, options.cacheBytes, fetch, log);

	/** Marks an object as kept now; returns the bucket's object, or null if it doesn't exist. */
	const mark = (sha256: string) =>
		alone(sha256, async () => {
			const found = await bucket.head(objectKey(sha256));
			if (found !== null) await bucket.putText(markOf(sha256), '', now());
			return found;
		});
	/** Versions of the bucket's objects whose bytes were verified. */
	const verified = new LruCache<string>(maxVerified);
	/** Whether the bucket has the object's bytes, which are read once per version. */
	const isWholeThere = async (sha256: string, found: BucketObject | null): Promise<boolean> => {
		if (found === null) return false;
		if (verified.get(sha256) === found.version) return true;
		const content = await bucket.get(objectKey(sha256));
		if (content === null || (await hashBytes(content).catch(lostOnItsWay)).sha256 !== sha256) return false;
		verified.set(sha256, found.version);
		return true;
	};

	/** Uploads a file that nobody else changes, unless the object exists; the cache then owns the file. */
	const take = async (file: string, { sha256, bytes }: Hashed, from?: string): Promise<Hashed> => {
		const put = async () => {
			await bucket.putFile(objectKey(sha256), file, bytes, sha256, now());
			return true;
		};
		const copyOver = async (key: string) => {
			// Not every store supports copying.
			return await bucket.copy(key, objectKey(sha256), sha256, now()).catch(put);
		};
		let isCompared = false;
		// Replaces a corrupt object, and uploads again if it was removed between upload and marking.
		for (let attempt = 0; ; attempt++) {
			const found = await mark(sha256);
			// The store has compared the upload with its checksum.
			if (isCompared && found?.bytes === bytes) verified.set(sha256, found.version);
			if (await isWholeThere(sha256, found)) break;
			if (attempt === 3)
				throw new StoreError(`The object store didn’t save the object ${sha256} completely. Try again.`);
			isCompared = await (from !== undefined && attempt === 0 ? copyOver(from) : put());
		}
		await cache.put(sha256, bytes, file);
		return { sha256, bytes };
	};

	const copy = async (file: string): Promise<Hashed> => {
		const draft = cache.draft();
		try {
			return await take(draft, await copyHashed(file, draft));
		} finally {
			await rm(draft, { force: true });
		}
	};

	/** @param from a key in the bucket with the same bytes, which avoids uploading them */
	const adopt = async (file: string, from?: string): Promise<Hashed> => {
		const draft = cache.draft();
		try {
			if (await moved(file, draft)) return await take(draft, await hashFile(draft), from);
			const taken = await take(draft, await copyHashed(file, draft), from);
			await rm(file);
			return taken;
		} finally {
			await rm(draft, { force: true });
		}
	};

	return {
		copy,
		keep: async (sha256) => (await mark(sha256)) !== null,
		adopt: (file) => adopt(file),
		async *list() {
			const kept = new Map<string, Date>();
			for await (const { key, at } of bucket.list('kept/')) kept.set(key.slice('kept/'.length), at);
			for await (const { key, bytes, at } of bucket.list('objects/')) {
				const sha256 = key.slice(-64);
				if (!isObjectName(sha256)) continue;
				const later = kept.get(sha256);
				yield { sha256, bytes, storedAt: later !== undefined && later > at ? later : at };
			}
		},
		remove: (sha256, unlessSince) =>
			alone(sha256, async () => {
				const found = await bucket.head(objectKey(sha256));
				if (found === null || found.storedAt >= unlessSince) return false;
				const kept = await bucket.head(markOf(sha256));
				if (kept !== null && kept.storedAt >= unlessSince) return false;
				await bucket.remove(objectKey(sha256));
				if (kept !== null) await bucket.remove(markOf(sha256));
				await cache.drop(sha256);
				return true;
			}),
		forget: (sha256) => cache.dropUnused(sha256),
		prune: (kept) => cache.prune(kept),
		withFiles: (names, work) => withHeld(cache, names, work),
		withLocations: (_names, work) => work((sha256) => bucket.location(objectKey(sha256))),
		stage: () => stageIn(bucket, adopt),
		async sweepStaged(before) {
			for await (const { key, at } of bucket.list(stagedPrefix)) if (at < before) await bucket.remove(key);
		},
		cacheState: () => cache.state(),
		size: async (sha256) => (await bucket.head(objectKey(sha256)))?.bytes ?? null,
		async verify(sha256, pace) {
			const found = await bucket.head(objectKey(sha256));
			const content = found === null ? null : await bucket.get(objectKey(sha256));
			if (found === null || content === null) throw new CorruptObjectError(sha256, 'missing');
			if ((await hashBytes(content, pace).catch(lostOnItsWay)).sha256 === sha256) {
				verified.set(sha256, found.version);
				return;
			}
			verified.delete(sha256);
			throw new CorruptObjectError(sha256, 'changed');
		},
		async read(sha256, start, end) {
			const held = await cache.hold(sha256);
			try {
				return readVerified(await held.open(), start, end, () => held.release());
			} catch (error) {
				await held.release();
				return changedHere(error);
			}
		},
		async address(sha256, wanted) {
			if (!options.signs || !(await isWholeThere(sha256, await bucket.head(objectKey(sha256))))) return null;
			return bucket.sign(objectKey(sha256), { ...wanted, seconds: Math.min(wanted.seconds, longestAddressSeconds) });
		},
	};
}

function stageIn(bucket: Bucket, adopt: (file: string, from: string) => Promise<Hashed>): Staging {
	const folder = `${stagedPrefix}${randomUUID()}`;
	return {
		location: bucket.location(folder),
		async list() {
			const files: { name: string; bytes: number }[] = [];
			for await (const { key, bytes } of bucket.list(`${folder}/`)) {
				const name = key.slice(folder.length + 1);
				if (isStagedFile(name)) files.push({ name, bytes });
			}
			return files.sort((a, b) => (a.name < b.name ? -1 : 1));
		},
		async written() {
			const found: { path: string; bytes: number }[] = [];
			for await (const { key, bytes } of bucket.list(`${folder}/`)) found.push({ path: key, bytes });
			return stagedBytes(found);
		},
		async fetch(name, to) {
			const key = `${folder}/${name}`;
			const found = await bucket.head(key);
			const content = found === null ? null : await bucket.get(key);
			if (found === null || content === null)
				throw new StoreError(`The staged file ${name} is missing from the object store. Start the run again.`);
			const path = join(to, name);
			const { bytes } = await fetchTo(path, content);
			if (bytes !== found.bytes) lostOnItsWay(`${bytes} of ${found.bytes} bytes`);
			return { path, take: () => adopt(path, key) };
		},
		async remove() {
			for await (const { key } of bucket.list(folder)) await bucket.remove(key);
		},
	};
}

async function withHeld<T>(
	cache: ObjectCache,
	names: readonly string[],
	work: (fileOf: (sha256: string) => string) => Promise<T>,
): Promise<T> {
	const results = await Promise.allSettled([...new Set(names)].map((name) => cache.hold(name)));
	const held = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
	try {
		const failed = results.find((result) => result.status === 'rejected');
		if (failed !== undefined) throw failed.reason;
		return await cache.watching(names, () => work(cache.path)).catch(changedHere);
	} finally {
		await Promise.all(held.map((held) => held.release()));
	}
}

/** The bucket's object is intact; only the local copy changed. */
function changedHere(error: unknown): never {
	if (!(error instanceof CorruptObjectError)) throw error;
	throw new StoreError('The cached copy of an object changed while it was being read. Try again.', {
		cause: error,
	});
}

async function fetchTo(file: string, from: Parameters<typeof writeHashed>[0]): Promise<Hashed> {
	try {
		return await writeHashed(from, file);
	} catch (error) {
		return lostOnItsWay(error);
	}
}

function lostOnItsWay(error: unknown): never {
	throw new StoreError('An object arrived incomplete from the object store. Try again.', { cause: error });
}

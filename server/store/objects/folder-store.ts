import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { KeyedLock } from '#lib/concurrency/keyed-lock.ts';
import { nullIfMissing } from '../error-code.ts';
import { copyHashed, type Hashed, hashFile, moved, readPart, writeHashed } from './hash-file.ts';
import { listObjects, objectFile, openObjectFolder } from './object-folder.ts';
import { isStagedFile, type ObjectStore, reading, type Staging, stagedBytes } from './types.ts';
import { createVerifier, isWhole, readVerified } from './verify.ts';

/** Maximum number of files checked, and hashed if unknown, at a time per reader. */
const verifiedAtOnce = 4;

/**
 * Objects as files `ab/abcdef…`, written to a temporary file, synced and renamed, so that each is complete or absent; mtime is when it was last kept.
 * @param isDurable false leaves syncing to the system: a power failure may leave an incomplete object
 */
export function createFolderStore(folder: string, now: () => Date = () => new Date(), isDurable = true): ObjectStore {
	const { root, path, draft: newDraft, list } = openObjectFolder(folder);

	const size = async (sha256: string): Promise<number | null> => {
		const found = await reading(stat(path(sha256))).catch(nullIfMissing);
		return found?.size ?? null;
	};

	const verifier = createVerifier();
	const verify = (sha256: string): Promise<void> => verifier.verify(sha256, path(sha256));
	// Storing an object while it's being removed would leave a reference without an object.
	const lock = new KeyedLock();

	const touch = async (file: string): Promise<boolean> => {
		const at = now();
		const touched = await utimes(file, at, at).catch(nullIfMissing);
		return touched !== null;
	};
	const keep = (sha256: string): Promise<boolean> => verifier.keeping(sha256, path(sha256), () => touch(path(sha256)));

	/** Renames the temporary file that `write` creates, unless the object already exists and is intact. */
	const take = async (write: (draft: string) => Promise<Hashed>) => {
		const draft = newDraft();
		try {
			const { sha256, bytes } = await write(draft);
			await chmod(draft, 0o400);
			await lock.run(sha256, async () => {
				if ((await isWhole(verify(sha256))) && (await keep(sha256))) return;
				await touch(draft);
				await moveIntoStore(draft, path(sha256), root, isDurable);
				await verifier.note(sha256, path(sha256));
			});
			return { sha256, bytes };
		} finally {
			await rm(draft, { force: true });
		}
	};

	const staged = join(root, 'staged');
	const withFiles: ObjectStore['withFiles'] = (names, work) =>
		verifier.watching(new Map(names.map((sha256) => [sha256, path(sha256)])), () => work(path), verifiedAtOnce);

	const adopt = (file: string) =>
		take(async (draft) => {
			if (await moved(file, draft)) return isDurable ? syncHashed(draft) : hashFile(draft);
			const taken = await copyHashed(file, draft, isDurable);
			await rm(file);
			return taken;
		});
	const copy = (file: string) => take((draft) => copyHashed(file, draft, isDurable));

	return {
		// The store is on this machine, so there is no cache.
		forget: async () => undefined,
		prune: async () => undefined,
		withFiles,
		withLocations: (names, work) => withFiles(names, (fileOf) => work((sha256) => `file:${fileOf(sha256)}`)),
		stage: () => stageIn(staged, adopt),
		async sweepStaged(before) {
			for (const name of (await readdir(staged).catch(nullIfMissing)) ?? []) {
				const found = await stat(join(staged, name)).catch(nullIfMissing);
				if (found !== null && found.mtime < before) await rm(join(staged, name), { recursive: true, force: true });
			}
		},
		verify: (sha256, pace) => verifier.verifyAgain(sha256, path(sha256), pace),
		size,
		copy,
		keep: (sha256) => lock.run(sha256, () => keep(sha256)),
		list,
		remove: (sha256, unlessSince) =>
			lock.run(sha256, async () => {
				const found = await stat(path(sha256)).catch(nullIfMissing);
				if (found === null || found.mtime >= unlessSince) return false;
				await rm(path(sha256));
				return true;
			}),
		adopt,
		read: async (sha256, start, end) => readVerified(await verifier.open(sha256, path(sha256)), start, end),
		address: async () => null,
	};
}

function stageIn(parent: string, adopt: ObjectStore['adopt']): Staging {
	const folder = join(parent, randomUUID());
	return {
		location: `file:${folder}`,
		async list() {
			const names = ((await readdir(folder).catch(nullIfMissing)) ?? []).filter(isStagedFile).sort();
			return Promise.all(names.map(async (name) => ({ name, bytes: (await stat(join(folder, name))).size })));
		},
		async written() {
			const found: { path: string; bytes: number }[] = [];
			const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(nullIfMissing);
			for (const entry of entries ?? []) {
				const path = join(entry.parentPath, entry.name);
				// A file moved in the meantime appears under another path.
				if (entry.isFile()) found.push({ path: entry.name, bytes: (await stat(path).catch(nullIfMissing))?.size ?? 0 });
			}
			return stagedBytes(found);
		},
		async fetch(name) {
			const path = join(folder, name);
			return { path, take: () => adopt(path) };
		},
		remove: () => rm(folder, { recursive: true, force: true }),
	};
}

/** Hashes a file while syncing it to disk. */
async function syncHashed(file: string): Promise<Hashed> {
	const handle = await open(file, 'r+');
	try {
		const [hashed] = await Promise.all([hashFile(file), handle.sync()]);
		return hashed;
	} finally {
		await handle.close();
	}
}

async function moveIntoStore(draft: string, target: string, root: string, isDurable: boolean): Promise<void> {
	const prefixFolder = join(target, '..');
	const isNew = (await mkdir(prefixFolder, { recursive: true, mode: 0o700 })) !== undefined;
	await rename(draft, target);
	if (!isDurable) return;
	await syncFolder(prefixFolder);
	if (isNew) await syncFolder(root);
}

async function syncFolder(folder: string): Promise<void> {
	// Windows can't open a folder; its rename is journaled.
	if (process.platform === 'win32') return;
	const handle = await open(folder, 'r');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** Read-only access while another process has the folder open: creates and removes nothing, and leaves verification to the reader. */
export function readFolderStore(folder: string): Pick<ObjectStore, 'size' | 'read' | 'list'> {
	return {
		size: async (sha256) => (await stat(objectFile(folder, sha256)).catch(nullIfMissing))?.size ?? null,
		read: async (sha256, start, end) => readPart(objectFile(folder, sha256), start, end),
		list: () => listObjects(resolve(folder)),
	};
}

/** Writes an object's bytes to its file, even while another process has the folder open. Returns whether they had its hash. */
export async function putObjectFile(folder: string, sha256: string, from: Readable): Promise<boolean> {
	const target = objectFile(folder, sha256);
	const draft = `${target}.${randomUUID()}`;
	await mkdir(dirname(target), { recursive: true, mode: 0o700 });
	try {
		const written = await writeHashed(from, draft);
		if (written.sha256 !== sha256) return false;
		await chmod(draft, 0o400);
		await moveIntoStore(draft, target, resolve(folder), true);
		return true;
	} finally {
		await rm(draft, { force: true });
	}
}

import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { nullIfMissing } from '../error-code.ts';
import { assertObjectName, isObjectName, isUnreadable, type StoredObject } from './types.ts';

/** The file of an object in a folder: `ab/abcdef…`. @throws TypeError for an invalid name */
export function objectFile(folder: string, sha256: string): string {
	assertObjectName(sha256);
	return join(resolve(folder), sha256.slice(0, 2), sha256);
}

/** Opens a folder of objects; removes files that an earlier process left half-written. */
export function openObjectFolder(folder: string) {
	const root = resolve(folder);
	const temporary = join(root, 'incoming');
	mkdirSync(temporary, { recursive: true, mode: 0o700 });
	for (const name of readdirSync(temporary)) rmSync(join(temporary, name), { recursive: true, force: true });
	return {
		root,
		path: (sha256: string): string => objectFile(root, sha256),
		/** A path for a new file on the same file system. */
		draft: (): string => join(temporary, randomBytes(12).toString('hex')),
		list: (): AsyncIterable<StoredObject> => listObjects(root),
	};
}

/** An unreadable folder must not hide the others; reading its content fails later. */
function noneIfUnreadable(error: unknown): string[] {
	if (isUnreadable(error)) return [];
	throw error;
}

export async function* listObjects(root: string): AsyncIterable<StoredObject> {
	const prefixFolders = (await readdir(root)).filter((name) => /^[0-9a-f]{2}$/.test(name));
	for (const prefixFolder of prefixFolders) {
		for (const sha256 of (await readdir(join(root, prefixFolder)).catch(noneIfUnreadable)).filter(isObjectName)) {
			const found = await stat(join(root, prefixFolder, sha256)).catch((error) =>
				isUnreadable(error) ? null : nullIfMissing(error),
			);
			if (found !== null) yield { sha256, bytes: found.size, storedAt: found.mtime };
		}
	}
}

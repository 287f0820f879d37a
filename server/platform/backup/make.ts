import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileOfTable } from '../../store/catalog/dump.ts';
import { errorCode, nullIfMissing } from '../../store/error-code.ts';
import { CorruptObjectError, type ObjectStore } from '../../store/objects/types.ts';
import type { StoredData } from '../parts/corrupt-data.ts';
import { type Destination, openDestination } from './destination.ts';
import { readDump } from './dump.ts';
import { BackupError, type BackupFile, type Manifest, manifestName, objectPath } from './format.ts';

export interface BackupSource {
	readonly dataDir: string;
	readonly objects: Pick<ObjectStore, 'size' | 'read'>;
	/** Dumps the catalog's current state; returns the dump's folder. */
	dump(): Promise<string>;
}

/** How often a backup restarts because data it references was wiped in the meantime. */
const attempts = 5;

/** Copies the catalog as of one moment, then its objects; restarts if one was wiped in between. @throws BackupError */
export async function makeBackup(source: BackupSource, location: string, now: Date): Promise<Manifest> {
	for (let attempt = 1; ; attempt++) {
		const destination = await openDestination(location);
		try {
			const manifest = await write(source, destination, now);
			await destination.finish();
			return manifest;
		} catch (error) {
			await destination.discard();
			// Errors from writing to an open file have no path.
			if (errorCode(error) === 'ENOSPC' && error instanceof Error && !('path' in error))
				throw new BackupError(
					`Nothing was backed up: the disk that holds ${location} or the data folder is full. Free some space, then try again.`,
				);
			if (!(error instanceof GoneError) || attempt === attempts) throw error;
		}
	}
}

class GoneError extends BackupError {}

async function write(source: BackupSource, to: Destination, now: Date): Promise<Manifest> {
	const folder = await source.dump();
	const dump = await readDump(folder);
	for (const table of dump.catalogue.tables) {
		const file = join(folder, fileOfTable(table.name));
		const { sha256 } = await to.add(`catalogue/${fileOfTable(table.name)}`, await sizeOf(file), createReadStream(file));
		if (sha256 !== table.sha256)
			throw new BackupError(
				`The dump of the table "${table.name}" changed while it was being copied. Nothing was backed up. Back up again.`,
			);
	}
	const objects: { sha256: string; bytes: number }[] = [];
	for (const sha256 of dump.objects) {
		objects.push({ sha256, bytes: await addObject(source.objects, to, sha256, dump.held[sha256] ?? readByRun) });
	}
	const files: BackupFile[] = [];
	const repositories = await treeBelow(source.dataDir, 'repositories');
	for (const path of ['keys/keys.json', ...repositories.files.sort()]) {
		const file = join(source.dataDir, path);
		files.push({ path, ...(await to.add(path, await sizeOf(file), createReadStream(file))) });
	}
	const manifest: Manifest = {
		format: 'dataset-console-backup/1',
		madeAt: now.toISOString(),
		catalogue: dump.catalogue,
		catalogueId: dump.catalogueId,
		objects,
		files,
		folders: repositories.folders.sort(),
	};
	const text = Buffer.from(`${JSON.stringify(manifest, null, '\t')}\n`);
	await to.add(manifestName, text.length, Readable.from([text]));
	return manifest;
}

const readByRun: StoredData = { what: 'Data used by a run in progress', remedy: 'Wait for the run to finish.' };

/** @throws GoneError; BackupError that names what is corrupt */
async function addObject(
	objects: BackupSource['objects'],
	to: Destination,
	sha256: string,
	{ what, remedy }: StoredData,
): Promise<number> {
	const name = `${what} (object ${sha256})`;
	const advice = `Nothing was backed up. ${remedy} Then back up again.`;
	const gone = new GoneError(`${name} is missing from storage. ${advice}`);
	const bytes = await objects.size(sha256);
	if (bytes === null) throw gone;
	const content = bytes === 0 ? Readable.from([]) : Readable.from(read(objects, sha256, bytes));
	const copied = await to.add(objectPath(sha256), bytes, content).catch(async (error: unknown) => {
		if ((await objects.size(sha256)) === null) throw gone;
		if (!(error instanceof CorruptObjectError)) throw error;
		return null;
	});
	if (copied?.sha256 === sha256 && copied.bytes === bytes) return bytes;
	throw new BackupError(`${name} is corrupt: its bytes changed in storage. ${advice}`);
}

async function* read(objects: BackupSource['objects'], sha256: string, bytes: number): AsyncIterable<Uint8Array> {
	yield* await objects.read(sha256, 0, bytes - 1);
}

const sizeOf = async (file: string): Promise<number> => (await stat(file)).size;

interface Tree {
	readonly files: string[];
	/** Empty folders. */
	readonly folders: string[];
}

/** Paths, with `/`, of all files and empty folders below a folder; none if it doesn't exist. */
async function treeBelow(root: string, folder: string): Promise<Tree> {
	const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(nullIfMissing);
	if (entries === null) return { files: [], folders: [] };
	if (entries.length === 0) return { files: [], folders: [folder] };
	const found = await Promise.all(
		entries.map(async (entry): Promise<Tree> => {
			const path = `${folder}/${entry.name}`;
			if (entry.isDirectory()) return treeBelow(root, path);
			return { files: entry.isFile() ? [path] : [], folders: [] };
		}),
	);
	return { files: found.flatMap((tree) => tree.files), folders: found.flatMap((tree) => tree.folders) };
}

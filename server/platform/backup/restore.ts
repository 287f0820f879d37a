import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { fileOfTable } from '../../store/catalog/dump.ts';
import { nullIfMissing } from '../../store/error-code.ts';
import { type Hashed, hashFile, writeHashed } from '../../store/objects/hash-file.ts';
import type { ObjectStore } from '../../store/objects/types.ts';
import { BackupError, isPlain, Manifest, manifestName, objectPath } from './format.ts';

/** A backup whose files are complete, with the expected sizes and hashes. */
export interface CheckedBackup {
	readonly folder: string;
	readonly manifest: Manifest;
}

/** Compares a backup with its manifest. @param spare a folder for unpacking a tar file @throws BackupError that names the file */
export async function checkBackup(location: string, spare: string): Promise<CheckedBackup> {
	const there = await stat(location).catch(() => null);
	if (there === null) throw new BackupError(`There is no backup at ${location}. Check the path.`);
	if (there.isFile()) await unpack(location, spare);
	const folder = there.isFile() ? spare : location;
	const manifest = await readManifest(folder, location);
	for (const { name, sha256 } of manifest.catalogue.tables) {
		await check(folder, `catalogue/${fileOfTable(name)}`, { sha256 });
	}
	for (const object of manifest.objects) await check(folder, objectPath(object.sha256), object);
	const leading = [...manifest.files.map((file) => file.path), ...manifest.folders].find((folder) => !isPlain(folder));
	if (leading !== undefined) throw damaged(`"${leading}" in manifest.json points outside the backup`);
	for (const file of manifest.files) await check(folder, file.path, file);
	return { folder, manifest };
}

/** Restores everything but the catalog's rows into an empty data folder. */
export async function restoreFiles(
	{ folder, manifest }: CheckedBackup,
	dataDir: string,
	objects: Pick<ObjectStore, 'copy'>,
): Promise<void> {
	for (const { path, sha256 } of manifest.files) {
		await mkdir(dirname(join(dataDir, path)), { recursive: true, mode: 0o700 });
		const copied = await writeHashed(createReadStream(join(folder, path)), join(dataDir, path));
		if (copied.sha256 !== sha256) throw damaged(`${path} changed while it was being read`);
	}
	for (const path of manifest.folders) await mkdir(join(dataDir, path), { recursive: true, mode: 0o700 });
	for (const { sha256 } of manifest.objects) {
		const taken = await objects.copy(join(folder, objectPath(sha256)));
		if (taken.sha256 !== sha256) throw damaged(`${objectPath(sha256)} changed while it was being read`);
	}
	// The catalog has the same id, so these objects can't be used with another catalog.
	await writeFile(join(dataDir, 'objects', 'catalogue'), `${manifest.catalogueId}\n`, { mode: 0o600 });
}

/** Passes on the requested objects of a backup, one after another. @throws BackupError */
export async function readBackupObjects(
	location: string,
	wanted: ReadonlySet<string>,
	take: (sha256: string, content: Readable) => Promise<void>,
): Promise<void> {
	if (!(await stat(location)).isFile()) {
		for (const sha256 of wanted) {
			const file = join(location, objectPath(sha256));
			const isThere = (await stat(file).catch(nullIfMissing)) !== null;
			if (isThere) await take(sha256, createReadStream(file));
		}
		return;
	}
	const names = new Map([...wanted].map((sha256) => [objectPath(sha256), sha256]));
	const { entries } = await openTar(location);
	for await (const entry of entries) {
		const sha256 = names.get(entry.header.name);
		if (sha256 !== undefined) await take(sha256, Readable.from(entry));
		entry.resume();
	}
}

async function readManifest(folder: string, location: string): Promise<Manifest> {
	const text = await readFile(join(folder, manifestName), 'utf8').catch(() => null);
	if (text === null) {
		throw new BackupError(
			`The backup at ${location} is incomplete, because ${manifestName}, which is written last, is missing. Nothing was restored. Use another backup.`,
		);
	}
	try {
		return Manifest.parse(JSON.parse(text));
	} catch {
		throw damaged(`${manifestName} can’t be read`);
	}
}

async function check(folder: string, path: string, expected: Partial<Hashed> & { sha256: string }): Promise<void> {
	const found = await hashFile(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
		throw damaged(error.code === 'ENOENT' ? `${path} is missing` : `${path} can’t be read (${error.code})`);
	});
	if (expected.bytes !== undefined && found.bytes !== expected.bytes) {
		throw damaged(
			`${path} has ${found.bytes.toLocaleString('en')} ${found.bytes === 1 ? 'byte' : 'bytes'} instead of ${expected.bytes.toLocaleString('en')}`,
		);
	}
	if (found.sha256 !== expected.sha256) {
		throw damaged(`${path} has changed since the backup (SHA-256 ${found.sha256} instead of ${expected.sha256})`);
	}
}

async function unpack(file: string, folder: string): Promise<void> {
	const { entries, bytes } = await openTar(file);
	try {
		for await (const entry of entries) {
			const { name, type } = entry.header;
			if (type !== 'file' || !isPlain(name)) throw damaged(`it contains "${name}", which isn’t part of a backup`);
			await mkdir(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
			await writeHashed(Readable.from(entry), join(folder, name));
		}
	} catch (error) {
		bytes.destroy();
		await rm(folder, { recursive: true, force: true });
		if (error instanceof BackupError) throw error;
		throw damaged(`${file} is truncated or isn’t a tar file`);
	}
}

/** The entries of a tar file, compressed or not, and its byte stream. */
async function openTar(file: string) {
	const entries = extract();
	const bytes = createReadStream(file);
	bytes.once('error', (error) => entries.destroy(error));
	if (await isGzip(file)) {
		const unzipped = createGunzip().once('error', (error) => entries.destroy(error));
		bytes.pipe(unzipped).pipe(entries);
	} else bytes.pipe(entries);
	return { entries, bytes };
}

/** Checks the first bytes, because the file may have been renamed. */
async function isGzip(file: string): Promise<boolean> {
	const handle = await open(file, 'r');
	try {
		const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
		return buffer.readUInt16BE() === 0x1f8b;
	} finally {
		await handle.close();
	}
}

const damaged = (what: string): BackupError =>
	new BackupError(`The backup is corrupt: ${what}. Nothing was restored. Use another backup.`);

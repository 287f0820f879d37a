import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { makeFolder } from '../../store/catalog/lock.ts';
import { errorCode } from '../../store/error-code.ts';
import { type Hashed, writeHashed } from '../../store/objects/hash-file.ts';
import { BackupError } from './format.ts';

/** Where a backup is written: nothing has the final name before it's complete. */
export interface Destination {
	/** @param bytes the exact size */
	add(path: string, bytes: number, source: Readable): Promise<Hashed>;
	finish(): Promise<void>;
	discard(): Promise<void>;
}

const isZipped = (location: string): boolean => /\.(tar\.gz|tgz)$/i.test(location);
/** A name with such an extension isn't meant as a folder. */
const otherArchive = /\.(zip|7z|rar|gz|bz2|xz|zst)$/i;
const isTar = (location: string): boolean => /\.tar$/i.test(location) || isZipped(location);

/** A file if the name ends in `.tar`, `.tar.gz` or `.tgz`, otherwise a folder. @throws BackupError if something exists there */
export async function openDestination(location: string): Promise<Destination> {
	if (otherArchive.test(location) && !isTar(location))
		throw new BackupError(
			`Can’t back up to ${location}. Use a name that ends in .tar, .tar.gz or .tgz, or the name of a folder.`,
		);
	const there = await stat(location).catch(() => null);
	if (there !== null && !there.isFile() && !there.isDirectory())
		throw new BackupError(`${location} isn’t a file or folder. Choose another name for the backup.`);
	if (there !== null && (there.isFile() || isTar(location)))
		throw new BackupError(`${location} already exists. Choose another name for the backup.`);
	if (there !== null && (await readdir(location)).length > 0) {
		throw new BackupError(`The folder ${location} isn’t empty. Choose an empty or new folder for the backup.`);
	}
	const draft = `${location}.partial`;
	try {
		await rm(draft, { recursive: true, force: true });
		await makeFolder(dirname(draft));
		if (isTar(location)) await (await open(draft, 'wx', 0o600)).close();
		else await mkdir(draft, { mode: 0o700 });
	} catch (error) {
		throw new BackupError(
			`Can’t write to ${dirname(location)} (${errorCode(error)}). Choose another location for the backup.`,
		);
	}
	return isTar(location) ? tarFile(location, draft) : folder(location, draft);
}

function folder(location: string, draft: string): Destination {
	return {
		async add(path, _bytes, source) {
			await mkdir(dirname(join(draft, path)), { recursive: true, mode: 0o700 });
			return writeHashed(source, join(draft, path));
		},
		finish: () => rename(draft, location),
		discard: () => rm(draft, { recursive: true, force: true }),
	};
}

function tarFile(location: string, draft: string): Destination {
	const tar = pack();
	// tar-stream's streams aren't Node's own: only use what both kinds support.
	const file = createWriteStream(draft, { mode: 0o600, flush: true });
	// Level 1, because most of the data is compressed already.
	const zipped = isZipped(location) ? [createGzip({ level: 1 })] : [];
	const written = pipeline([Readable.from(tar), ...zipped, file]);
	const failed = written.then(() => undefined);
	// Whatever awaits it next reports the error; unhandled, it would end the process.
	failed.catch(() => undefined);
	return {
		async add(path, bytes, source) {
			const hash = createHash('sha256');
			let length = 0;
			await new Promise<void>((resolve, reject) => {
				failed.catch(reject);
				const entry = tar.entry({ name: path, size: bytes, mode: 0o600 }, (error) =>
					error ? reject(error) : resolve(),
				);
				const send = async () => {
					for await (const chunk of source as AsyncIterable<Buffer>) {
						hash.update(chunk);
						length += chunk.length;
						if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), failed]);
					}
					entry.end(undefined);
				};
				send().catch(reject);
			});
			return { sha256: hash.digest('hex'), bytes: length };
		},
		async finish() {
			tar.finalize();
			await written;
			await rename(draft, location);
		},
		async discard() {
			tar.destroy();
			await written.catch(() => undefined);
			await rm(draft, { force: true });
		},
	};
}

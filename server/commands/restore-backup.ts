import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError, type Manifest } from '../platform/backup/format.ts';
import { checkBackup, restoreFiles } from '../platform/backup/restore.ts';
import { takeLock } from '../store/catalog/lock.ts';
import { createFolderStore } from '../store/objects/folder-store.ts';
import { fillCatalog } from './fill-catalog.ts';

/**
 * Restores a verified backup into an empty data folder, which stays empty on failure.
 * @param url an empty PostgreSQL; null for the embedded database
 * @param snapshot an empty embedded catalog to start from: creating one takes seconds
 * @throws BackupError, DumpError, DatabaseError
 */
export async function restoreBackup(
	source: string,
	dataDir: string,
	url: string | null,
	snapshot: Blob | null,
): Promise<Manifest> {
	const isNew = !existsSync(dataDir);
	if (!isNew && (await readdir(dataDir)).length > 0) {
		throw new BackupError(`The data folder ${dataDir} isn’t empty. Choose an empty or new one with --data-dir.`);
	}
	const lock = await takeLock(dataDir);
	try {
		const spare = join(dataDir, 'restoring');
		const backup = await checkBackup(source, spare);
		await restoreFiles(backup, dataDir, createFolderStore(join(dataDir, 'objects')));
		const dump = { folder: join(backup.folder, 'catalogue'), ...backup.manifest.catalogue };
		await fillCatalog({ dataDir, url, snapshot }, dump);
		await rm(spare, { recursive: true, force: true });
		await lock.release();
		return backup.manifest;
	} catch (error) {
		// The folder was empty or didn't exist.
		if (isNew) await rm(dataDir, { recursive: true, force: true });
		else for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true });
		throw error;
	}
}

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { count } from '../engine/format.ts';
import { migrationsFolder } from '../paths.ts';
import { dumpFolder, dumpForBackup, readDump } from '../platform/backup/dump.ts';
import { BackupError } from '../platform/backup/format.ts';
import { takeLock } from '../store/catalog/lock.ts';
import { noteMoved } from '../store/catalog/moved.ts';
import { openPGliteCatalog } from '../store/catalog/pglite-catalog.ts';
import { openPostgresCatalog } from '../store/catalog/postgres-catalog.ts';
import { hashFile } from '../store/objects/hash-file.ts';
import { fillCatalog } from './fill-catalog.ts';
import { moveToBucket } from './move-to-bucket.ts';
import { assertDataFolder, type CommandSettings, runCommand } from './run-command.ts';

const usage = `Usage: npm run move -- [--data-dir PATH] [--s3-bucket NAME --s3-endpoint URL …]

Moves the catalog from a data folder’s embedded database to the empty PostgreSQL database in DATABASE_URL, and compares both
row by row.
With a bucket, it also moves the signing keys into the catalog and the objects into the bucket. Each object is read back and
compared with its hash. Without a bucket, the objects stay in the data folder, and each is compared with its hash.
Stop the service first. Without npm: node dist/server/move.js

Options:
  --database-url URL      the database, if DATABASE_URL isn’t set (other users of this machine may see its password)
  --s3-bucket NAME        the bucket. All of the service’s --s3-… options apply`;

await runCommand(usage, {}, async ({ args, settings, usageError }) => {
	if (args[0] !== undefined) throw usageError(`Unexpected argument "${args[0]}".`);
	return move(settings);
});

async function move({ dataDir, databaseUrl: url, s3 }: CommandSettings): Promise<string[]> {
	if (url === null)
		throw new Error(
			'DATABASE_URL isn’t set. Set it to the PostgreSQL database that should receive the catalog.\nFor help, run npm run move -- --help.',
		);
	assertDataFolder(dataDir);
	const folder = join(dataDir, 'catalog');
	if (!existsSync(folder))
		throw new BackupError(`No embedded catalog found in ${dataDir}. Pass the service’s data folder with --data-dir.`);
	const lock = await takeLock(dataDir);
	const id = randomUUID();
	const dumped = dumpFolder(dataDir, id);
	try {
		const catalog = await openPGliteCatalog({ folder, migrationsFolder });
		await dumpForBackup(catalog, dataDir, id).finally(() => catalog.close());
		const { catalogue: dump, catalogueId: catalogId, objects } = await readDump(dumped);
		await checkObjects(join(dataDir, 'objects'), objects);
		const moved = s3 === null ? null : await moveToBucket({ dataDir, s3, catalogId, objects });
		await fillCatalog({ dataDir, url, snapshot: null }, { folder: dumped, ...dump });
		if (moved !== null) {
			const filled = await openPostgresCatalog({ url, migrationsFolder });
			await moved.bind(filled).finally(() => filled.close());
			moved.close();
		}
		const rows = dump.tables.reduce((sum, item) => sum + item.rows, 0);
		const tables = `${count(rows, 'row')} in ${count(dump.tables.length, 'table')} to PostgreSQL`;
		const lines = [
			s3 === null
				? `Moved ${tables}, and checked ${count(objects.length, 'object')}. All hashes match.`
				: `Moved ${tables}, and ${count(objects.length, 'object')} to the bucket ${s3.bucket}. All hashes match.`,
		];
		await noteMoved(dataDir, url, new Date());
		const suffix = `moved-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
		for (const source of s3 === null ? [folder] : [folder, join(dataDir, 'objects')]) {
			await rename(source, `${source}.${suffix}`);
			lines.push(`${source} was renamed to ${source}.${suffix}.`);
		}
		return [
			...lines,
			'From now on, start the service with the flags and variables of this command. It won’t start without DATABASE_URL.',
		];
	} finally {
		await rm(dumped, { recursive: true, force: true });
		await lock.release();
	}
}

async function checkObjects(folder: string, names: readonly string[]): Promise<void> {
	for (const name of names) {
		const file = join(folder, name.slice(0, 2), name);
		const { sha256 } = await hashFile(file).catch(() => {
			throw new BackupError(
				`The object ${file} is missing from storage. Nothing was moved. Restore it with npm run verify-data -- --repair-from BACKUP, then try again.`,
			);
		});
		if (sha256 !== name)
			throw new BackupError(
				`The object ${file} is corrupt. Nothing was moved. Restore it with npm run verify-data -- --repair-from BACKUP, then try again.`,
			);
	}
}

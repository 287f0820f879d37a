import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fillCatalog } from './fill-catalog.ts';
import { moveToBucket } from './move-to-bucket.ts';
import { migrationsFolder } from './places.ts';
import { dumpFolder, dumpForBackup, readDump } from './platform/backup/catalogue.ts';
import { BackupError } from './platform/backup/format.ts';
import { readSettings } from './read-settings.ts';
import { takeLock } from './store/catalog/lock.ts';
import { openPGliteCatalog } from './store/catalog/pglite-catalog.ts';
import { openPostgresCatalog } from './store/catalog/postgres-catalog.ts';
import { hashFile } from './store/objects/hash-file.ts';

const usage = `DATABASE_URL=postgres://… npm run move -- [--data-dir PATH] [--s3-bucket NAME --s3-endpoint URL …]

Moves the catalogue of a data folder from the embedded database into an empty PostgreSQL, and compares both, row by row.
With the --s3-… flags of the service, or their variables, the objects and the keys move too: the objects into the bucket,
each read back and compared with its hash, the keys into the catalogue. Without them the objects stay in the data folder,
and each is compared with its hash. The service must be stopped meanwhile.`;

async function main(): Promise<void> {
	const { settings, help } = readSettings(process.argv.slice(2), process.env);
	if (help) return console.log(usage);
	const { dataDir, databaseUrl: url, s3 } = settings;
	if (url === null) throw new Error(usage);
	const folder = join(dataDir, 'catalog');
	if (!existsSync(folder)) throw new BackupError(`There is no embedded catalogue in ${dataDir}.`);
	const lock = await takeLock(dataDir);
	const id = randomUUID();
	const dumped = dumpFolder(dataDir, id);
	try {
		const catalog = await openPGliteCatalog({ folder, migrationsFolder });
		await dumpForBackup(catalog, dataDir, id).finally(() => catalog.close());
		const { catalogue, catalogueId, objects } = await readDump(dumped);
		await checkObjects(join(dataDir, 'objects'), objects);
		const moved = s3 === null ? null : await moveToBucket({ dataDir, s3, catalogueId, objects });
		await fillCatalog({ dataDir, url, snapshot: null }, { folder: dumped, ...catalogue });
		if (moved !== null) {
			const filled = await openPostgresCatalog({ url, migrationsFolder });
			await moved.bind(filled).finally(() => filled.close());
			moved.close();
		}
		const rows = catalogue.tables.reduce((sum, it) => sum + it.rows, 0);
		const tables = `${rows} rows in ${catalogue.tables.length} tables to PostgreSQL, each table with the same hash`;
		console.log(
			s3 === null
				? `Moved ${tables}, and found ${objects.length} objects whole.`
				: `Moved ${tables}, and ${objects.length} objects to the bucket ${s3.bucket}, each read back whole.`,
		);
		const suffix = `moved-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
		for (const it of s3 === null ? [folder] : [folder, join(dataDir, 'objects')]) {
			await rename(it, `${it}.${suffix}`);
			console.log(`${it} is kept as ${it}.${suffix}.`);
		}
		console.log('From now on start with the same flags and variables.');
	} finally {
		await rm(dumped, { recursive: true, force: true });
		await lock.release();
	}
}

async function checkObjects(folder: string, names: readonly string[]): Promise<void> {
	for (const name of names) {
		const file = join(folder, name.slice(0, 2), name);
		const { sha256 } = await hashFile(file).catch(() => {
			throw new BackupError(`The object ${file} that the catalogue names is missing. Nothing was moved.`);
		});
		if (sha256 !== name) throw new BackupError(`The object ${file} is damaged. Nothing was moved.`);
	}
}

try {
	await main();
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
}

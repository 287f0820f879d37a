import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fillCatalog } from './fill-catalog.ts';
import { migrationsFolder } from './places.ts';
import { dumpFolder, dumpForBackup, readDump } from './platform/backup/catalogue.ts';
import { BackupError } from './platform/backup/format.ts';
import { dataDirOf } from './send-command.ts';
import { takeLock } from './store/catalog/lock.ts';
import { openPGliteCatalog } from './store/catalog/pglite-catalog.ts';
import { hashFile } from './store/objects/hash-file.ts';

const usage = `DATABASE_URL=postgres://… npm run move -- [--data-dir PATH]

Moves the catalogue of a data folder from the embedded database into an empty PostgreSQL, and compares both, row by row.
The objects stay in the data folder, and each is compared with its hash. The service must be stopped meanwhile.`;

async function main(): Promise<void> {
	const options = { 'data-dir': { type: 'string' }, help: { type: 'boolean' } } as const;
	const { values } = parseArgs({ options });
	if (values.help) return console.log(usage);
	const url = process.env.DATABASE_URL || null;
	if (url === null) throw new Error(usage);
	const dataDir = dataDirOf(values['data-dir']);
	const folder = join(dataDir, 'catalog');
	if (!existsSync(folder)) throw new BackupError(`There is no embedded catalogue in ${dataDir}.`);
	const lock = await takeLock(dataDir);
	const id = randomUUID();
	const dumped = dumpFolder(dataDir, id);
	try {
		const catalog = await openPGliteCatalog({ folder, migrationsFolder });
		await dumpForBackup(catalog, dataDir, id).finally(() => catalog.close());
		const dump = await readDump(dumped);
		await checkObjects(join(dataDir, 'objects'), dump.objects);
		await fillCatalog({ dataDir, url, snapshot: null }, { folder: dumped, ...dump.catalogue });
		await rename(folder, `${folder}.moved-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
		const rows = dump.catalogue.tables.reduce((sum, it) => sum + it.rows, 0);
		console.log(
			`Moved ${rows} rows in ${dump.catalogue.tables.length} tables to PostgreSQL, each table with the same hash, and found ${dump.objects.length} objects whole.`,
		);
		console.log(`From now on start with the same DATABASE_URL. The embedded catalogue is kept as ${folder}.moved-….`);
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

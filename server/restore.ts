import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { builtSnapshot } from './built-snapshot.ts';
import { restoreBackup } from './restore-backup.ts';
import { assertFolderStore, dataDirOf } from './send-command.ts';

const usage = `npm run restore -- --from FILE.tar|FOLDER [--data-dir PATH]

Puts a backup into an empty data folder, after reading all of it: what is damaged is told, and nothing is restored. The
catalogue goes into the embedded database, or, with DATABASE_URL, into an empty PostgreSQL.`;

async function main(): Promise<void> {
	const options = { from: { type: 'string' }, 'data-dir': { type: 'string' }, help: { type: 'boolean' } } as const;
	const { values } = parseArgs({ options });
	if (values.help) return console.log(usage);
	if (values.from === undefined) throw new Error(usage);
	assertFolderStore();
	const place = resolve(values.from);
	const dataDir = dataDirOf(values['data-dir']);
	const { catalogue, objects } = await restoreBackup(
		place,
		dataDir,
		process.env.DATABASE_URL || null,
		await builtSnapshot(),
	);
	const rows = catalogue.tables.reduce((sum, it) => sum + it.rows, 0);
	console.log(
		`Restored ${place} to ${dataDir}: ${rows} rows in ${catalogue.tables.length} tables and ${objects.length} objects, each with the hash that it had.`,
	);
}

try {
	await main();
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
}

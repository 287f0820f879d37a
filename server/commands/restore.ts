import { resolve } from 'node:path';
import { count } from '../engine/format.ts';
import { builtSnapshot } from '../open-catalog.ts';
import { restoreBackup } from './restore-backup.ts';
import { runCommand } from './run-command.ts';
import { assertFolderStore } from './send-command.ts';

const usage = `Usage: npm run restore -- --from FILE|FOLDER [--data-dir PATH]

Checks a backup, then restores it into a new or empty data folder. If anything is missing or corrupt, nothing is restored. The
catalog goes into the embedded database or, if DATABASE_URL is set, into an empty PostgreSQL database.
Without npm: node dist/server/restore.js

Example: npm run restore -- --from backups/monday.tar --data-dir restored

Options:
  --from FILE|FOLDER      the backup: a .tar or .tar.gz file, or a folder`;

await runCommand(usage, { from: { type: 'string' } }, async ({ values, args, settings, usageError }) => {
	if (args[0] !== undefined) throw usageError(`Unexpected argument "${args[0]}".`);
	if (values.from === undefined) throw usageError('--from is missing. Pass the backup to restore.');
	assertFolderStore(settings);
	const source = resolve(values.from);
	const { dataDir, databaseUrl } = settings;
	const { catalogue: catalog, objects } = await restoreBackup(source, dataDir, databaseUrl, await builtSnapshot());
	const rows = catalog.tables.reduce((sum, item) => sum + item.rows, 0);
	return [
		`Restored ${source} to ${dataDir}: ${count(objects.length, 'object')}, and ${count(rows, 'row')} in ${count(catalog.tables.length, 'table')}. All hashes match.`,
	];
});

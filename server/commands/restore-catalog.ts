import { existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { count } from '../engine/format.ts';
import { builtSnapshot } from '../open-catalog.ts';
import { dailyDumps } from '../platform/backup/daily.ts';
import { readDump } from '../platform/backup/dump.ts';
import { BackupError } from '../platform/backup/format.ts';
import { takeLock } from '../store/catalog/lock.ts';
import { assertNotMoved } from '../store/catalog/moved.ts';
import { nullIfMissing } from '../store/error-code.ts';
import { objectFile } from '../store/objects/object-folder.ts';
import { fillCatalog } from './fill-catalog.ts';
import { assertDataFolder, runCommand } from './run-command.ts';

const usage = `Usage: npm run restore-catalog -- [--dump DATE] [--list] [--data-dir PATH]

Replaces the embedded catalog with a daily dump, by default the latest. The current catalog is kept next to the new one. Changes saved
after the dump are lost. Stop the service first. To restore a catalog in PostgreSQL, use PostgreSQL’s own tools.
Without npm: node dist/server/restore-catalog.js

Options:
  --dump DATE             the dump to restore, such as 2026-11-25
  --list                  list the dumps and change nothing`;

await runCommand(
	usage,
	{ dump: { type: 'string' }, list: { type: 'boolean' } },
	async ({ values, args, settings, usageError }) => {
		if (args[0] !== undefined) throw usageError(`Unexpected argument "${args[0]}".`);
		const { dataDir } = settings;
		if (settings.databaseUrl !== null) {
			throw new Error('The catalog is in PostgreSQL (DATABASE_URL). Restore it with PostgreSQL’s own tools.');
		}
		assertDataFolder(dataDir);
		await assertNotMoved(settings);
		const dumps = await dailyDumps(dataDir);
		if (values.list) return dumps.length === 0 ? ['No dumps yet.'] : dumps.map((dump) => dump.name);
		const dump = values.dump === undefined ? dumps[0] : dumps.find((item) => item.name === values.dump);
		if (dump === undefined) {
			const wanted = values.dump === undefined ? '' : ` from ${values.dump}`;
			const listed =
				dumps.length === 0
					? ' To restore a backup instead, run npm run restore -- --from BACKUP.'
					: ` Available dumps: ${dumps.map((item) => item.name).join(', ')}.`;
			throw new BackupError(`There is no daily dump${wanted} in ${dataDir}.${listed}`);
		}
		const lock = await takeLock(dataDir);
		try {
			return await restoreDump(dataDir, dump.folder);
		} finally {
			await lock.release();
		}
	},
);

async function restoreDump(dataDir: string, dumped: string): Promise<string[]> {
	const { catalogue, objects, held } = await readDump(dumped);
	const folder = join(dataDir, 'catalog');
	const before = `${folder}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
	const isThere = existsSync(folder);
	if (isThere) await rename(folder, before);
	try {
		const location = { dataDir, url: null, snapshot: await builtSnapshot() };
		await fillCatalog(location, { folder: dumped, ...catalogue });
	} catch (error) {
		await rm(folder, { recursive: true, force: true });
		if (isThere) await rename(before, folder);
		throw error;
	}
	const rows = catalogue.tables.reduce((sum, table) => sum + table.rows, 0);
	const lines = [
		`Restored the catalog from ${dumped}: ${count(rows, 'row')} in ${count(catalogue.tables.length, 'table')}.`,
	];
	if (isThere) lines.push(`The previous catalog was renamed to ${before}.`);
	for (const sha256 of objects) {
		const isMissing = (await stat(objectFile(join(dataDir, 'objects'), sha256)).catch(nullIfMissing)) === null;
		if (isMissing)
			lines.push(
				`${held[sha256]?.what ?? `The object ${sha256}`} was replaced after the dump. ${held[sha256]?.remedy ?? 'Restore it with npm run verify-data -- --repair-from BACKUP.'}`,
			);
	}
	return lines;
}

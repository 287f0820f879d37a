import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { realpath, rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { count, size } from '../engine/format.ts';
import { dumpFolder } from '../platform/backup/dump.ts';
import { makeBackup } from '../platform/backup/make.ts';
import { readFolderStore } from '../store/objects/folder-store.ts';
import { assertDataFolder, runCommand } from './run-command.ts';
import { assertFolderStore, sendCommand } from './send-command.ts';

const usage = `Usage: npm run backup -- --to FILE.tar|FILE.tar.gz|FOLDER [--data-dir PATH]

Backs up a data folder: the catalog at a point in time, the objects it refers to, the signing keys, and the Git repositories for
pipelines. You can run this while the service is running. The backup contains secrets: protect it like the data folder itself.
Without npm: node dist/server/backup.js

Example: npm run backup -- --to backups/monday.tar

Options:
  --to FILE|FOLDER        a file that doesn’t exist yet, or an empty folder, outside the data folder`;

await runCommand(usage, { to: { type: 'string' } }, async ({ values, args, settings, usageError }) => {
	if (args[0] !== undefined) throw usageError(`Unexpected argument "${args[0]}".`);
	if (values.to === undefined) throw usageError('--to is missing. Pass the file or folder to write the backup to.');
	assertFolderStore(settings);
	const target = resolve(values.to);
	const { dataDir } = settings;
	assertDataFolder(dataDir);
	if (await isWithin(target, dataDir))
		throw new Error(`${target} is in the data folder. Write the backup somewhere else, ideally to another disk.`);
	const dumps: string[] = [];
	const dump = async () => {
		const id = randomUUID();
		dumps.push(dumpFolder(dataDir, id));
		await sendCommand(settings, { kind: 'dump-catalogue', id });
		return dumpFolder(dataDir, id);
	};
	try {
		const folder = dirname(target);
		const isNew = !existsSync(folder);
		const objects = readFolderStore(join(dataDir, 'objects'));
		const { catalogue: catalog, objects: copied } = await makeBackup({ dataDir, objects, dump }, target, new Date());
		const rows = catalog.tables.reduce((sum, item) => sum + item.rows, 0);
		const bytes = copied.reduce((sum, item) => sum + item.bytes, 0);
		return [
			`Backed up ${dataDir} to ${target}: ${count(rows, 'row')} in ${count(catalog.tables.length, 'table')}, and ${count(copied.length, 'object')} (${size(bytes)}).`,
			...(isNew ? [`The folder ${folder} was created.`] : []),
		];
	} finally {
		for (const folder of dumps) await rm(folder, { recursive: true, force: true });
	}
});

/** Whether a path, which need not exist yet, is in a folder once symbolic links are resolved. */
async function isWithin(path: string, folder: string): Promise<boolean> {
	const real = async (path: string): Promise<string> =>
		realpath(path).catch(async () => (dirname(path) === path ? path : join(await real(dirname(path)), basename(path))));
	const way = relative(await real(folder), await real(path));
	return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}

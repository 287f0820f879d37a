import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dumpFolder } from './platform/backup/catalogue.ts';
import { makeBackup } from './platform/backup/make.ts';
import { assertFolderStore, dataDirOf, sendCommand } from './send-command.ts';
import { readFolderStore } from './store/objects/folder-store.ts';

const usage = `npm run backup -- --to FILE.tar|FOLDER [--data-dir PATH]

Writes a backup of a data folder: the catalogue as it is at one moment, the objects that it names, the keys and the
repositories of pipelines. The service may be running. The backup holds secrets: keep it as you keep the data folder.`;

async function main(): Promise<void> {
	const options = { to: { type: 'string' }, 'data-dir': { type: 'string' }, help: { type: 'boolean' } } as const;
	const { values } = parseArgs({ options });
	if (values.help) return console.log(usage);
	if (values.to === undefined) throw new Error(usage);
	assertFolderStore();
	const place = resolve(values.to);
	const dataDir = dataDirOf(values['data-dir']);
	const dumps: string[] = [];
	const dump = async () => {
		const id = randomUUID();
		dumps.push(dumpFolder(dataDir, id));
		await sendCommand(dataDir, { kind: 'dump-catalogue', id });
		return dumpFolder(dataDir, id);
	};
	try {
		const objects = readFolderStore(join(dataDir, 'objects'));
		const { catalogue, objects: copied } = await makeBackup({ dataDir, objects, dump }, place, new Date());
		const rows = catalogue.tables.reduce((sum, it) => sum + it.rows, 0);
		const bytes = copied.reduce((sum, it) => sum + it.bytes, 0);
		console.log(
			`Backed up ${dataDir} to ${place}: ${rows} rows in ${catalogue.tables.length} tables, ${copied.length} objects with ${bytes} bytes.`,
		);
	} finally {
		for (const folder of dumps) await rm(folder, { recursive: true, force: true });
	}
}

try {
	await main();
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
}

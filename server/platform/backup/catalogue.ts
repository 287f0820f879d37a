import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Catalog } from '../../store/catalog/catalog.ts';
import { CatalogDump, dumpCatalog } from '../../store/catalog/dump.ts';
import { catalogue } from '../../store/catalog/schema/catalogue.ts';
import { namedObjects } from '../retention.ts';

const Dumped = z.object({
	catalogue: CatalogDump,
	catalogueId: z.uuid(),
	/** SHA-256 of the objects that it names. */
	objects: z.array(z.string()),
});
export type Dumped = z.infer<typeof Dumped>;

/** Where the service leaves a dump for whoever asked for it. */
export const dumpFolder = (dataDir: string, id: string): string => join(dataDir, 'backups', id);

/** Dumps the catalogue into a folder of its own; what the dump names is in `dump.json` there. */
export async function dumpForBackup(catalog: Catalog, dataDir: string, id: string): Promise<void> {
	const folder = dumpFolder(dataDir, id);
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const { also, migrations, tables } = await dumpCatalog(catalog, folder, async (tx) => ({
		objects: [...(await namedObjects(tx))].sort(),
		id: (await tx.select().from(catalogue))[0]?.id ?? '',
	}));
	const dumped: Dumped = { catalogue: { migrations, tables }, catalogueId: also.id, objects: also.objects };
	await writeFile(join(folder, 'dump.json'), JSON.stringify(dumped), { mode: 0o600 });
}

export const readDump = async (folder: string): Promise<Dumped> =>
	Dumped.parse(JSON.parse(await readFile(join(folder, 'dump.json'), 'utf8')));

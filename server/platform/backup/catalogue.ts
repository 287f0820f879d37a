import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Catalog, Db } from '../../store/catalog/catalog.ts';
import { CatalogDump, dumpCatalog } from '../../store/catalog/dump.ts';
import { catalogue } from '../../store/catalog/schema/catalogue.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { namespaces } from '../../store/catalog/schema/namespaces.ts';
import { parts } from '../../store/catalog/schema/parts.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { namedObjects } from '../copies/retention.ts';

const Dumped = z.object({
	catalogue: CatalogDump,
	catalogueId: z.uuid(),
	/** SHA-256 of the objects that it names. */
	objects: z.array(z.string()),
	/** The dataset that each object of a dataset belongs to. */
	datasetOf: z.record(z.string(), z.string()),
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
		datasetOf: await datasetOf(tx),
		id: (await tx.select().from(catalogue))[0]?.id ?? '',
	}));
	const { id: catalogueId, ...named } = also;
	const dumped: Dumped = { catalogue: { migrations, tables }, catalogueId, ...named };
	await writeFile(join(folder, 'dump.json'), JSON.stringify(dumped), { mode: 0o600 });
}

async function datasetOf(tx: Db): Promise<Record<string, string>> {
	const rows = await tx
		.select({
			owner: users.username,
			namespace: namespaces.name,
			dataset: datasets.name,
			whole: datasets.sha256,
			part: parts.sha256,
		})
		.from(datasets)
		.innerJoin(namespaces, eq(namespaces.id, datasets.namespaceId))
		.innerJoin(users, eq(users.id, namespaces.ownerId))
		.leftJoin(parts, eq(parts.content, datasets.sha256));
	return Object.fromEntries(
		rows.map(({ owner, namespace, dataset, whole, part }) => [part ?? whole, `${owner}/${namespace}/${dataset}`]),
	);
}

export const readDump = async (folder: string): Promise<Dumped> =>
	Dumped.parse(JSON.parse(await readFile(join(folder, 'dump.json'), 'utf8')));

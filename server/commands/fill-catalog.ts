import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { migrationsFolder } from '../paths.ts';
import { BackupError } from '../platform/backup/format.ts';
import type { Catalog } from '../store/catalog/catalog.ts';
import { type CatalogDump, isEmpty, loadCatalog } from '../store/catalog/dump.ts';
import { openPGliteCatalog } from '../store/catalog/pglite-catalog.ts';
import { openPostgresCatalog } from '../store/catalog/postgres-catalog.ts';

export interface CatalogLocation {
	readonly dataDir: string;
	/** An empty PostgreSQL; null for the embedded database of the data folder. */
	readonly url: string | null;
	/** An empty embedded catalog to start from; null creates one, which takes seconds. */
	readonly snapshot: Blob | null;
}

const MigrationJournal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });

/** Creates a catalog from a dump at the dump's migration, then applies later migrations. @throws BackupError, DumpError, DatabaseError */
export async function fillCatalog(
	{ dataDir, url, snapshot }: CatalogLocation,
	dump: CatalogDump & { readonly folder: string },
): Promise<void> {
	const folder = join(dataDir, 'catalog');
	const open = (migrations: string, from: Blob | null): Promise<Catalog> =>
		url === null
			? openPGliteCatalog({ folder, migrationsFolder: migrations, ...(from === null ? {} : { snapshot: from }) })
			: openPostgresCatalog({ url, migrationsFolder: migrations });
	const earlier = await mkdtemp(join(tmpdir(), 'migrations-'));
	try {
		await cp(migrationsFolder, earlier, { recursive: true });
		const isBehind = await trimMigrations(earlier, dump.migrations);
		await using(await open(earlier, isBehind ? null : snapshot), async (catalog) => {
			if (!(await isEmpty(catalog))) {
				throw new BackupError('The database already contains a catalog. Set DATABASE_URL to an empty database.');
			}
			await loadCatalog(catalog, dump.folder, dump);
		});
		if (isBehind) await using(await open(migrationsFolder, null), async () => undefined);
	} finally {
		await rm(earlier, { recursive: true, force: true });
	}
}

async function using(catalog: Catalog, work: (catalog: Catalog) => Promise<void>): Promise<void> {
	try {
		await work(catalog);
	} finally {
		await catalog.close();
	}
}

/** Keeps only the first migrations of a folder; returns whether there are later ones. */
async function trimMigrations(folder: string, count: number): Promise<boolean> {
	const file = join(folder, 'meta', '_journal.json');
	const migrationJournal = MigrationJournal.parse(JSON.parse(await readFile(file, 'utf8')));
	if (migrationJournal.entries.length < count) {
		throw new BackupError('The backup was created by a newer version of the service. Restore it with that version.');
	}
	await writeFile(file, JSON.stringify({ ...migrationJournal, entries: migrationJournal.entries.slice(0, count) }));
	return migrationJournal.entries.length > count;
}

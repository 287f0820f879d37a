import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogSnapshot, migrationsFolder } from './paths.ts';
import type { Settings } from './settings/settings.ts';
import type { Catalog } from './store/catalog/catalog.ts';
import { assertNotMoved } from './store/catalog/moved.ts';
import { openPGliteCatalog } from './store/catalog/pglite-catalog.ts';
import { openPostgresCatalog } from './store/catalog/postgres-catalog.ts';

/** Opens the catalog in the settings, creating it if it's missing. @throws DatabaseError */
export async function openCatalog({
	dataDir,
	databaseUrl: url,
	isDurable = true,
}: Pick<Settings, 'dataDir' | 'databaseUrl'> & Partial<Pick<Settings, 'isDurable'>>): Promise<Catalog> {
	if (url !== null) return openPostgresCatalog({ url, migrationsFolder });
	await assertNotMoved({ dataDir, databaseUrl: url });
	const folder = join(dataDir, 'catalog');
	const snapshot = existsSync(folder) ? null : await builtSnapshot();
	return openPGliteCatalog({ folder, migrationsFolder, isDurable, ...(snapshot === null ? {} : { snapshot }) });
}

/** An empty catalog made by the build. Without it, the first start creates its own database, which takes seconds longer. */
export async function builtSnapshot(): Promise<Blob | null> {
	if (catalogSnapshot === null || !existsSync(catalogSnapshot)) return null;
	return new Blob([new Uint8Array(await readFile(catalogSnapshot))], { type: 'application/gzip' });
}

import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrationsFolder } from '../paths.ts';
import { openPGliteCatalog } from '../store/catalog/pglite-catalog.ts';

const cache = 'node_modules/.cache/dataset-console';

/** An empty catalog with its tables, made once per set of migrations, from which a test starts in half a second. */
export async function emptyCatalog(): Promise<Blob> {
	const file = join(cache, `catalog-${await fingerprint()}.tar`);
	if (!existsSync(file)) await makeSnapshot(file);
	return new Blob([await readFile(file)]);
}

async function makeSnapshot(file: string): Promise<void> {
	const catalog = await openPGliteCatalog({ folder: null, migrationsFolder });
	const dump = await catalog.dump();
	await catalog.close();
	await mkdir(cache, { recursive: true });
	const draft = `${file}.${randomUUID()}`;
	await writeFile(draft, Buffer.from(await dump.arrayBuffer()));
	await rename(draft, file);
}

async function fingerprint(): Promise<string> {
	const hash = createHash('sha256');
	const names = (await readdir(migrationsFolder)).filter((value) => value.endsWith('.sql')).sort();
	for (const name of names) hash.update(name).update(await readFile(join(migrationsFolder, name)));
	return hash.digest('hex').slice(0, 16);
}

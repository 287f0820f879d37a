import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrationsFolder } from '../../paths.ts';
import { emptyCatalog } from '../../testing/snapshot.ts';
import type { Catalog } from './catalog.ts';
import { bindObjects, idInFolder } from './installation-id.ts';
import { openPGliteCatalog } from './pglite-catalog.ts';
import { catalogIds } from './schema/catalog-ids.ts';

let dir: string;
let catalog: Catalog;
const openOne = async () => openPGliteCatalog({ folder: null, migrationsFolder, snapshot: await emptyCatalog() });
beforeEach(async () => {
	dir = await mkdtemp(join(tmpdir(), 'belonging-'));
	catalog = await openOne();
});
afterEach(async () => {
	await catalog.close();
	await rm(dir, { recursive: true });
});

it('binds a catalog to a folder once, and recognizes them later', async () => {
	await bindObjects(catalog, idInFolder(dir));
	await bindObjects(catalog, idInFolder(dir));
	expect(await catalog.db.select().from(catalogIds)).toHaveLength(1);
});

it('rejects objects of another catalog, and a catalog of other objects', async () => {
	await bindObjects(catalog, idInFolder(join(dir, 'one')));
	const other = await openOne();
	await expect(bindObjects(other, idInFolder(join(dir, 'one')))).rejects.toThrow('belong to a different catalog');
	await expect(bindObjects(catalog, idInFolder(join(dir, 'two')))).rejects.toThrow(
		'belongs to a different object folder or bucket',
	);
	await bindObjects(other, idInFolder(join(dir, 'two')));
	await expect(bindObjects(catalog, idInFolder(join(dir, 'two')))).rejects.toThrow('belong to a different catalog');
	await other.close();
});

it('continues after being killed once the draft or the row was written', async () => {
	await bindObjects(catalog, idInFolder(dir));
	const [file, draft] = [join(dir, 'catalogue'), join(dir, 'catalogue.new')];
	await rename(file, draft);
	await bindObjects(catalog, idInFolder(dir));
	expect([existsSync(file), existsSync(draft)]).toEqual([true, false]);
	await rename(file, draft);
	await catalog.write((tx) => tx.delete(catalogIds));
	await bindObjects(catalog, idInFolder(dir));
	expect([existsSync(file), existsSync(draft)]).toEqual([true, false]);
	expect(await catalog.db.select().from(catalogIds)).toHaveLength(1);
});

it.each([0, 8, 35, 36])(
	'reports an ID with a flipped bit in byte %i as corrupt, and says what to write',
	async (at) => {
		await bindObjects(catalog, idInFolder(dir));
		const file = join(dir, 'catalogue');
		const bytes = await readFile(file);
		const id = bytes.toString().trim();
		for (let bit = 0; bit < 8; bit += 1) {
			const damaged = Buffer.from(bytes);
			damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
			await writeFile(file, damaged);
			// Different white space after the id doesn't matter.
			if (damaged.toString().trim() === id) continue;
			const refused = await bindObjects(catalog, idInFolder(dir)).catch((error: Error) => error.message);
			expect(refused).toBe(
				`${file} is corrupt: it differs slightly from the catalog’s ID. Restore it from a backup, or replace the contents with the catalog’s ID: ${id}`,
			);
		}
		await writeFile(file, id);
		await bindObjects(catalog, idInFolder(dir));
	},
);

it.each(['', 'not an id', '0'.repeat(36)])(
	'reports "%s" as corrupt, and binds no catalog to its objects',
	async (text) => {
		await bindObjects(catalog, idInFolder(dir));
		const file = join(dir, 'catalogue');
		const [row] = await catalog.db.select().from(catalogIds);
		await writeFile(file, text);
		await expect(bindObjects(catalog, idInFolder(dir))).rejects.toThrow(
			`${file} is corrupt: it doesn’t contain a valid ID. Restore it from a backup. If you’re sure that these objects belong to this catalog, replace the contents with the catalog’s ID: ${row?.id}`,
		);
		const other = await openOne();
		await expect(bindObjects(other, idInFolder(dir))).rejects.toThrow(/corrupt.*Restore it from a backup\.$/);
		expect(await other.db.select().from(catalogIds)).toEqual([]);
		await other.close();
	},
);

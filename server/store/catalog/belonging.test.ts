import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrationsFolder } from '../../places.ts';
import { emptyCatalog } from '../../testing/snapshot.ts';
import { bindObjects, idInFolder } from './belonging.ts';
import type { Catalog } from './catalog.ts';
import { openPGliteCatalog } from './pglite-catalog.ts';
import { catalogue } from './schema/catalogue.ts';

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

it('binds a catalogue and a folder once, and knows them again', async () => {
	await bindObjects(catalog, idInFolder(dir));
	await bindObjects(catalog, idInFolder(dir));
	expect(await catalog.db.select().from(catalogue)).toHaveLength(1);
});

it('refuses objects of another catalogue, and a catalogue of other objects', async () => {
	await bindObjects(catalog, idInFolder(join(dir, 'one')));
	const other = await openOne();
	await expect(bindObjects(other, idInFolder(join(dir, 'one')))).rejects.toThrow('belong to another catalogue');
	await expect(bindObjects(catalog, idInFolder(join(dir, 'two')))).rejects.toThrow(
		'belongs to another folder or bucket of objects',
	);
	await bindObjects(other, idInFolder(join(dir, 'two')));
	await expect(bindObjects(catalog, idInFolder(join(dir, 'two')))).rejects.toThrow('belong to another catalogue');
	await other.close();
});

it('goes on where it was killed: after the draft, and after the row', async () => {
	await bindObjects(catalog, idInFolder(dir));
	const [file, draft] = [join(dir, 'catalogue'), join(dir, 'catalogue.new')];
	await rename(file, draft);
	await bindObjects(catalog, idInFolder(dir));
	expect([existsSync(file), existsSync(draft)]).toEqual([true, false]);
	await rename(file, draft);
	await catalog.write((tx) => tx.delete(catalogue));
	await bindObjects(catalog, idInFolder(dir));
	expect([existsSync(file), existsSync(draft)]).toEqual([true, false]);
	expect(await catalog.db.select().from(catalogue)).toHaveLength(1);
});

import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Catalog, Db } from './catalog.ts';
import { catalogue } from './schema/catalogue.ts';

/** Objects and a catalogue that were not made for each other. */
export class BelongingError extends Error {
	override name = 'BelongingError';
}

/**
 * Makes sure that a folder of objects is the one that a catalogue knows: both bear the same id. Otherwise its datasets
 * would have no rows, and what it does not name would be swept away as nobody's. New ones are bound to each other; being
 * killed in the middle of that leaves the draft, from which the next start goes on.
 * @throws BelongingError
 */
export async function bindObjects(catalog: Catalog, folder: string): Promise<void> {
	const file = join(folder, 'catalogue');
	const draft = `${file}.new`;
	const known = await idIn(file);
	const [row] = await catalog.db.select().from(catalogue);
	if (known !== null) {
		if (row?.id === known) return;
		throw new BelongingError(
			`The objects in ${folder} belong to another catalogue than the one that was opened. Start with the catalogue that they were used with, or choose another folder with --data-dir.`,
		);
	}
	const drafted = await idIn(draft);
	if (row !== undefined && row.id !== drafted) {
		throw new BelongingError(
			`The catalogue that was opened belongs to another folder of objects than ${folder}. Start with the data folder that it was used with (--data-dir), or with an empty database.`,
		);
	}
	const id = drafted ?? randomUUID();
	if (drafted === null) await writeId(folder, draft, id);
	if (row === undefined) await catalog.write((tx) => insertId(tx, id));
	await rename(draft, file);
}

async function insertId(tx: Db, id: string): Promise<void> {
	await tx.insert(catalogue).values({ id });
}

async function idIn(file: string): Promise<string | null> {
	try {
		return /^[0-9a-f-]{36}$/.exec((await readFile(file, 'utf8')).trim())?.[0] ?? null;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
		throw error;
	}
}

async function writeId(folder: string, file: string, id: string): Promise<void> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const handle = await open(file, 'w', 0o600);
	await handle.writeFile(`${id}\n`);
	await handle.sync();
	await handle.close();
}

import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Catalog, Db } from './catalog.ts';
import { catalogue } from './schema/catalogue.ts';

/** Objects and a catalogue that were not made for each other. */
export class BelongingError extends Error {
	override name = 'BelongingError';
}

/** Where objects are kept, as the place of an id beside them. */
export interface IdPlace {
	/** What people know it by: the path of a folder, or the address of a bucket. */
	readonly name: string;
	/** Where the id itself is written: the path of a file, or the address of an object. */
	readonly idAt: string;
	/** The text of the id itself, valid or not, or the draft of one. */
	read(which: 'id' | 'draft'): Promise<string | null>;
	/** Writes the draft. */
	write(id: string): Promise<void>;
	/** Makes the draft the id. */
	settle(id: string): Promise<void>;
}

/**
 * Makes sure that objects are those that a catalogue knows: both bear the same id. Otherwise its datasets would have no
 * rows, and what it does not name would be swept away as nobody's. New ones are bound to each other; being killed in the
 * middle of that leaves the draft, from which the next start goes on.
 * @throws BelongingError
 */
export async function bindObjects(catalog: Catalog, place: IdPlace): Promise<void> {
	const known = await place.read('id');
	const [row] = await catalog.db.select().from(catalogue);
	if (known !== null) {
		if (row !== undefined && row.id === idOf(known)) return;
		const damage = damageOf(known, row?.id ?? '');
		if (damage !== null) throw new BelongingError(`${place.idAt} is damaged: ${damage}`);
		throw new BelongingError(
			`The objects in ${place.name} belong to another catalogue than the one that was opened. Start with the catalogue that they were used with, or choose another place for the objects (--data-dir, --s3-bucket).`,
		);
	}
	const drafted = await place.read('draft');
	if (row !== undefined && row.id !== drafted) {
		throw new BelongingError(
			`The catalogue that was opened belongs to another folder or bucket of objects than ${place.name}. Start with the one that it was used with (--data-dir, --s3-bucket), or with an empty database.`,
		);
	}
	const id = drafted ?? randomUUID();
	if (drafted === null) await place.write(id);
	if (row === undefined) await catalog.write((tx) => insertId(tx, id));
	await place.settle(id);
}

/**
 * What is wrong with the text of an id, and how to repair it; null where it is the id of another catalog. Ids are random:
 * two that have nearly all characters in common were one.
 */
function damageOf(text: string, expected: string): string | null {
	const changed = [...expected].filter((character, index) => character !== text[index]).length;
	const repair = `write the catalog's id to it: ${expected}`;
	if (expected !== '' && changed <= 2)
		return `it differs slightly from the catalog's id. Restore it from a backup, or ${repair}`;
	if (idOf(text) !== null) return null;
	const unsure = expected === '' ? '' : ` If you're sure that these objects belong to this catalog, ${repair}`;
	return `it doesn't hold a valid id. Restore it from a backup.${unsure}`;
}

async function insertId(tx: Db, id: string): Promise<void> {
	await tx.insert(catalogue).values({ id });
}

/** The id of a folder of objects: a file in it. */
export function idInFolder(folder: string): IdPlace {
	const file = join(folder, 'catalogue');
	const draft = `${file}.new`;
	return {
		name: folder,
		idAt: file,
		read: async (which) => {
			try {
				return which === 'id' ? await readFile(file, 'utf8') : idOf(await readFile(draft, 'utf8'));
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
				throw error;
			}
		},
		write: (id) => writeId(folder, draft, id),
		settle: () => rename(draft, file),
	};
}

/** The id of a bucket of objects: a key in it. */
export function idInBucket(name: string, bucket: BucketOfId): IdPlace {
	const [key, draft] = ['catalogue', 'catalogue.new'];
	return {
		name,
		idAt: `${name}${key}`,
		read: async (which) => {
			const found = await bucket.get(which === 'id' ? key : draft);
			if (found === null) return null;
			return which === 'id' ? text(found) : idOf(await text(found));
		},
		write: (id) => bucket.putText(draft, `${id}\n`, new Date()),
		settle: async (id) => {
			await bucket.putText(key, `${id}\n`, new Date());
			await bucket.remove(draft);
		},
	};
}

interface BucketOfId {
	get(key: string): Promise<Readable | null>;
	putText(key: string, text: string, at: Date): Promise<void>;
	remove(key: string): Promise<void>;
}

const idOf = (content: string): string | null =>
	/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(content.trim())?.[0] ?? null;

async function writeId(folder: string, file: string, id: string): Promise<void> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const handle = await open(file, 'w', 0o600);
	await handle.writeFile(`${id}\n`);
	await handle.sync();
	await handle.close();
}

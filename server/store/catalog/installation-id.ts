import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { S3Settings } from '../../settings/settings.ts';
import { nullIfMissing } from '../error-code.ts';
import type { Bucket } from '../objects/s3-client.ts';
import type { Catalog } from './catalog.ts';
import { catalogIds } from './schema/catalog-ids.ts';

/** Objects and a catalog that don't belong together. */
export class ObjectsMismatchError extends Error {
	override name = 'ObjectsMismatchError';
}

/** Where an installation's id is stored with its objects. */
export interface IdLocation {
	/** Name shown to operators: the path of a folder, or the URL of a bucket. */
	readonly name: string;
	/** Location of the id itself: the path of a file, or the URL of an object. */
	readonly idAt: string;
	/** The text of the id itself, valid or not, or of its draft. */
	read(which: 'id' | 'draft'): Promise<string | null>;
	write(id: string): Promise<void>;
	/** Makes the draft the id. */
	confirm(id: string): Promise<void>;
}

/**
 * Ensures that objects and catalog have the same id, because a catalog of other objects would sweep these away, and binds new ones; a draft lets the
 * next start continue if this one is killed. @throws ObjectsMismatchError
 */
export async function bindObjects(catalog: Catalog, location: IdLocation): Promise<void> {
	const known = await location.read('id');
	const [row] = await catalog.db.select().from(catalogIds);
	if (known !== null) {
		if (row !== undefined && row.id === idOf(known)) return;
		const damage = damageOf(known, row?.id ?? '');
		if (damage !== null) throw new ObjectsMismatchError(`${location.idAt} is corrupt: ${damage}`);
		throw new ObjectsMismatchError(
			`The objects in ${location.name} belong to a different catalog. Start the service with the catalog that they belong to, or choose another location for the objects (--data-dir, --s3-bucket).`,
		);
	}
	const drafted = await location.read('draft');
	if (row !== undefined && row.id !== drafted) {
		throw new ObjectsMismatchError(
			`The catalog belongs to a different object folder or bucket than ${location.name}. Start the service with the catalog’s own folder or bucket (--data-dir, --s3-bucket), or with an empty database.`,
		);
	}
	const id = drafted ?? randomUUID();
	if (drafted === null) await location.write(id);
	if (row === undefined) await catalog.write(async (tx) => void (await tx.insert(catalogIds).values({ id })));
	await location.confirm(id);
}

/** What is wrong with an id's text and how to repair it; null for another catalog's id. Random ids are never similar. */
function damageOf(text: string, expected: string): string | null {
	const changed = [...expected].filter((character, index) => character !== text[index]).length;
	const repair = `replace the contents with the catalog’s ID: ${expected}`;
	if (expected !== '' && changed <= 2)
		return `it differs slightly from the catalog’s ID. Restore it from a backup, or ${repair}`;
	if (idOf(text) !== null) return null;
	const unsure = expected === '' ? '' : ` If you’re sure that these objects belong to this catalog, ${repair}`;
	return `it doesn’t contain a valid ID. Restore it from a backup.${unsure}`;
}

/** The id of a folder of objects, stored in a file. */
export function idInFolder(folder: string): IdLocation {
	const file = join(folder, 'catalogue');
	const draft = `${file}.new`;
	return {
		name: folder,
		idAt: file,
		read: (which) =>
			(which === 'id' ? readFile(file, 'utf8') : readFile(draft, 'utf8').then(idOf)).catch(nullIfMissing),
		write: (id) => writeId(folder, draft, id),
		confirm: () => rename(draft, file),
	};
}

/** The id of a bucket of objects, stored under a key. */
export function idInBucket(s3: S3Settings, bucket: Pick<Bucket, 'get' | 'putText' | 'remove'>): IdLocation {
	const name = `${s3.endpoint ?? 's3:/'}/${s3.bucket}/${s3.prefix}`;
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
		confirm: async (id) => {
			await bucket.putText(key, `${id}\n`, new Date());
			await bucket.remove(draft);
		},
	};
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

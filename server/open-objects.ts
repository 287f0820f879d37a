import { join } from 'node:path';
import type { Settings } from './settings.ts';
import { bindObjects, idInBucket, idInFolder } from './store/catalog/belonging.ts';
import { BusyError, type Catalog } from './store/catalog/catalog.ts';
import { createFolderStore } from './store/objects/folder-store.ts';
import { type ObjectStore, StoreError } from './store/objects/types.ts';

type Kept = Pick<Settings, 'dataDir' | 's3'>;

/**
 * Opens the store of objects that a catalogue belongs to: the data folder's own, or a bucket.
 * @throws BelongingError, StoreError
 */
export async function openObjects(
	{ dataDir, s3 }: Kept,
	catalog: Catalog,
	now: () => Date = () => new Date(),
): Promise<ObjectStore> {
	if (s3 === null) {
		const folder = join(dataDir, 'objects');
		await bindObjects(catalog, idInFolder(folder));
		return createFolderStore(folder, now);
	}
	// What it needs is large and seldom needed: it is loaded here only.
	const [{ openBucket }, { openS3Store }] = await Promise.all([
		import('./store/objects/s3-client.ts'),
		import('./store/objects/s3-store.ts'),
	]);
	const bucket = openBucket(s3);
	const name = `${s3.endpoint ?? 's3:/'}/${s3.bucket}/${s3.prefix}`;
	// Copies that start at once bind the same.
	await catalog.exclusive('objects', () => bindObjects(catalog, idInBucket(name, bucket)));
	return openS3Store({
		bucket,
		cacheFolder: join(dataDir, 'cache'),
		cacheBytes: s3.cacheBytes,
		signs: s3.downloads === 'store',
		alone: (key, work) => catalog.exclusive(`object ${key}`, work).catch(tellSlow),
		now,
	});
}

/** Whoever waits for a turn waits for the store: the database is idle meanwhile. */
function tellSlow(error: unknown): never {
	if (!(error instanceof BusyError)) throw error;
	throw new StoreError(
		'The object store is slow: what it was asked for before has kept this waiting for a minute. Nothing that was stored is lost; try again in a moment.',
		{ cause: error },
	);
}

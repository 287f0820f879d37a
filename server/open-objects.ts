import { join } from 'node:path';
import type { Log } from './logging/log.ts';
import type { Settings } from './settings/settings.ts';
import { BusyError, type Catalog } from './store/catalog/catalog.ts';
import { bindObjects, idInBucket, idInFolder } from './store/catalog/installation-id.ts';
import { createFolderStore } from './store/objects/folder-store.ts';
import { type ObjectStore, StoreError } from './store/objects/types.ts';

type ObjectSettings = Pick<Settings, 'dataDir' | 's3' | 'isDurable'>;

/** Opens the catalog's object store, the data folder's or a bucket. @throws ObjectsMismatchError, StoreError */
export async function openObjects(
	{ dataDir, s3, isDurable }: ObjectSettings,
	catalog: Catalog,
	log: Log,
	now: () => Date = () => new Date(),
): Promise<ObjectStore> {
	if (s3 === null) {
		const folder = join(dataDir, 'objects');
		await bindObjects(catalog, idInFolder(folder));
		return createFolderStore(folder, now, isDurable);
	}
	// Its dependencies are large and rarely needed, so they are loaded only here.
	const [{ openBucket }, { openS3Store }] = await Promise.all([
		import('./store/objects/s3-client.ts'),
		import('./store/objects/s3-store.ts'),
	]);
	const bucket = openBucket(s3);
	// Replicas that start together bind the same id.
	await catalog.exclusive('objects', () => bindObjects(catalog, idInBucket(s3, bucket)));
	return openS3Store({
		bucket,
		cacheFolder: join(dataDir, 'cache'),
		cacheBytes: s3.cacheBytes,
		signs: s3.downloads === 'store',
		alone: (key, work) => catalog.exclusive(`object ${key}`, work).catch(explainBusy),
		now,
		log,
	});
}

/** Waiting for the lock means waiting for the store, because the database is idle in the meantime. */
function explainBusy(error: unknown): never {
	if (!(error instanceof BusyError)) throw error;
	throw new StoreError(
		'The object store is slow, so this request timed out after a minute. No stored data is lost. Try again in a moment.',
		{ cause: error },
	);
}

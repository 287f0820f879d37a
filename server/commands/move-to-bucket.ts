import { join } from 'node:path';
import { textLog } from '../logging/log.ts';
import { BackupError } from '../platform/backup/format.ts';
import { keysInCatalog } from '../platform/replicas/shared-keys.ts';
import { keysInDataFolder } from '../platform/state/keys.ts';
import type { S3Settings } from '../settings/settings.ts';
import type { Catalog } from '../store/catalog/catalog.ts';
import { bindObjects, idInBucket } from '../store/catalog/installation-id.ts';
import { hashBytes } from '../store/objects/hash-file.ts';
import { type Bucket, openBucket } from '../store/objects/s3-client.ts';
import { objectKey, openS3Store } from '../store/objects/s3-store.ts';

export interface BucketMove {
	readonly dataDir: string;
	readonly s3: S3Settings;
	/** The id that catalog and objects share. */
	readonly catalogId: string;
	/** SHA-256 of the objects that the catalog references. */
	readonly objects: readonly string[];
}

interface Moved {
	/** Binds a catalog to the bucket, with the data folder's keys, so that tokens and URLs stay valid. */
	bind(catalog: Catalog): Promise<void>;
	close(): void;
}

/** Claims the bucket, uploads each missing object, and reads it back to compare its hash. @throws BackupError, StoreError */
export async function moveToBucket(move: BucketMove): Promise<Moved> {
	const { dataDir, s3, catalogId } = move;
	const bucket = openBucket(s3);
	const location = idInBucket(s3, bucket);
	try {
		const claimed = (await location.read('id'))?.trim() ?? (await location.read('draft'));
		if (claimed !== null && claimed !== catalogId) {
			throw new BackupError(
				`The bucket ${location.name} contains objects from another catalog. Use an empty bucket or another --s3-prefix.`,
			);
		}
		if (claimed === null) await location.write(catalogId);
		const store = await openS3Store({
			bucket,
			cacheFolder: join(dataDir, 'cache'),
			cacheBytes: s3.cacheBytes,
			signs: false,
			alone: (_, work) => work(),
			now: () => new Date(),
			log: textLog,
		});
		for (const name of move.objects) {
			await store.copy(join(dataDir, 'objects', name.slice(0, 2), name));
			await assertWhole(bucket, name);
		}
	} catch (error) {
		bucket.close();
		throw error;
	}
	return {
		async bind(catalog) {
			const keys = await keysInDataFolder(dataDir).read();
			if (keys !== null) await keysInCatalog(catalog).make(keys);
			await bindObjects(catalog, location);
		},
		close: () => bucket.close(),
	};
}

async function assertWhole(bucket: Bucket, name: string): Promise<void> {
	const found = await bucket.get(objectKey(name));
	if (found !== null && (await hashBytes(found)).sha256 === name) return;
	throw new BackupError(
		`The object ${name} couldn’t be read back completely from the bucket. Nothing was moved. Try again.`,
	);
}

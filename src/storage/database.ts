import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import { place } from './web-storage.ts';

/**
 * A database of this console that is opened when it is first needed, and again after the browser ended it.
 * @param name what it holds, in one word: consoles in other folders of an origin have databases of their own
 */
export function databaseOf<S extends DBSchema>(
	name: string,
	version: number,
	upgrade: (
		db: IDBPDatabase<S>,
		from: number,
		transaction: IDBPTransaction<S, StoreNames<S>[], 'versionchange'>,
	) => void,
): () => Promise<IDBPDatabase<S>> {
	let opening: Promise<IDBPDatabase<S>> | null = null;
	return () => {
		opening ??= openDB<S>(`dataset-console${place()}${name}`, version, {
			upgrade: (db, from, _to, transaction) => upgrade(db, from, transaction),
			// Another tab with a newer console waits for this.
			blocking: (_from, _to, event) => (event.target as IDBDatabase).close(),
			terminated: () => {
				opening = null;
			},
		}).catch((error: unknown) => {
			opening = null;
			throw error;
		});
		return opening;
	};
}

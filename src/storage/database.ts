import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb';
import { consolePath, type Scope } from './web-storage.ts';

/**
 * A database of this console, opened on demand, and again after the browser closed it.
 * @param name one word; consoles in other folders of the origin have their own databases
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
		opening ??= openDB<S>(`dataset-console${consolePath()}${name}`, version, {
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

/** All keys with a user's service and name, and further key parts, as prefix. */
export const rangeOf = ({ service, user }: Scope, ...parts: string[]): IDBKeyRange =>
	IDBKeyRange.bound([service, user, ...parts], [service, user, ...parts, []]);

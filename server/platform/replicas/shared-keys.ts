import type { Catalog } from '../../store/catalog/catalog.ts';
import { sharedKeys } from '../../store/catalog/schema/replicas.ts';
import { KeyFile, type KeyStore } from '../state/keys.ts';

const only = 1;

/** Database errors repeat their parameters, which must not get into a log. */
const secret = <T>(work: Promise<T>): Promise<T> =>
	work.catch(() => {
		throw new Error('Couldn’t store the keys in the catalog. Check the database log.');
	});

/** The keys of replicas that share a catalog. Anyone who can read its database can sign in as anyone. */
export function keysInCatalog({ db, write }: Catalog): KeyStore {
	const read = async (): Promise<KeyFile | null> => {
		const [row] = await db.select().from(sharedKeys);
		return row === undefined ? null : KeyFile.parse(row.content);
	};
	return {
		read,
		async make(content) {
			await secret(write((tx) => tx.insert(sharedKeys).values({ id: only, content }).onConflictDoNothing()));
			return (await read()) ?? content;
		},
		async replace(content) {
			await secret(write((tx) => tx.update(sharedKeys).set({ content })));
		},
	};
}

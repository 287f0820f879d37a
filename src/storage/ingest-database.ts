import type { DBSchema } from 'idb';
import { databaseOf } from './database.ts';
import type { Scope } from './web-storage.ts';

interface Schema extends DBSchema {
	drafts: { key: string; value: unknown };
	recipes: { key: [string, string]; value: unknown };
	/** Started saves: progress and content. */
	saves: { key: string; value: unknown };
	saveRows: { key: string; value: unknown };
	/** The file a draft's records belong to. */
	draftFiles: { key: string; value: unknown };
	/** Rows handed over by another page, by their own id. */
	handovers: { key: [string, string]; value: unknown };
	/** Corrections of an ingestion's skipped rows that weren't sent, by its id. */
	corrections: { key: [string, string]; value: unknown };
}

export const openIngest = databaseOf<Schema>('ingest', 4, (db, from) => {
	if (from < 1) {
		db.createObjectStore('drafts');
		db.createObjectStore('recipes');
	}
	if (from < 2) {
		db.createObjectStore('saves');
		db.createObjectStore('saveRows');
		db.createObjectStore('handovers');
	}
	if (from < 3) db.createObjectStore('draftFiles');
	db.createObjectStore('corrections');
});

/** Data of a user at a service. */
export const keyOf = ({ service, user }: Scope): string => JSON.stringify([service, user]);

/** All keys of a user whose second part varies. */
export const rangeOf = (scope: Scope): IDBKeyRange => IDBKeyRange.bound([keyOf(scope)], [keyOf(scope), []]);

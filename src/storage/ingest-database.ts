import type { DBSchema } from 'idb';
import { databaseOf } from './database.ts';
import type { Scope } from './web-storage.ts';

interface Schema extends DBSchema {
	drafts: { key: string; value: unknown };
	recipes: { key: [string, string]; value: unknown };
	/** Saves that were begun: where they stand, and what they send. */
	saves: { key: string; value: unknown };
	saveRows: { key: string; value: unknown };
	/** The file that a draft's records are a part of. */
	draftFiles: { key: string; value: unknown };
	/** Rows that another page hands over, by an id of their own. */
	handovers: { key: [string, string]; value: unknown };
}

/** The database of everything that is kept of ingesting. */
export const openIngest = databaseOf<Schema>('ingest', 3, (db, from) => {
	if (from < 1) {
		db.createObjectStore('drafts');
		db.createObjectStore('recipes');
	}
	if (from < 2) {
		db.createObjectStore('saves');
		db.createObjectStore('saveRows');
		db.createObjectStore('handovers');
	}
	db.createObjectStore('draftFiles');
});

/** What belongs to one person at one service. */
export const keyOf = ({ service, user }: Scope): string => JSON.stringify([service, user]);

/** All keys of a person whose second part tells them apart. */
export const rangeOf = (scope: Scope): IDBKeyRange => IDBKeyRange.bound([keyOf(scope)], [keyOf(scope), []]);

import type { DBSchema } from 'idb';
import { databaseOf, rangeOf } from './database.ts';
import type { Scope } from './web-storage.ts';

/**
 * Second copies of drafts. Browsers write local storage to disk seconds later, so killing one loses the last edits; a
 * completed database transaction is already with the operating system.
 */
export interface DraftCopy {
	readonly id: string;
	/** When it was stored or removed, ms since 1970. */
	readonly at: number;
	/** As in local storage; null: removed. */
	readonly raw: string | null;
}

interface Schema extends DBSchema {
	copies: { key: [service: string, user: string, id: string]; value: Scope & DraftCopy };
}

const database = databaseOf<Schema>('drafts', 1, (db) => {
	db.createObjectStore('copies', { keyPath: ['service', 'user', 'id'] });
});

/**
 * Stores a copy or its removal, unless there's a later one.
 * @param holds whether local storage currently has it; then none is later, even if the clock was set back
 */
export async function putCopy(
	{ service, user }: Scope,
	{ id, at, raw }: DraftCopy,
	holds: () => boolean,
): Promise<void> {
	const { store, done } = (await database()).transaction('copies', 'readwrite');
	const before = await store.get([service, user, id]);
	if (before === undefined || before.at <= at || holds()) void store.put({ service, user, id, at, raw });
	await done;
}

export const readCopies = async (scope: Scope): Promise<readonly DraftCopy[]> =>
	(await database()).getAll('copies', rangeOf(scope));

export async function forgetCopy({ service, user }: Scope, { id, at }: DraftCopy): Promise<void> {
	const { store, done } = (await database()).transaction('copies', 'readwrite');
	if ((await store.get([service, user, id]))?.at === at) void store.delete([service, user, id]);
	await done;
}

export const forgetCopies = async (scope: Scope): Promise<void> =>
	void (await (await database()).delete('copies', rangeOf(scope)));

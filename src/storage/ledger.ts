import type { DBSchema } from 'idb';
import * as z from 'zod/mini';
import { databaseOf } from './database.ts';
import { DraftText } from './drafts.ts';

/** What separates one person's ledger in this browser from another's, and one service's from another's. */
export interface LedgerScope {
	readonly service: string;
	readonly user: string;
}

/**
 * A version of a BuildSpec as this browser saw it, or text of mine that gave way to another (`aside`: it began from that
 * version). Times of the browser in ms since 1970, `savedAt` as the service wrote it.
 */
export const LedgerEntry = z.object({
	buildSpecId: z.string(),
	version: z.int(),
	kind: z.enum(['seen', 'aside']),
	text: DraftText,
	/** When that version was saved, as the service says; empty for text that was set aside. */
	savedAt: z.string(),
	/** When this browser saw it, or set it aside. */
	at: z.number(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

type Key = [service: string, user: string, buildSpecId: string, kind: string, version: number, at: number];

interface Schema extends DBSchema {
	entries: { key: Key; value: LedgerScope & LedgerEntry };
}

/** Entries of one person at one service; what was seen longest ago goes first. Text set aside stays. */
export const maxEntries = 20_000;

const database = databaseOf<Schema>('ledger', 1, (db) => {
	db.createObjectStore('entries', { keyPath: ['service', 'user', 'buildSpecId', 'kind', 'version', 'at'] });
});

const all = ({ service, user }: LedgerScope) => IDBKeyRange.bound([service, user], [service, user, []]);
const ofOne = ({ service, user }: LedgerScope, buildSpecId: string) =>
	IDBKeyRange.bound([service, user, buildSpecId], [service, user, buildSpecId, []]);

/** Which versions are there already, as `<id>@<version>`. */
export async function seenVersions(scope: LedgerScope): Promise<Set<string>> {
	const keys = await (await database()).getAllKeys('entries', all(scope));
	return new Set(keys.flatMap(([, , id, kind, version]) => (kind === 'seen' ? [`${id}@${version}`] : [])));
}

/** Keeps entries. A version that is there already is not to be given again: `seenVersions` tells. */
export async function keepEntries(scope: LedgerScope, entries: readonly LedgerEntry[]): Promise<void> {
	const { service, user } = scope;
	const { store, done } = (await database()).transaction('entries', 'readwrite');
	for (const entry of entries) void store.put({ ...entry, service, user });
	await done;
	await makeRoom(scope);
}

/** Keeps text that gave way to another. @param mine where it began, and the text */
export async function keepAside(
	scope: LedgerScope,
	mine: Pick<LedgerEntry, 'buildSpecId' | 'version' | 'text'>,
): Promise<void> {
	await keepEntries(scope, [{ ...mine, kind: 'aside', savedAt: '', at: Date.now() }]);
}

async function makeRoom(scope: LedgerScope): Promise<void> {
	const { store, done } = (await database()).transaction('entries', 'readwrite');
	const count = await store.count(all(scope));
	if (count > maxEntries) {
		const keys = (await store.getAllKeys(all(scope))).filter(([, , , kind]) => kind === 'seen');
		keys.sort((a, b) => a[5] - b[5]);
		for (const key of keys.slice(0, count - maxEntries)) void store.delete(key);
	}
	await done;
}

/** What the ledger has of one BuildSpec, the newest version first. */
export async function readLedger(scope: LedgerScope, buildSpecId: string): Promise<LedgerEntry[]> {
	return sorted(await (await database()).getAll('entries', ofOne(scope, buildSpecId)));
}

/** The whole ledger of a person at a service. */
export async function readWholeLedger(scope: LedgerScope): Promise<LedgerEntry[]> {
	return sorted(await (await database()).getAll('entries', all(scope)));
}

export async function forgetEntry(scope: LedgerScope, entry: LedgerEntry): Promise<void> {
	const { buildSpecId, kind, version, at } = entry;
	await (await database()).delete('entries', [scope.service, scope.user, buildSpecId, kind, version, at]);
}

export async function clearLedger(scope: LedgerScope): Promise<void> {
	await (await database()).delete('entries', all(scope));
}

/** What does not fit the schema is left out. */
const sorted = (stored: readonly unknown[]): LedgerEntry[] =>
	stored.flatMap((it) => LedgerEntry.safeParse(it).data ?? []).sort((a, b) => b.version - a.version || b.at - a.at);

import type { DBSchema } from 'idb';
import * as z from 'zod/mini';
import { databaseOf, rangeOf } from './database.ts';
import { DraftText } from './drafts.ts';
import type { Scope } from './web-storage.ts';

/**
 * A version of a BuildSpec as this browser saw it, or text of mine that gave way to another (`aside`: it began from that
 * version). Times of the browser in ms since 1970, `savedAt` as the service wrote it.
 */
export const VersionEntry = z.object({
	buildSpecId: z.string(),
	version: z.int(),
	kind: z.enum(['seen', 'aside']),
	text: DraftText,
	/** When that version was saved, as the service says; empty for text that was set aside. */
	savedAt: z.string(),
	/** When this browser saw it, or set it aside. */
	at: z.number(),
});
export type VersionEntry = z.infer<typeof VersionEntry>;

type Key = [service: string, user: string, buildSpecId: string, kind: string, version: number, at: number];

interface Schema extends DBSchema {
	entries: { key: Key; value: Scope & VersionEntry };
}

/** Entries of one person at one service; what was seen longest ago goes first. Text set aside stays. */
export const maxEntries = 20_000;

const database = databaseOf<Schema>('ledger', 1, (db) => {
	db.createObjectStore('entries', { keyPath: ['service', 'user', 'buildSpecId', 'kind', 'version', 'at'] });
});

/** Which versions are there already, as `<id>@<version>`. */
export async function seenVersions(scope: Scope): Promise<Set<string>> {
	const keys = await (await database()).getAllKeys('entries', rangeOf(scope));
	return new Set(keys.flatMap(([, , id, kind, version]) => (kind === 'seen' ? [`${id}@${version}`] : [])));
}

/** Keeps entries; those seen first go when there are too many. A version that is there already is not to be given again: `seenVersions` tells. */
export async function keepEntries(scope: Scope, entries: readonly VersionEntry[]): Promise<void> {
	const { service, user } = scope;
	const { store, done } = (await database()).transaction('entries', 'readwrite');
	for (const entry of entries) void store.put({ ...entry, service, user });
	const tooMany = (await store.count(rangeOf(scope))) - maxEntries;
	if (tooMany > 0) {
		const keys = (await store.getAllKeys(rangeOf(scope))).filter(([, , , kind]) => kind === 'seen');
		keys.sort((a, b) => a[5] - b[5]);
		for (const key of keys.slice(0, tooMany)) void store.delete(key);
	}
	await done;
}

/** Keeps text that gave way to another. @param mine where it began, and the text */
export async function keepReplacedText(
	scope: Scope,
	mine: Pick<VersionEntry, 'buildSpecId' | 'version' | 'text'>,
): Promise<void> {
	await keepEntries(scope, [{ ...mine, kind: 'aside', savedAt: '', at: Date.now() }]);
}

/** What this browser has seen of one BuildSpec, the newest version first. */
export async function readVersionHistory(scope: Scope, buildSpecId: string): Promise<VersionEntry[]> {
	return sorted(await (await database()).getAll('entries', rangeOf(scope, buildSpecId)));
}

/** All that this browser has seen of a person's BuildSpecs at a service. */
export async function readAllVersions(scope: Scope): Promise<VersionEntry[]> {
	return sorted(await (await database()).getAll('entries', rangeOf(scope)));
}

export async function forgetEntry(scope: Scope, entry: VersionEntry): Promise<void> {
	const { buildSpecId, kind, version, at } = entry;
	await (await database()).delete('entries', [scope.service, scope.user, buildSpecId, kind, version, at]);
}

export async function clearVersionHistory(scope: Scope): Promise<void> {
	await (await database()).delete('entries', rangeOf(scope));
}

/** What does not fit the schema is left out. */
const sorted = (stored: readonly unknown[]): VersionEntry[] =>
	stored
		.flatMap((item) => VersionEntry.safeParse(item).data ?? [])
		.sort((a, b) => b.version - a.version || b.at - a.at);

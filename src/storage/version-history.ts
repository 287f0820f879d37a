import type { DBSchema } from 'idb';
import * as z from 'zod/mini';
import { databaseOf, rangeOf } from './database.ts';
import { DraftText } from './drafts.ts';
import type { Scope } from './web-storage.ts';

/**
 * A version of a BuildSpec as seen by this browser, or the user's replaced text (`aside`, based on that version).
 * Browser times in ms since 1970; `savedAt` is from the service.
 */
export const VersionEntry = z.object({
	buildSpecId: z.string(),
	version: z.int(),
	kind: z.enum(['seen', 'aside']),
	text: DraftText,
	/** When the service saved that version; empty for replaced text. */
	savedAt: z.string(),
	/** When this browser saw or replaced it. */
	at: z.number(),
});
export type VersionEntry = z.infer<typeof VersionEntry>;

type Key = [service: string, user: string, buildSpecId: string, kind: string, version: number, at: number];

interface Schema extends DBSchema {
	entries: { key: Key; value: Scope & VersionEntry };
}

/** Maximum entries per user and service; the oldest are dropped, but not replaced texts. */
export const maxEntries = 20_000;

const database = databaseOf<Schema>('ledger', 1, (db) => {
	db.createObjectStore('entries', { keyPath: ['service', 'user', 'buildSpecId', 'kind', 'version', 'at'] });
});

/** Stored versions, as `<id>@<version>`. */
export async function seenVersions(scope: Scope): Promise<Set<string>> {
	const keys = await (await database()).getAllKeys('entries', rangeOf(scope));
	return new Set(keys.flatMap(([, , id, kind, version]) => (kind === 'seen' ? [`${id}@${version}`] : [])));
}

/** Stores entries, dropping the oldest over the limit. Callers check `seenVersions` first, so no version is stored twice. */
export async function storeEntries(scope: Scope, entries: readonly VersionEntry[]): Promise<void> {
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

/** Stores text that was replaced by another. @param mine the text and its base */
export async function storeReplacedText(
	scope: Scope,
	mine: Pick<VersionEntry, 'buildSpecId' | 'version' | 'text'>,
): Promise<void> {
	await storeEntries(scope, [{ ...mine, kind: 'aside', savedAt: '', at: Date.now() }]);
}

/** What this browser has seen of a BuildSpec, newest version first. */
export async function readVersionHistory(scope: Scope, buildSpecId: string): Promise<VersionEntry[]> {
	return sorted(await (await database()).getAll('entries', rangeOf(scope, buildSpecId)));
}

/** All versions of a user's BuildSpecs seen by this browser. */
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

/** Invalid entries are skipped. */
const sorted = (stored: readonly unknown[]): VersionEntry[] =>
	stored
		.flatMap((item) => VersionEntry.safeParse(item).data ?? [])
		.sort((a, b) => b.version - a.version || b.at - a.at);

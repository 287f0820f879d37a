import type { DBSchema } from 'idb';
import * as z from 'zod/mini';
import { nextTask } from '#lib/concurrency/next-task.ts';
import { databaseOf, rangeOf } from './database.ts';
import type { Scope } from './web-storage.ts';

/** Where a name was seen. `to` is a URL of the console; times in ms since 1970. */
const SeenAt = z.object({
	origin: z.string(),
	where: z.string(),
	to: z.nullable(z.string()),
	first: z.number(),
	last: z.number(),
});

/** A namespace or, if `datasetName` isn't null, a dataset seen in the console. */
export const DiscoveredName = z.object({
	/** Equal for names the service treats as equal. */
	key: z.string(),
	owner: z.string(),
	namespace: z.string(),
	datasetName: z.nullable(z.string()),
	columns: z.array(z.object({ name: z.string(), type: z.nullable(z.string()) })),
	seen: z.array(SeenAt),
	/** When it was last seen, ms since 1970. */
	last: z.number(),
	/** Since when it's known not to exist, ms since 1970, and its new name if it was renamed. */
	gone: z._default(z.nullable(z.object({ at: z.number(), to: z.nullable(z.string()) })), null),
});
export type DiscoveredName = z.infer<typeof DiscoveredName>;

interface Schema extends DBSchema {
	names: { key: [string, string, string]; value: DiscoveredName & Scope };
}

const database = databaseOf<Schema>('names', 1, (db) => {
	db.createObjectStore('names', { keyPath: ['service', 'user', 'key'] });
});

/** Stored names. Invalid ones are skipped. */
export async function readNames(scope: Scope): Promise<DiscoveredName[]> {
	const stored = await (await database()).getAll('names', rangeOf(scope));
	return stored.flatMap((item) => DiscoveredName.safeParse(item).data ?? []);
}

/** Names written at once, in about 20 ms. */
const portion = 250;

let last: Promise<unknown> = Promise.resolve();

/** In sequence, so that a write in several parts doesn't overwrite later changes. */
function inOrder(write: () => Promise<void>): Promise<void> {
	const written = last.then(write, write);
	last = written.catch(() => {});
	return written;
}

/** Stores some names and removes others. Large updates take several tasks, to keep the page responsive. */
export const changeNames = (
	{ service, user }: Scope,
	kept: readonly DiscoveredName[],
	forgotten: readonly string[],
): Promise<void> =>
	inOrder(async () => {
		const db = await database();
		for (let from = 0; from < Math.max(kept.length, forgotten.length); from += portion) {
			if (from > 0) await nextTask();
			const { store, done } = db.transaction('names', 'readwrite');
			for (const name of kept.slice(from, from + portion)) void store.put({ ...name, service, user });
			for (const key of forgotten.slice(from, from + portion)) void store.delete([service, user, key]);
			await done;
		}
	});

export const clearNames = (scope: Scope): Promise<void> =>
	inOrder(async () => (await database()).delete('names', rangeOf(scope)));

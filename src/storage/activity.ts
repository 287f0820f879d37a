import type { DBSchema } from 'idb';
import * as z from 'zod/mini';
import { databaseOf, rangeOf } from './database.ts';
import { tabEvent } from './tab-event.ts';
import type { Scope } from './web-storage.ts';

/** One finished request, without its token, its bodies and every value that may be data. */
export const Activity = z.object({
	/** Sorts in the order in which the requests ended. */
	id: z.string(),
	/** When it began, ms since 1970, and how long it took, ms. */
	at: z.number(),
	ms: z.number(),
	operation: z.string(),
	method: z.string(),
	/** The contract's path; null where the address was named by a service or an agent. */
	template: z.nullable(z.string()),
	/** The address without its query and fragment. */
	address: z.string(),
	/** Parameters of the query that hold no data, and the names of those whose values were left out. */
	query: z.array(z.tuple([z.string(), z.string()])),
	leftOut: z.array(z.string()),
	/** Whether the token went along. */
	bearer: z.boolean(),
	/** 0 where no answer came. */
	status: z.number(),
	requestId: z.nullable(z.string()),
	errorCode: z.nullable(z.string()),
	subErrors: z.array(z.object({ code: z.string(), message: z.string(), path: z.optional(z.string()) })),
	/** What it changed, or was to change, in words; null for what changes nothing. */
	words: z.nullable(z.string()),
});
export type Activity = z.infer<typeof Activity>;

/** What is kept of one person at one service: the latest. */
export const maxActivities = 5_000;

interface Schema extends DBSchema {
	requests: { key: [string, string, string]; value: Activity & Scope };
}

const database = databaseOf<Schema>('activity', 1, (db) => {
	db.createObjectStore('requests', { keyPath: ['service', 'user', 'id'] });
});

/** Keeps some requests; the oldest go when there are too many. */
export async function keepActivities(scope: Scope, activities: readonly Activity[]): Promise<void> {
	const db = await database();
	const { service, user } = scope;
	const transaction = db.transaction('requests', 'readwrite');
	const { store } = transaction;
	for (const activity of activities) void store.put({ ...activity, service, user });
	const tooMany = (await store.count(rangeOf(scope))) - maxActivities;
	if (tooMany > 0) {
		for (const key of await store.getAllKeys(rangeOf(scope), tooMany)) void store.delete(key);
	}
	await transaction.done;
	change.post(null);
}

/** What was kept, the latest first; what does not fit the schema is left out. */
export async function readActivities(scope: Scope): Promise<Activity[]> {
	const stored = await (await database()).getAll('requests', rangeOf(scope));
	return stored.flatMap((item) => Activity.safeParse(item).data ?? []).reverse();
}

export async function clearActivities(scope: Scope): Promise<void> {
	await (await database()).delete('requests', rangeOf(scope));
	change.post(null);
}

const change = tabEvent('activity/1', z.null());

/** Calls back when requests were kept or forgotten, in this tab or another. Returns a function that stops it. */
export const watchActivities = change.watch;

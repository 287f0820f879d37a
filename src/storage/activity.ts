import type { DBSchema } from 'idb';
import * as z from 'zod/mini';
import { databaseOf, rangeOf } from './database.ts';
import { tabEvent } from './tab-event.ts';
import type { Scope } from './web-storage.ts';

/** A finished request, without token, bodies, or any value that may be data. */
export const Activity = z.object({
	/** Sorts by the end of the request. */
	id: z.string(),
	/** Start, ms since 1970, and duration, ms. */
	at: z.number(),
	ms: z.number(),
	operation: z.string(),
	method: z.string(),
	/** Path template from the contract; null for addresses named by a service or agent. */
	template: z.nullable(z.string()),
	/** URL without query and fragment. */
	address: z.string(),
	/** Query parameters without data, and the names of those whose values were removed. */
	query: z.array(z.tuple([z.string(), z.string()])),
	leftOut: z.array(z.string()),
	/** Whether the token was sent. */
	bearer: z.boolean(),
	/** 0 without a response. */
	status: z.number(),
	requestId: z.nullable(z.string()),
	errorCode: z.nullable(z.string()),
	subErrors: z.array(z.object({ code: z.string(), message: z.string(), path: z.optional(z.string()) })),
	/** What it changed or tried to change, in words; null if nothing. */
	words: z.nullable(z.string()),
});
export type Activity = z.infer<typeof Activity>;

/** Maximum per user and service; the latest are kept. */
export const maxActivities = 5_000;

interface Schema extends DBSchema {
	requests: { key: [string, string, string]; value: Activity & Scope };
}

const database = databaseOf<Schema>('activity', 1, (db) => {
	db.createObjectStore('requests', { keyPath: ['service', 'user', 'id'] });
});

/** Stores requests, dropping the oldest over the limit. */
export async function storeActivities(scope: Scope, activities: readonly Activity[]): Promise<void> {
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

/** Stored requests, newest first. Invalid ones are skipped. */
export async function readActivities(scope: Scope): Promise<Activity[]> {
	const stored = await (await database()).getAll('requests', rangeOf(scope));
	return stored.flatMap((item) => Activity.safeParse(item).data ?? []).reverse();
}

export async function clearActivities(scope: Scope): Promise<void> {
	await (await database()).delete('requests', rangeOf(scope));
	change.post(null);
}

const change = tabEvent('activity/1', z.null());

/** Calls back when stored requests change, in any tab. Returns an unsubscribe function. */
export const watchActivities = change.watch;

import type { DBSchema } from 'idb';
import * as z from 'zod/mini';
import { databaseOf } from './database.ts';
import { place } from './web-storage.ts';

/** What separates one person's requests in this browser from another's, and one service's from another's. */
export interface ActivityScope {
	readonly service: string;
	readonly user: string;
}

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
	subErrors: z.array(z.object({ code: z.string(), message: z.string() })),
	/** What it changed, or was to change, in words; null for what changes nothing. */
	words: z.nullable(z.string()),
});
export type Activity = z.infer<typeof Activity>;

/** What is kept of one person at one service: the latest. */
export const maxActivities = 5_000;

interface Schema extends DBSchema {
	requests: { key: [string, string, string]; value: Activity & ActivityScope };
}

const database = databaseOf<Schema>('activity', 1, (db) => {
	db.createObjectStore('requests', { keyPath: ['service', 'user', 'id'] });
});

const rangeOf = ({ service, user }: ActivityScope) => IDBKeyRange.bound([service, user], [service, user, []]);

/** Keeps some requests; the oldest go when there are too many. */
export async function keepActivities(scope: ActivityScope, activities: readonly Activity[]): Promise<void> {
	const db = await database();
	const { service, user } = scope;
	const transaction = db.transaction('requests', 'readwrite');
	const { store } = transaction;
	for (const it of activities) void store.put({ ...it, service, user });
	const tooMany = (await store.count(rangeOf(scope))) - maxActivities;
	if (tooMany > 0) {
		for (const key of await store.getAllKeys(rangeOf(scope), tooMany)) void store.delete(key);
	}
	await transaction.done;
	changed();
}

/** What was kept, the latest first; what does not fit the schema is left out. */
export async function readActivities(scope: ActivityScope): Promise<Activity[]> {
	const stored = await (await database()).getAll('requests', rangeOf(scope));
	return stored.flatMap((it) => Activity.safeParse(it).data ?? []).reverse();
}

export async function clearActivities(scope: ActivityScope): Promise<void> {
	await (await database()).delete('requests', rangeOf(scope));
	changed();
}

const watchers = new Set<() => void>();
let channel: BroadcastChannel | null = null;

function open(): BroadcastChannel {
	if (channel !== null) return channel;
	channel = new BroadcastChannel(`dataset-console/activity/1${place()}`);
	channel.onmessage = tell;
	return channel;
}

function tell(): void {
	for (const watcher of watchers) watcher();
}

function changed(): void {
	tell();
	open().postMessage(null);
}

/** Calls back when requests were kept or forgotten, in this tab or another. Answers a function that stops it. */
export function watchActivities(watcher: () => void): () => void {
	open();
	watchers.add(watcher);
	return () => watchers.delete(watcher);
}

import type { DBSchema } from 'idb';
import * as z from 'zod/mini';
import { databaseOf, rangeOf } from './database.ts';
import { readPreference, writePreference } from './preferences.ts';
import type { Scope } from './web-storage.ts';

export type ParameterType = 'text' | 'number' | 'date' | 'timestamp' | 'boolean' | 'empty' | 'null';

/** A query run from a worksheet. `id` is the run's; `at` in ms since 1970. */
export interface WorksheetRun {
	readonly id: string;
	readonly worksheet: string;
	readonly at: number;
	readonly payload: string;
	readonly sources: readonly string[];
	/** The code as written, and its parameters' values; absent without parameters. */
	readonly written?: string;
	readonly parameters?: Readonly<Record<string, { readonly type: ParameterType; readonly value: string }>>;
	/** Kept for comparison. */
	readonly isPinned: boolean;
}

interface Schema extends DBSchema {
	runs: { key: [service: string, user: string, worksheet: string, id: string]; value: Scope & WorksheetRun };
}

/** Maximum queries kept per worksheet; the oldest unpinned ones are dropped. */
const limit = 200;

const database = databaseOf<Schema>('worksheets', 1, (db) => {
	db.createObjectStore('runs', { keyPath: ['service', 'user', 'worksheet', 'id'] });
});

/** Queries run from a worksheet, newest first. */
export async function listWorksheetRuns(scope: Scope, worksheet: string): Promise<WorksheetRun[]> {
	const found = await (await database()).getAll('runs', rangeOf(scope, worksheet));
	return found.sort((a, b) => b.at - a.at);
}

/** Stores a query, or that it's pinned. */
export async function storeWorksheetRun({ service, user }: Scope, run: WorksheetRun): Promise<void> {
	const { store, done } = (await database()).transaction('runs', 'readwrite');
	void store.put({ ...run, service, user });
	const all = await store.getAll(rangeOf({ service, user }, run.worksheet));
	const old = all.filter(({ isPinned }) => !isPinned).sort((a, b) => b.at - a.at);
	for (const { id } of old.slice(limit)) void store.delete([service, user, run.worksheet, id]);
	await done;
}

export async function moveWorksheetRuns({ service, user }: Scope, from: string, to: string): Promise<void> {
	const { store, done } = (await database()).transaction('runs', 'readwrite');
	const range = rangeOf({ service, user }, from);
	for (const run of await store.getAll(range)) void store.put({ ...run, worksheet: to });
	void store.delete(range);
	await done;
}

/** Deletes the queries of a worksheet, or by default all of a user's. */
export const removeWorksheetRuns = async (scope: Scope, ...worksheet: [] | [string]): Promise<void> =>
	(await database()).delete('runs', rangeOf(scope, ...worksheet));

const openKey = ({ service, user }: Scope): string => `worksheets/${service}/${user}`;

export const readOpenWorksheets = (scope: Scope): readonly string[] =>
	readPreference(openKey(scope), z.array(z.string())) ?? [];

export const writeOpenWorksheets = (scope: Scope, names: readonly string[]): void =>
	writePreference(openKey(scope), names);

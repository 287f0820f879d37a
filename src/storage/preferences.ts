import * as z from 'zod/mini';
import { readJson, readText, type Scope, writeText } from './web-storage.ts';

const root = 'dataset-console/preference/1/';

/** Reads a small setting of this browser (a pane's size, a picked language), or null where there is none that fits its schema. */
export const readPreference = <T extends z.ZodMiniType>(name: string, schema: T): z.output<T> | null =>
	readJson('local', root + name, schema) ?? null;

/** Keeps a small setting. One that cannot be kept is only forgotten: nobody's work depends on it. */
export const writePreference = (name: string, value: unknown): void =>
	void writeText('local', root + name, JSON.stringify(value));

/** The page that this browser starts with: its address; null where none was chosen. */
export const startPage = (): string | null => readText('local', `${root}start-page`);

export const keepStartPage = (address: string): void => void writeText('local', `${root}start-page`, address);

const Addresses = z.array(z.string());
const kept = 12;

const keyOf = ({ service, user }: Scope): string => `recent/${service}/${user}`;

/** Addresses of what was opened lately in this browser, the last one first. */
export const recentPages = (scope: Scope): readonly string[] => readPreference(keyOf(scope), Addresses) ?? [];

export function keepRecentPage(scope: Scope, address: string): void {
	const before = recentPages(scope);
	if (before[0] === address) return;
	writePreference(keyOf(scope), [address, ...before.filter((one) => one !== address)].slice(0, kept));
}

/** @param moved the address that a page has now; null: it is gone */
export function moveRecentPages(scope: Scope, moved: (address: string) => string | null): void {
	const before = recentPages(scope);
	const after = [...new Set(before.flatMap((address) => moved(address) ?? []))];
	if (after.join() !== before.join()) writePreference(keyOf(scope), after);
}

/** Of what was deleted, with all below its address. */
export const forgetRecentPages = (scope: Scope, gone: string): void =>
	moveRecentPages(scope, (address) => (address === gone || address.startsWith(`${gone}/`) ? null : address));

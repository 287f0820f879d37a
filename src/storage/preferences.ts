import * as z from 'zod/mini';
import { readJson, readText, type Scope, writeText } from './web-storage.ts';

const root = 'dataset-console/preference/1/';

/** Reads a small setting of this browser, such as a pane's size or a chosen language; null if it's missing or invalid. */
export const readPreference = <T extends z.ZodMiniType>(name: string, schema: T): z.output<T> | null =>
	readJson('local', root + name, schema) ?? null;

/** Stores a small setting. Failures are ignored, since no work is lost. */
export const writePreference = (name: string, value: unknown): void =>
	void writeText('local', root + name, JSON.stringify(value));

/** URL of this browser's start page; null: default. */
export const startPage = (): string | null => readText('local', `${root}start-page`);

export const storeStartPage = (address: string): void => void writeText('local', `${root}start-page`, address);

const Addresses = z.array(z.string());
const kept = 12;

const keyOf = ({ service, user }: Scope): string => `recent/${service}/${user}`;

/** URLs recently opened in this browser, latest first. */
export const recentPages = (scope: Scope): readonly string[] => readPreference(keyOf(scope), Addresses) ?? [];

export function keepRecentPage(scope: Scope, address: string): void {
	const before = recentPages(scope);
	if (before[0] === address) return;
	writePreference(keyOf(scope), [address, ...before.filter((one) => one !== address)].slice(0, kept));
}

/** @param moved returns a page's new URL; null: it's gone */
export function moveRecentPages(scope: Scope, moved: (address: string) => string | null): void {
	const before = recentPages(scope);
	const after = [...new Set(before.flatMap((address) => moved(address) ?? []))];
	if (after.join() !== before.join()) writePreference(keyOf(scope), after);
}

/** Forgets a deleted page and all pages below its URL. */
export const forgetRecentPages = (scope: Scope, gone: string): void =>
	moveRecentPages(scope, (address) => (address === gone || address.startsWith(`${gone}/`) ? null : address));

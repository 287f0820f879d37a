import * as z from 'zod/mini';
import { readPreference, writePreference } from '../../storage/preferences.ts';
import type { Scope } from '../../storage/web-storage.ts';

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

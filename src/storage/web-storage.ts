import type * as z from 'zod/mini';

/** Owner of the data: a user at a service. */
export interface Scope {
	readonly service: string;
	readonly user: string;
}

/** Local storage survives the window, session storage a reload. Either may be blocked or full, so nothing here throws. */
export type Area = 'local' | 'session';

/** The path of this console: several may share an origin, each with its own data. */
export const consolePath = (): string => new URL('.', document.baseURI).pathname;

const areaOf = (area: Area): Storage => (area === 'local' ? localStorage : sessionStorage);

export function readText(area: Area, key: string): string | null {
	try {
		return areaOf(area).getItem(key);
	} catch {
		return null;
	}
}

/** Validated JSON under a key; undefined if missing or invalid. */
export function readJson<T extends z.ZodMiniType>(area: Area, key: string, schema: T): z.output<T> | undefined {
	try {
		return schema.safeParse(JSON.parse(readText(area, key) ?? '')).data;
	} catch {
		return undefined;
	}
}

/** @returns whether it was stored */
export function writeText(area: Area, key: string, text: string): boolean {
	try {
		areaOf(area).setItem(key, text);
		return true;
	} catch {
		return false;
	}
}

export function removeText(area: Area, key: string): void {
	try {
		areaOf(area).removeItem(key);
	} catch {
		// Inaccessible storage has none of our data.
	}
}

/** Moves stored texts whose keys have a prefix. @param rename returns the new rest of the key */
export function moveTexts(area: Area, prefix: string, rename: (rest: string) => string): void {
	try {
		for (const key of Object.keys(areaOf(area)).filter((key) => key.startsWith(prefix))) {
			const next = prefix + rename(key.slice(prefix.length));
			const text = next === key ? null : readText(area, key);
			if (text !== null && writeText(area, next, text)) removeText(area, key);
		}
	} catch {
		// Inaccessible storage has none of our data.
	}
}

/** Calls back when another tab changes local storage; `key` is null if it was cleared. Returns an unsubscribe function. */
export function onOtherTab(callback: (key: string | null) => void): () => void {
	const onStorage = (event: StorageEvent) => callback(event.key);
	window.addEventListener('storage', onStorage);
	return () => window.removeEventListener('storage', onStorage);
}

/**
 * Watches some keys of local storage.
 * @returns `changed`, to call after each change in this tab, and `watch`, which calls back after a change in any tab
 * and returns an unsubscribe function
 */
export function keyWatcher(isWatched: (key: string) => boolean) {
	const watchers = new Set<() => void>();
	return {
		changed: (): void => {
			for (const onChange of watchers) onChange();
		},
		watch: (onChange: () => void): (() => void) => {
			watchers.add(onChange);
			const stop = onOtherTab((key) => {
				if (key === null || isWatched(key)) onChange();
			});
			return () => {
				watchers.delete(onChange);
				stop();
			};
		},
	};
}

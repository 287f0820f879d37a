import type * as z from 'zod/mini';

/** Whose data it is: one person's at one service. */
export interface Scope {
	readonly service: string;
	readonly user: string;
}

/** Local storage outlives the window, session storage the reload. Either may be blocked or full: nothing here throws. */
export type Area = 'local' | 'session';

/** The path of this console: several may live at one origin, and each keeps its own. */
export const consolePath = (): string => new URL('.', document.baseURI).pathname;

const areaOf = (area: Area): Storage => (area === 'local' ? localStorage : sessionStorage);

export function readText(area: Area, key: string): string | null {
	try {
		return areaOf(area).getItem(key);
	} catch {
		return null;
	}
}

/** The JSON under a key, as its schema gives it; undefined where there is none that fits. */
export function readJson<T extends z.ZodMiniType>(area: Area, key: string, schema: T): z.output<T> | undefined {
	try {
		return schema.safeParse(JSON.parse(readText(area, key) ?? '')).data;
	} catch {
		return undefined;
	}
}

/** @returns whether it was kept */
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
		// Storage that cannot be reached holds nothing of ours.
	}
}

/** Moves stored texts whose keys begin with a prefix. @param rename what follows the prefix, as it is now */
export function moveTexts(area: Area, prefix: string, rename: (rest: string) => string): void {
	try {
		for (const key of Object.keys(areaOf(area)).filter((key) => key.startsWith(prefix))) {
			const next = prefix + rename(key.slice(prefix.length));
			const text = next === key ? null : readText(area, key);
			if (text !== null && writeText(area, next, text)) removeText(area, key);
		}
	} catch {
		// Storage that cannot be reached holds nothing of ours.
	}
}

/** Calls back when another tab changes local storage; `key` is null where all of it was cleared. Returns a function that stops it. */
export function onOtherTab(callback: (key: string | null) => void): () => void {
	const onStorage = (event: StorageEvent) => callback(event.key);
	window.addEventListener('storage', onStorage);
	return () => window.removeEventListener('storage', onStorage);
}

/**
 * Tells of changes of some keys of local storage.
 * @returns `changed`, to be called after each change in this tab, and `watch`, which calls back after one in any tab and
 * returns a function that stops it
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

/** Delay after the first screen, in ms. */
const afterwards = 1_000;

/** Work the user is waiting for. */
const awaited = new Set<Promise<unknown>>();

/** Marks work the user is waiting for; deferrable work starts after it. */
export async function trackPendingWork<T>(work: Promise<T>): Promise<T> {
	awaited.add(work);
	try {
		return await work;
	} finally {
		awaited.delete(work);
	}
}

/** Resolves when the user isn't waiting for any work. */
export async function noPendingWork(): Promise<void> {
	while (awaited.size > 0) await Promise.allSettled(awaited);
}

/** Loads a part while the browser is idle, so it's available offline; not if the user asked to save data. */
export function prefetchWhenIdle(load: () => unknown): void {
	whenIdle(() => (isDataSaved() ? undefined : load()));
}

/** Runs deferrable work when idle. Failures are ignored, since it runs again on demand. */
export function whenIdle(load: () => unknown): void {
	setTimeout(async () => {
		await noPendingWork();
		if (typeof requestIdleCallback === 'function') requestIdleCallback(() => attempt(load));
		else attempt(load);
	}, afterwards);
}

/** Resolves when deferrable work may run. */
export const idle = (): Promise<void> => new Promise((resolve) => whenIdle(resolve));

/** Not supported by all browsers (https://wicg.github.io/savedata/). */
const isDataSaved = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

async function attempt(load: () => unknown): Promise<void> {
	try {
		await load();
	} catch {
		// The work is requested again when it's needed, and its error is shown then.
	}
}

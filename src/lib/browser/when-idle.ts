/** After the first screen, ms. */
const afterwards = 1_000;

/** Work that somebody waits for. */
const awaited = new Set<Promise<unknown>>();

/** Work that somebody waits for: what can wait begins after it, so that the machine is free for it. */
export async function aheadOfIdle<T>(work: Promise<T>): Promise<T> {
	awaited.add(work);
	try {
		return await work;
	} finally {
		awaited.delete(work);
	}
}

/** Fulfills when nobody waits for work. */
export async function nothingAwaited(): Promise<void> {
	while (awaited.size > 0) await Promise.allSettled(awaited);
}

/** Loads a part while the browser is idle, so that it is there without a network; not for people who asked to save data. */
export function prefetchWhenIdle(load: () => unknown): void {
	whenIdle(() => (isDataSaved() ? undefined : load()));
}

/** Does what can wait until nothing else goes on. Where it fails, nothing is told: it is done again when it is needed. */
export function whenIdle(load: () => unknown): void {
	setTimeout(async () => {
		await nothingAwaited();
		if (typeof requestIdleCallback === 'function') requestIdleCallback(() => attempt(load));
		else attempt(load);
	}, afterwards);
}

/** Not every browser tells (https://wicg.github.io/savedata/). */
const isDataSaved = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

async function attempt(load: () => unknown): Promise<void> {
	try {
		await load();
	} catch {
		// It is asked for again, and its failure shown, where it is needed.
	}
}

/** After the first screen, ms. */
const afterwards = 1_000;

/** Loads a part while the browser is idle, so that it is there without a network; not for people who asked to save data. */
export function prefetchWhenIdle(load: () => unknown): void {
	whenIdle(() => (isDataSaved() ? undefined : load()));
}

/** Does what can wait until nothing else goes on. Where it fails, nothing is told: it is done again when it is needed. */
export function whenIdle(load: () => unknown): void {
	setTimeout(() => {
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

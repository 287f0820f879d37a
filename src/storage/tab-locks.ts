/**
 * Holds a lock for this tab, so the browser's other tabs know it's active.
 * @param name of the lock: "save <key>", "answer <turn>"
 * @returns releases it; null: another tab holds it
 */
export function holdLock(name: string): Promise<(() => void) | null> {
	// Locks exist only in secure contexts.
	const { locks } = navigator;
	if (locks === undefined) return Promise.resolve(() => {});
	return new Promise((resolve) => {
		locks
			.request(lockOf(name), { ifAvailable: true }, (lock) => {
				if (lock === null) return resolve(null);
				return new Promise<void>((release) => resolve(() => release()));
			})
			.catch(() => resolve(() => {}));
	});
}

/** Whether any tab of this browser holds a lock. */
export async function isLockHeld(name: string): Promise<boolean> {
	const held = (await navigator.locks?.query())?.held ?? [];
	return held.some((lock) => lock.name === lockOf(name));
}

/** Resolves when no tab holds a lock. @throws AbortError */
export async function whenLockReleased(name: string, signal: AbortSignal): Promise<void> {
	await navigator.locks?.request(lockOf(name), { signal }, () => {});
}

const lockOf = (name: string): string => `dataset-console ${name}`;

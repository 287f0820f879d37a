/**
 * Holds a lock for this tab, so that other tabs of this browser see that it is at work.
 * @param name of the lock, with what it stands for: "save <key>", "answer <turn>"
 * @returns releases it; null: another tab holds it
 */
export function holdLock(name: string): Promise<(() => void) | null> {
	// Only secure contexts have locks.
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

/** Whether some tab of this browser holds a lock. */
export async function isLockHeld(name: string): Promise<boolean> {
	const held = (await navigator.locks?.query())?.held ?? [];
	return held.some((lock) => lock.name === lockOf(name));
}

/** Fulfills when no tab holds a lock any more. @throws AbortError */
export async function whenLockReleased(name: string, signal: AbortSignal): Promise<void> {
	await navigator.locks?.request(lockOf(name), { signal }, () => {});
}

const lockOf = (name: string): string => `dataset-console ${name}`;

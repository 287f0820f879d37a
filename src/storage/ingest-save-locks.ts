const lockOf = (key: string): string => `dataset-console save ${key}`;

/**
 * Holds a save for this tab, so that no other one sends it or gives it up.
 * @returns lets go of it; null: another tab of this browser holds it
 */
export function holdSave(key: string): Promise<(() => void) | null> {
	// Only secure contexts have locks.
	const { locks } = navigator;
	if (locks === undefined) return Promise.resolve(() => {});
	return new Promise((resolve) => {
		locks
			.request(lockOf(key), { ifAvailable: true }, (lock) => {
				if (lock === null) return resolve(null);
				return new Promise<void>((release) => resolve(() => release()));
			})
			.catch(() => resolve(() => {}));
	});
}

/** Whether some tab of this browser sends a save. */
export async function isHeld(key: string): Promise<boolean> {
	const held = (await navigator.locks?.query())?.held ?? [];
	return held.some(({ name }) => name === lockOf(key));
}

/** Fulfils when no tab sends a save any more. @throws AbortError */
export async function whenLetGo(key: string, signal: AbortSignal): Promise<void> {
	await navigator.locks?.request(lockOf(key), { signal }, () => {});
}

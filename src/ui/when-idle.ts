/** After the first screen, ms. */
const afterwards = 4_000;

/** Loads a part that is not needed yet while nothing else goes on, so that it is there when it is, even without a network. */
export function whenIdle(load: () => Promise<unknown>): void {
	setTimeout(() => {
		const run = () => void load().catch(() => {});
		if (typeof requestIdleCallback === 'function') requestIdleCallback(run);
		else run();
	}, afterwards);
}

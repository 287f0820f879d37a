/** Lets others have their turn where work has held the event loop for long; to be awaited often. */
export type Breathe = () => Promise<void>;

/** Longest that work goes on without a pause, ms. */
const turnMs = 8;

/** @param signal ends the work between two turns; it rejects with the signal's reason */
export function createBreathe(signal: AbortSignal): Breathe {
	let since = performance.now();
	return async () => {
		if (performance.now() - since < turnMs) return;
		await new Promise((resolve) => setImmediate(resolve));
		signal.throwIfAborted();
		since = performance.now();
	};
}

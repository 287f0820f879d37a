/** Passes values on, but none that comes sooner than `everyMs` after the last one that was passed on. */
export function throttle<Args extends readonly unknown[]>(report: (...args: Args) => void, everyMs = 100) {
	let last = performance.now();
	return (...args: Args): void => {
		if (performance.now() - last < everyMs) return;
		last = performance.now();
		report(...args);
	};
}

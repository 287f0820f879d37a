/** Passes calls on, except those within `everyMs` of the last one passed on. */
export function throttle<Args extends readonly unknown[]>(report: (...args: Args) => void, everyMs = 100) {
	let last = performance.now();
	return (...args: Args): void => {
		if (performance.now() - last < everyMs) return;
		last = performance.now();
		report(...args);
	};
}

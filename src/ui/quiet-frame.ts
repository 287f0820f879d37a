/** After a key, what it changes is drawn before anything else is, ms. */
const quiet = 48;
/** Nothing waits longer for that, ms: a key that is held down would stop everything. */
const longest = 200;

let lastKey = Number.NEGATIVE_INFINITY;
if (typeof document !== 'undefined') {
	const note = () => {
		lastKey = performance.now();
	};
	document.addEventListener('keydown', note, { capture: true, passive: true });
}

/**
 * Does some work at the next frame in which no key is waiting to be drawn. Frames are not drawn in hidden tabs.
 * @returns takes it back
 */
export function atQuietFrame(work: () => void): () => void {
	const begun = performance.now();
	let frame = 0;
	let timer: ReturnType<typeof setTimeout> | undefined;
	const ask = () => {
		frame = requestAnimationFrame(look);
	};
	const look = () => {
		const now = performance.now();
		const wait = quiet - (now - lastKey);
		if (wait > 0 && now - begun < longest) timer = setTimeout(ask, wait);
		else work();
	};
	ask();
	return () => {
		cancelAnimationFrame(frame);
		clearTimeout(timer);
	};
}

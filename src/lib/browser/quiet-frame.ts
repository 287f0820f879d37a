import { nextTask } from '#lib/concurrency/next-task.ts';

/** A user is still typing within this many ms of a key. */
const typing = 400;
/** While typing, this multiple of the last work's duration is left for keys. */
const share = 3;
/** Within this many ms of a key's own frame, the next key is as far away as possible. */
const justDrawn = 40;
/** Maximum wait for a key's frame, in ms, since a held key would block everything. */
const longest = 400;

let lastKey = Number.NEGATIVE_INFINITY;
let isKeyWaiting = false;
let keyDrawn = Number.NEGATIVE_INFINITY;
/** Earliest time for more work while typing. */
let free = 0;

if (typeof document !== 'undefined') {
	const note = () => {
		lastKey = performance.now();
		if (isKeyWaiting) return;
		isKeyWaiting = true;
		requestAnimationFrame(async () => {
			await nextTask();
			isKeyWaiting = false;
			keyDrawn = performance.now();
		});
	};
	document.addEventListener('keydown', note, { capture: true, passive: true });
}

/**
 * Runs work at the next frame. While the user types, right after a key's own frame and less often, so it's done before
 * the next key. Hidden tabs render no frames.
 * @returns cancels it
 */
export function atQuietFrame(work: () => void): () => void {
	const requestedAt = performance.now();
	let frame = 0;
	const look = () => {
		const now = performance.now();
		const isTyping = now - lastKey <= typing;
		const isGoodMoment = now >= free && !isKeyWaiting && now - keyDrawn <= justDrawn;
		if (!isTyping || isGoodMoment || now - requestedAt > longest) perform(work, now);
		else frame = requestAnimationFrame(look);
	};
	frame = requestAnimationFrame(look);
	return () => cancelAnimationFrame(frame);
}

function perform(work: () => void, began: number): void {
	free = Number.POSITIVE_INFINITY;
	try {
		work();
	} finally {
		// The next task runs after rendering.
		void nextTask().then(() => {
			const now = performance.now();
			free = now + share * (now - began);
		});
	}
}

import { nextTask } from '#lib/concurrency/next-task.ts';

/** So long after a key, ms, somebody goes on typing. */
const typing = 400;
/** While somebody types, what is left to keys for each time that some work took. */
const share = 3;
/** So soon after a key's own frame, ms, the next key is farthest. */
const justDrawn = 40;
/** Nothing waits longer for a key's frame, ms: a key that is held down would stop everything. */
const longest = 400;

let lastKey = Number.NEGATIVE_INFINITY;
let isKeyWaiting = false;
let keyDrawn = Number.NEGATIVE_INFINITY;
/** When work may be done again while somebody types. */
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
 * Does some work at the next frame; while somebody types right after a key's own frame, so that it is done when the next key
 * comes, and less often. Frames are not drawn in hidden tabs.
 * @returns takes it back
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
		// By the next task what was changed is drawn.
		void nextTask().then(() => {
			const now = performance.now();
			free = now + share * (now - began);
		});
	}
}

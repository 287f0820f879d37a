import { useEffect, useState } from 'react';

/** Without a key for this many ms, the user isn't in the middle of a word. */
const pause = 800;

let lastKey = Number.NEGATIVE_INFINITY;
if (typeof document !== 'undefined') {
	document.addEventListener('keydown', () => (lastKey = performance.now()), { capture: true, passive: true });
}

/** True from the first typing pause after `wanted` became true, so taking the focus steals no keys. */
export function useTypingPause(wanted: boolean): boolean {
	const [paused, setPaused] = useState(false);
	if (!wanted && paused) setPaused(false);
	useEffect(() => {
		if (!wanted) return;
		let timer: ReturnType<typeof setTimeout>;
		const look = () => {
			const left = lastKey + pause - performance.now();
			if (left <= 0) setPaused(true);
			else timer = setTimeout(look, left);
		};
		look();
		return () => clearTimeout(timer);
	}, [wanted]);
	return wanted && paused;
}

import { useSyncExternalStore } from 'react';

/** One clock for all relative times, so a page with a thousand has one timer. */
const step = 10_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	timer ??= setInterval(() => {
		for (const notify of listeners) notify();
	}, step);
	return () => {
		listeners.delete(listener);
		if (listeners.size > 0) return;
		clearInterval(timer);
		timer = undefined;
	};
}

const now = () => Math.floor(Date.now() / step) * step;

/** The current time in ms, rounded down to 10 s and updated that often. */
export const useNow = (): number => useSyncExternalStore(subscribe, now, now);

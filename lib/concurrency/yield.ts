import { nextTask } from './next-task.ts';

/** Lets other tasks run if the current work has blocked the event loop for a long time. Call it often. */
export type YieldToEventLoop = () => Promise<void>;

/**
 * @param signal stops the work: the next yield rejects with its reason
 * @param everyMs how long work may block the event loop
 */
export function createYield(signal: AbortSignal, everyMs = 8): YieldToEventLoop {
	let since = performance.now();
	return async () => {
		if (performance.now() - since < everyMs) return;
		await nextTask();
		since = performance.now();
		signal.throwIfAborted();
	};
}

import { nextTask } from './next-task.ts';

/** Lets other tasks run if work has held the event loop for long. Call it often. */
export type YieldToEventLoop = () => Promise<void>;

/**
 * @param signal ends the work between two tasks: the function rejects with the signal's reason
 * @param everyMs how long work may hold the event loop
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

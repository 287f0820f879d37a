import { nextTask } from '../../lib/next-task.ts';

/** Work lets others have their turn after so long, ms: rows that come into view are not to wait for longer. */
const turn = 16;

/**
 * A function that, now and then, waits for what else there is to do. By a message and not by a timer: timers that follow
 * each other are held back by 4 ms.
 * @throws AbortError when nobody waits for the work any more
 */
export function turns(signal: AbortSignal): () => Promise<void> {
	let last = performance.now();
	return async () => {
		if (performance.now() - last < turn) return;
		await nextTask();
		last = performance.now();
		signal.throwIfAborted();
	};
}

/** Rows between two looks at the clock. */
const pieceRows = 4_096;

/** A count of rows in pieces, each with its first row and the one behind its last. */
export function* pieces(rows: number): Generator<[from: number, to: number]> {
	for (let from = 0; from < rows; from += pieceRows) yield [from, Math.min(rows, from + pieceRows)];
}

import { createYield, type YieldToEventLoop } from '#lib/concurrency/yield.ts';

/** How long a job may hold the event loop, ms: rows that come into view must not wait longer. */
const jobTaskMs = 16;

/** @throws AbortError when nobody waits for the job anymore */
export const createJobYield = (signal: AbortSignal): YieldToEventLoop => createYield(signal, jobTaskMs);

/** Rows between two looks at the clock. */
const pieceRows = 4_096;

/** A count of rows in pieces, each with its first row and the one behind its last. */
export function* pieces(rows: number): Generator<[from: number, to: number]> {
	for (let from = 0; from < rows; from += pieceRows) yield [from, Math.min(rows, from + pieceRows)];
}

import { throttle } from '#lib/concurrency/throttle.ts';
import { createYield, type YieldToEventLoop } from '#lib/concurrency/yield.ts';
import type { Work } from './row-source.ts';
import type { WorkerTable } from './worker-table.ts';

export interface JobContext {
	/** The rows that it was asked about. */
	readonly table: WorkerTable;
	/** Aborted when nobody waits for the job any more. */
	readonly signal: AbortSignal;
	/** Says that `done` of `total` rows were read; told to the page not too often. */
	progress(done: number, total: number): void;
	/** To be awaited often: lets rows that come into view be read. @throws AbortError */
	pause(): Promise<void>;
	/** Other rows that the page has open, by their number. @throws Error when they are closed */
	other(table: number): WorkerTable;
	/** Keeps rows that the job made, under a number that the page chose; they are closed with the rows they were made of. */
	keep(number: number, table: WorkerTable): void;
}

/** Work over all rows of a table. Input and result go between page and worker, so they are plain data or Blobs. */
export type Job<Input, Result> = (input: Input, context: JobContext) => Promise<Result>;

/** Jobs by their names; each is loaded when it is first asked for. */
export type Jobs = Readonly<Record<string, () => Promise<Job<never, unknown>>>>;

export interface JobSetting {
	readonly table: WorkerTable;
	readonly work: Work;
	other(table: number): WorkerTable | null | undefined;
	keep(number: number, table: WorkerTable): void;
}

/** Does a job by its name. @throws what the job throws */
export type RunJob = (name: string, input: unknown, setting: JobSetting) => Promise<unknown>;

/** Loads and does one of these jobs, in the worker or in the page. @throws what the job throws */
export async function runJob(
	jobs: Jobs,
	name: string,
	input: unknown,
	{ table, work, other, keep }: JobSetting,
): Promise<unknown> {
	const load = jobs[name];
	if (load === undefined) throw new Error(`There is no job "${name}".`);
	const job = await load();
	work.signal.throwIfAborted();
	return await job(input as never, {
		table,
		signal: work.signal,
		progress: throttle((done: number, total: number) => work.onProgress?.({ done, total })),
		pause: createJobYield(work.signal),
		other: (number) => {
			const found = other(number);
			if (found == null) throw new Error('The rows to compare with have been closed.');
			return found;
		},
		keep,
	});
}

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

import { throttle } from '#lib/concurrency/throttle.ts';
import { createYield, type YieldToEventLoop } from '#lib/concurrency/yield.ts';
import type { Work } from './row-source.ts';
import type { WorkerTable } from './worker-table.ts';

export interface JobContext {
	readonly table: WorkerTable;
	/** Aborted when no caller waits for the job anymore. */
	readonly signal: AbortSignal;
	/** Reports that `done` of `total` rows were read. Throttled. */
	progress(done: number, total: number): void;
	/** Await it often: lets visible rows be read. @throws AbortError */
	pause(): Promise<void>;
	/** Another open table, by number. @throws Error if it's closed */
	other(table: number): WorkerTable;
	/** Stores rows created by the job under a number the page chose. They're closed with the rows they came from. */
	keep(number: number, table: WorkerTable): void;
}

/** Work on all rows of a table. Input and result are sent between page and worker, so they're plain data or Blobs. */
export type Job<Input, Result> = (input: Input, context: JobContext) => Promise<Result>;

/** Jobs by name, each loaded on demand. */
export type Jobs = Readonly<Record<string, () => Promise<Job<never, unknown>>>>;

export interface JobSetting {
	readonly table: WorkerTable;
	readonly work: Work;
	other(table: number): WorkerTable | null | undefined;
	keep(number: number, table: WorkerTable): void;
}

/** Runs a job by name. @throws errors of the job */
export type RunJob = (name: string, input: unknown, setting: JobSetting) => Promise<unknown>;

/** Loads and runs a job, in the worker or page. @throws errors of the job */
export async function runJob(
	jobs: Jobs,
	name: string,
	input: unknown,
	{ table, work, other, keep }: JobSetting,
): Promise<unknown> {
	const load = jobs[name];
	if (load === undefined) throw new Error(`Unknown job "${name}".`);
	const job = await load();
	work.signal.throwIfAborted();
	return await job(input as never, {
		table,
		signal: work.signal,
		progress: throttle((done: number, total: number) => work.onProgress?.({ done, total })),
		pause: createJobYield(work.signal),
		other: (number) => {
			const found = other(number);
			if (found == null) throw new Error('The rows to compare with were closed. Open them again.');
			return found;
		},
		keep,
	});
}

/** How long a job may block the event loop, in ms, since visible rows must not wait longer. */
const jobTaskMs = 16;

/** @throws AbortError when no caller waits for the job anymore */
export const createJobYield = (signal: AbortSignal): YieldToEventLoop => createYield(signal, jobTaskMs);

/** Rows between checks of the clock. */
const pieceRows = 4_096;

/** Splits a row count into ranges [from, to). */
export function* pieces(rows: number): Generator<[from: number, to: number]> {
	for (let from = 0; from < rows; from += pieceRows) yield [from, Math.min(rows, from + pieceRows)];
}

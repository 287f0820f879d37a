import type { WorkerTable } from './worker-table.ts';

/** What a job has at hand. */
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

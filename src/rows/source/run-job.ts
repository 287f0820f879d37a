import type { Jobs } from './job.ts';
import type { Work } from './row-source.ts';
import { createJobYield } from './turns.ts';
import type { WorkerTable } from './worker-table.ts';

/** Progress is told no more often than so, ms. */
const often = 100;

/** Where a job is run: on which rows, beside which others. */
export interface JobSetting {
	readonly table: WorkerTable;
	readonly work: Work;
	/** Other rows that are open, by their number. */
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
	if (load === undefined) throw new Error(`There is no job “${name}”.`);
	const job = await load();
	work.signal.throwIfAborted();
	let told = performance.now();
	return await job(input as never, {
		table,
		signal: work.signal,
		progress: (done, total) => {
			if (performance.now() - told < often) return;
			told = performance.now();
			work.onProgress?.({ done, total });
		},
		pause: createJobYield(work.signal),
		other: (number) => {
			const found = other(number);
			if (found == null) throw new Error('The rows to compare with are not open any more.');
			return found;
		},
		keep,
	});
}

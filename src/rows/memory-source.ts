import type { RunJob } from './source/job.ts';
import { memoryTable } from './source/memory-table.ts';
import type { CellValue, CellWindow, GridColumn, JobRunner, RowSource, TableShape } from './source/row-source.ts';
import type { WorkerTable } from './source/worker-table.ts';
import { workingSource } from './source/working-source.ts';

/** Loads the page's job runner, so it's available when the service isn't. */
const loadPageJobs = () => import('./page-jobs.ts');

/** Loads the code for charts of in-memory rows. */
export const warmUpPageJobs = async (): Promise<void> => (await loadPageJobs()).warmUp();

/** Runs a job in the page. Its code loads on demand. */
export const runInPage: RunJob = async (...job) => await (await loadPageJobs()).runPageJob(...job);

/** Rows in memory. Operations on all rows run in the page. */
export function memorySource(columns: readonly GridColumn[], rows: readonly (readonly CellValue[])[]): RowSource {
	lastNumber += 1;
	return sourceOf(lastNumber, memoryTable(columns, rows));
}

/** Rows created by jobs, by number, until they're closed. */
const made = new Map<number, WorkerTable>();
const location = {};
let lastNumber = 0;

function sourceOf(number: number, table: WorkerTable): RowSource {
	const rows = async (window: CellWindow, signal: AbortSignal) => await table.rows(window, signal);
	return workingSource({ columns: table.columns, rowCount: table.rowCount, rows }, runnerOf(number, table));
}

const runnerOf = (number: number, table: WorkerTable): JobRunner => ({
	table: number,
	location,
	run: async (name, input, work) => {
		const keep = (target: number, its: WorkerTable) => void made.set(target, its);
		return await runInPage(name, input, { table, work, other: (target) => made.get(target), keep });
	},
	make: async (name, input, work) => {
		lastNumber += 1;
		const target = lastNumber;
		const close = () => {
			made.get(target)?.close?.();
			made.delete(target);
		};
		try {
			const result = (await runnerOf(number, table).run(name, input(target), work)) as TableShape;
			return { result, source: { ...sourceOf(target, made.get(target) ?? table), close } };
		} catch (error) {
			close();
			throw error;
		}
	},
});

import { memoryTable } from './memory-table.ts';
import type { CellValue, CellWindow, GridColumn, JobRunner, MadeShape, RowSource } from './row-source.ts';
import type { RunJob } from './run-job.ts';
import type { WorkerTable } from './worker-table.ts';
import { workingSource } from './working-source.ts';

/** Rows that are all in memory. @param runJob does the work over all of them */
export function createMemorySource(
	columns: readonly GridColumn[],
	rows: readonly (readonly CellValue[])[],
	runJob: RunJob,
): RowSource {
	lastNumber += 1;
	return sourceOf(lastNumber, memoryTable(columns, rows), runJob);
}

/** Rows that jobs made, by their numbers, until they are closed. */
const made = new Map<number, WorkerTable>();
const location = {};
let lastNumber = 0;

function sourceOf(number: number, table: WorkerTable, runJob: RunJob): RowSource {
	const rows = async (window: CellWindow, signal: AbortSignal) => await table.rows(window, signal);
	return workingSource({ columns: table.columns, rowCount: table.rowCount, rows }, runnerOf(number, table, runJob));
}

const runnerOf = (number: number, table: WorkerTable, runJob: RunJob): JobRunner => ({
	table: number,
	location,
	run: async (name, input, work) => {
		const keep = (target: number, its: WorkerTable) => void made.set(target, its);
		return await runJob(name, input, { table, work, other: (target) => made.get(target), keep });
	},
	make: async (name, input, work) => {
		lastNumber += 1;
		const target = lastNumber;
		const close = () => {
			made.get(target)?.close?.();
			made.delete(target);
		};
		try {
			const result = (await runnerOf(number, table, runJob).run(name, input(target), work)) as MadeShape;
			return { result, source: { ...sourceOf(target, made.get(target) ?? table, runJob), close } };
		} catch (error) {
			close();
			throw error;
		}
	},
});

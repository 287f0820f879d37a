import { memoryTable } from './memory-table.ts';
import type { CellValue, CellWindow, GridColumn, JobRunner, MadeShape, RowSource } from './row-source.ts';
import type { WorkerTable } from './worker-table.ts';
import { workingSource } from './working-source.ts';

/** Rows that are all in memory. Work over all of them is done in the page. */
export function memorySource(columns: readonly GridColumn[], rows: readonly (readonly CellValue[])[]): RowSource {
	lastNumber += 1;
	return sourceOf(lastNumber, memoryTable(columns, rows));
}

/** Rows that jobs made, by their numbers, until they are closed. */
const made = new Map<number, WorkerTable>();
const place = {};
let lastNumber = 0;

function sourceOf(number: number, table: WorkerTable): RowSource {
	const rows = async (window: CellWindow, signal: AbortSignal) => await table.rows(window, signal);
	return workingSource({ columns: table.columns, rowCount: table.rowCount, rows }, runnerOf(number, table));
}

const runnerOf = (number: number, table: WorkerTable): JobRunner => ({
	table: number,
	place,
	run: async (name, input, work) => {
		const { runJob } = await import('./run-job.ts');
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
			const result = (await runnerOf(number, table).run(name, input(target), work)) as MadeShape;
			return { result, source: { ...sourceOf(target, made.get(target) ?? table), close } };
		} catch (error) {
			close();
			throw error;
		}
	},
});

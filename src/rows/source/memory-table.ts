import type { CellValue, CellWindow, GridColumn } from './row-source.ts';
import type { WorkerTable } from './worker-table.ts';

interface MemoryTable extends WorkerTable {
	rows(window: CellWindow): CellValue[][];
}

/** Rows of a batch: few enough for others to have their turn in between. */
const batchRows = 2_048;

/** Rows that are all in memory, for the work that files are given too. */
export function memoryTable(columns: readonly GridColumn[], rows: readonly (readonly CellValue[])[]): MemoryTable {
	return {
		columns,
		rowCount: rows.length,
		rows: ({ rowStart, rowEnd, columnStart, columnEnd }) =>
			rows.slice(rowStart, rowEnd).map((row) => row.slice(columnStart, columnEnd)),
		pick: (order) =>
			memoryTable(
				columns,
				Array.from(order, (row) => rows[row] ?? []),
			),
		async *scan(wanted, signal, isWanted = () => true) {
			for (let start = 0; start < rows.length; start += batchRows) {
				const count = Math.min(batchRows, rows.length - start);
				if (!isWanted(start, count)) continue;
				signal.throwIfAborted();
				const stores = wanted.map((column) => ({ value: (row: number) => rows[start + row]?.[column] ?? null }));
				yield { start, rows: count, stores };
			}
		},
	};
}

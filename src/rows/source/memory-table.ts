import type { CellValue, GridColumn } from './row-source.ts';
import { neededPieces, type WorkerTable } from './worker-table.ts';

/** Rows per batch, small enough to yield in between. */
const batchRows = 2_048;

export function memoryTable(columns: readonly GridColumn[], rows: readonly (readonly CellValue[])[]): WorkerTable {
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
		async *scan(wanted, signal, needsRows) {
			for (const piece of neededPieces(rows.length, batchRows, signal, needsRows)) {
				const value = (row: number, column: number) => rows[piece.start + row]?.[column] ?? null;
				yield { ...piece, stores: wanted.map((column) => ({ value: (row) => value(row, column) })) };
			}
		},
	};
}

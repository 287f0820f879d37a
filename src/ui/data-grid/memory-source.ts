import { memoryTable } from './files/memory-table.ts';
import type { CellValue, GridColumn, RowSource } from './row-source.ts';

/** Rows that are all in memory. */
export function memorySource(columns: readonly GridColumn[], rows: readonly (readonly CellValue[])[]): RowSource {
	const table = memoryTable(columns, rows);
	return { columns, rowCount: table.rowCount, rows: async (window) => table.rows(window) };
}

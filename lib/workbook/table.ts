import { headerOf } from '../delimited/header.ts';
import type { Cell } from './read-sheet.ts';

type Rows = readonly (readonly Cell[])[];

export interface SheetTable {
	/** The sheet's rows, without empty columns before the table. */
	readonly rows: Rows;
	readonly preamble: number;
	readonly headerRows: number;
	readonly isHeaderUnsure: boolean;
	readonly width: number;
}

/**
 * Finds the start of a sheet's table: the chosen row, or else the first one with at least half as many values as the fullest. Column names are texts or
 * dates.
 */
export function tableOf(
	sheet: Rows,
	chosen: { readonly preamble?: number | undefined; readonly headerRows?: number | undefined },
): SheetTable {
	const filled = (row: readonly Cell[]) => row.filter((cell) => cell !== null).length;
	const max = sheet.reduce((fullest, row) => Math.max(fullest, filled(row)), 0);
	const preamble =
		chosen.preamble ??
		Math.max(
			0,
			sheet.findIndex((row) => filled(row) * 2 > max),
		);
	const before = (row: readonly Cell[]) => row.findIndex((cell) => cell !== null);
	const starts = sheet
		.slice(preamble)
		.map(before)
		.filter((start) => start >= 0);
	const left = starts.reduce((leftmost, start) => Math.min(leftmost, start), starts[0] ?? 0);
	const rows = left === 0 ? sheet : sheet.map((row, index) => (index < preamble ? row : row.slice(left)));
	const width = rows.slice(preamble).reduce((widest, row) => Math.max(widest, row.length), 0);
	const first = rows[preamble] ?? [];
	const textsOf = (row: readonly Cell[]) => Array.from({ length: width }, (_, index) => row[index]?.text ?? '');
	const isHeader = first.every((cell) => cell === null || cell.kind === 'text' || cell.kind === 'date');
	const header = headerOf(textsOf(first), rows.slice(preamble + 1, preamble + 501).map(textsOf));
	return {
		rows,
		preamble,
		headerRows: chosen.headerRows ?? (isHeader && first.length > 0 ? 1 : header.rows),
		isHeaderUnsure: chosen.headerRows === undefined && header.isUnsure && (!isHeader || header.rows === 1),
		width,
	};
}

import { headerOf } from '../delimited/header.ts';
import type { Cell } from './read-sheet.ts';

/** Where a sheet's table begins: as chosen, or else at the first row of which at least half is filled. Names are texts or dates. */
export function firstRowOf(
	rows: readonly (readonly Cell[])[],
	chosen: { readonly preamble?: number | undefined; readonly headerRows?: number | undefined },
): { preamble: number; headerRows: number; isHeaderUnsure: boolean; width: number } {
	const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
	const filled = (row: readonly Cell[]) => row.filter((cell) => cell !== null).length;
	const found = rows.findIndex((row) => filled(row) * 2 > width);
	const preamble = chosen.preamble ?? Math.max(0, found);
	const first = rows[preamble] ?? [];
	const textsOf = (row: readonly Cell[]) => Array.from({ length: width }, (_, index) => row[index]?.text ?? '');
	const isHeader = first.every((cell) => cell === null || cell.kind === 'text' || cell.kind === 'date');
	const header = headerOf(textsOf(first), rows.slice(preamble + 1, preamble + 501).map(textsOf));
	return {
		preamble,
		headerRows: chosen.headerRows ?? (isHeader && first.length > 0 ? 1 : header.rows),
		isHeaderUnsure: chosen.headerRows === undefined && header.isUnsure && (!isHeader || header.rows === 1),
		width,
	};
}

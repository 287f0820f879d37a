import type { Cell } from './read-sheet.ts';

/** Where a sheet's table begins: as chosen, or else at the first row of which at least half is filled. Names are texts or dates. */
export function firstRowOf(
	rows: readonly (readonly Cell[])[],
	chosen: { readonly preamble?: number | undefined; readonly headerRows?: number | undefined },
): { preamble: number; headerRows: number; width: number } {
	const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
	const filled = (row: readonly Cell[]) => row.filter((cell) => cell !== null).length;
	const found = rows.findIndex((row) => filled(row) * 2 > width);
	const preamble = chosen.preamble ?? Math.max(0, found);
	const isHeader = rows[preamble]?.every((cell) => cell === null || cell.kind === 'text' || cell.kind === 'date');
	return { preamble, headerRows: chosen.headerRows ?? (isHeader === true ? 1 : 0), width };
}

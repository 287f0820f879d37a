import type { Cell } from '#lib/workbook/read-sheet.ts';

type Rows = readonly (readonly Cell[])[];

/**
 * What people should know about rows of a sheet that may not belong to its table.
 * @param rows those below the names, blank ones included
 */
export const rowRemarks = (rows: Rows): string[] => [...anotherTable(rows), ...totalRow(rows)];

/** Names of another table: texts after a blank row, at least one of them in a column that only has other values above. */
function anotherTable(rows: Rows): string[] {
	for (const [at, row] of rows.entries()) {
		if (at < 2 || rows[at - 1]?.some((cell) => cell !== null)) continue;
		const cells = row.flatMap((cell, index) => (cell === null ? [] : [{ ...cell, index }]));
		if (cells.length < 2 || cells.some(({ kind }) => kind !== 'text')) continue;
		const above = (index: number) => rows.slice(0, at).flatMap((earlier) => earlier[index] ?? []);
		const hasNew = cells.some(
			({ index }) => above(index).length > 0 && above(index).every(({ kind }) => kind !== 'text'),
		);
		if (hasNew)
			return [
				`The row ${quoted(cells)}, after a blank row, may contain the column names of another table. If so, move that table to a separate sheet.`,
			];
	}
	return [];
}

const totalWord = /^(?:(?:grand |sub-?)?totals?|sum)\b/i;

function totalRow(rows: Rows): string[] {
	const cells = rows.findLast((row) => row.some((cell) => cell !== null))?.flatMap((cell) => cell ?? []) ?? [];
	const [first] = cells;
	const hasSum = cells.some(({ kind }) => kind === 'number');
	if (first?.kind !== 'text' || !totalWord.test(first.text) || !hasSum || rows.length < 3) return [];
	return [`The last row, ${quoted(cells)}, may be a total. If so, remove it from the file.`];
}

const quoted = (cells: readonly NonNullable<Cell>[]): string =>
	`"${cells
		.map(({ text }) => text)
		.join(', ')
		.slice(0, 100)}"`;

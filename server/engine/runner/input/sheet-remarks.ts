import { headerOf } from '#lib/delimited/header.ts';
import type { Cell } from '#lib/workbook/read-sheet.ts';
import type { Doubt } from './doubts.ts';

type Rows = readonly (readonly Cell[])[];

/** Rows of a sheet as an option names them, such as `1-12`. */
export function rowsNamed(sheet: Rows, named: string): Rows {
	const [from = 1, to = sheet.length] = named.split('-').map(Number);
	return sheet.slice(from - 1, to);
}

/**
 * The rows of each table of a sheet, if it has several. Another table begins with names: text cells after a blank row that are clearly the names of
 * the rows below, or at least one of which is in a column with only other types of values above.
 * @param names where the first table's names end
 */
export function tablesIn(sheet: Rows, names: number): string[] {
	const starts = [0];
	let above = new Map<number, { hasTexts: boolean }>();
	let least = names + 2;
	for (const [index, row] of sheet.entries()) {
		if (index < names) continue;
		const cells = row.flatMap((cell, index) => (cell === null ? [] : [{ ...cell, index }]));
		const isNames =
			index >= least &&
			isBlank(sheet[index - 1]) &&
			cells.length > 1 &&
			cells.every(({ kind }) => kind === 'text') &&
			(cells.some(({ index }) => above.get(index)?.hasTexts === false) ||
				areNames(row, sheet.slice(index + 1, index + 21))) &&
			!isBlank(sheet[index + 1]);
		if (isNames) {
			starts.push(index);
			[above, least] = [new Map(), index + 3];
			continue;
		}
		for (const { kind, index } of cells)
			above.set(index, { hasTexts: kind === 'text' || above.get(index)?.hasTexts === true });
	}
	if (starts.length === 1) return [];
	return starts.map((start, index) => {
		const end = starts[index + 1] ?? sheet.length;
		const blank = sheet
			.slice(start, end)
			.reverse()
			.findIndex((row) => !isBlank(row));
		return `${start + 1}-${end - Math.max(0, blank)}`;
	});
}

/** @param below the rows that follow, up to a blank one */
function areNames(row: readonly Cell[], below: Rows): boolean {
	const end = below.findIndex(isBlank);
	const textsOf = (cells: readonly Cell[]) => row.map((_, index) => cells[index]?.text ?? '');
	const { rows, isUnsure } = headerOf(textsOf(row), (end < 0 ? below : below.slice(0, end)).map(textsOf));
	return rows === 1 && !isUnsure;
}

const maxTables = 5;

/** @param tables the rows of each @param rows number of rows of the sheet */
export function tablesDoubt(tables: readonly string[], rows: number): Doubt {
	const shown = tables.slice(0, maxTables);
	const listed = shown.map((named) => `rows ${named.replace('-', '–')}`).join(', ');
	const remark = `The sheet may have ${tables.length.toLocaleString('en')} tables: ${listed}${shown.length < tables.length ? ' and others' : ''}. Choose the rows to read.`;
	return { option: 'sheetRows', values: [...shown, `1-${rows}`], remark };
}

const isBlank = (row: readonly Cell[] = []): boolean => row.every((cell) => cell === null);

import { cellFace } from './cell-text.ts';
import type { CellValue, GridColumn } from './row-source.ts';

export const narrowest = 56;
export const widest = 1_200;
/** Limits of a width that the grid chooses by itself, px. */
const [least, most] = [72, 360];
/** Average advance of a character at 13 px, px: monospace or the interface's face, bold for names, 11 px for types. */
const advance = { mono: 8.1, text: 7, name: 7.8, type: 7.1 } as const;
const padding = 24;

/** Widths that suit the names, the types and the first rows. `rows` holds values from the first column on. */
export function fittingWidths(columns: readonly GridColumn[], rows: readonly (readonly CellValue[])[]): number[] {
	return columns.map((column, index) => fittingWidth(column, rows, index));
}

function fittingWidth(column: GridColumn, rows: readonly (readonly CellValue[])[], index: number): number {
	const perCharacter = column.kind === 'text' || column.kind === 'boolean' ? advance.text : advance.mono;
	let longest: number = usualLength[column.kind];
	if (rows.length > 0 && index < (rows[0]?.length ?? 0)) {
		longest = 0;
		for (const row of rows) {
			const length = cellFace(row[index] ?? null, column.kind).text.length;
			if (length > longest) longest = length;
		}
	}
	const header = Math.max(column.name.length * advance.name, Math.min(column.type.length, 24) * advance.type);
	return Math.round(Math.min(most, Math.max(least, header + padding, longest * perCharacter + padding)));
}

/** Characters that are expected of a column before any row was seen. */
const usualLength = {
	text: 18,
	digits: 10,
	integer: 10,
	float: 10,
	decimal: 12,
	boolean: 5,
	temporal: 19,
	json: 28,
	blob: 20,
} as const;

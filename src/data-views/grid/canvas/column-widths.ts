import { type CellKind, type CellValue, faceLength, type GridColumn, isRightAligned } from '../../../rows/index.ts';

export const narrowest = 56;
export const widest = 1_200;
/** Limits of automatic widths, in px. Numbers have no upper limit, since a cut-off number reads as a different one. */
const least = 72;
const most = (kind: CellKind, room: number): number =>
	isRightAligned(kind) ? widest : kind === 'text' && room > 0 && room < narrow ? Math.max(least, room / 2) : 360;
/** Grids narrower than this limit a text column to half of their width, so that the figure next to it is in view. */
const narrow = 480;
/** Average character width at 13 px, in px: monospace, the interface font, bold for names, and 11 px for types. */
const advance = { mono: 8.1, text: 7.6, name: 7.8, type: 7.1 } as const;
const padding = 24;
/** Header space for the sort arrow and menu button, in px. */
const signs = 26;

type Rows = readonly (readonly CellValue[])[];

/**
 * Column widths in px. They fit names and types at first, grow with the values that scroll into view, and never shrink
 * on their own.
 */
export class ColumnWidths {
	readonly #columns: readonly GridColumn[];
	readonly #room: () => number;
	readonly #widths: number[];
	/** Columns already fitted to values. */
	readonly #fitted = new Set<number>();
	readonly #chosen = new Set<number>();

	/** @param room width of the grid, in px; 0 if it isn't shown yet */
	constructor(columns: readonly GridColumn[], room: () => number) {
		this.#columns = columns;
		this.#room = room;
		this.#widths = columns.map((column) => fittingWidth(column, null, room()));
	}

	get all(): readonly number[] {
		return this.#widths;
	}

	/** Grows columns from `from` on to fit new rows. @returns whether any width changed */
	takeIn(from: number, rows: Rows): boolean {
		let changed = false;
		const count = rows[0]?.length ?? 0;
		for (let at = 0; at < count; at += 1) {
			const index = from + at;
			const column = this.#columns[index];
			if (column === undefined || this.#chosen.has(index)) continue;
			const before = this.#widths[index] ?? 0;
			const width = Math.max(fittingWidth(column, { rows, at }, this.#room()), this.#fitted.has(index) ? before : 0);
			this.#fitted.add(index);
			this.#widths[index] = width;
			changed ||= width !== before;
		}
		return changed;
	}

	/** Sets a width chosen by the user. It no longer changes automatically. */
	choose(index: number, width: number): void {
		this.#chosen.add(index);
		this.#widths[index] = width;
	}

	/** Replaces all chosen widths. @returns columns whose width is no longer chosen */
	chooseOnly(chosen: ReadonlyMap<number, number>): number[] {
		const released = [...this.#chosen].filter((index) => !chosen.has(index));
		for (const [index, width] of chosen) this.choose(index, width);
		return released;
	}

	/** Fits a column to `rows`, whose first column is `from`. It grows automatically again. */
	fit(index: number, from: number, rows: Rows): void {
		const column = this.#columns[index];
		if (column === undefined) return;
		this.#chosen.delete(index);
		this.#fitted.add(index);
		this.#widths[index] = fittingWidth(column, { rows, at: index - from }, this.#room());
	}
}

/** @param seen rows and the column's index in them; null before any rows arrived */
function fittingWidth(column: GridColumn, seen: { rows: Rows; at: number } | null, room: number): number {
	const perCharacter = column.kind === 'text' || column.kind === 'boolean' ? advance.text : advance.mono;
	let longest: number = seen === null || seen.rows.length === 0 ? usualLength[column.kind] : 0;
	const measure = (value: CellValue) => {
		const length = faceLength(value, column.kind);
		if (length > longest) longest = length;
	};
	for (const value of column.extremes ?? []) measure(value);
	if (seen !== null) for (const row of seen.rows) measure(row[seen.at] ?? null);
	const header = Math.min(
		most('text', room),
		Math.max(column.name.length * advance.name + signs, Math.min(column.type.length, 24) * advance.type) + padding,
	);
	return Math.round(Math.max(least, header, Math.min(most(column.kind, room), longest * perCharacter + padding)));
}

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

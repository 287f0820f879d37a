import type { CellValue, GridColumn, SortTerm } from '../../../rows/index.ts';
import type { Cell } from './grid-keys.ts';
import type { Range } from './grid-selection.ts';

export type RowMark = 'added' | 'removed' | 'changed';

/**
 * What a frame shows. Ends are exclusive. Columns are counted among the shown ones: `columnStart` to `columnEnd`
 * scroll, those before `pinned` are always visible.
 */
export interface Frame {
	readonly rowStart: number;
	readonly rowEnd: number;
	readonly rowCount: number;
	readonly columnStart: number;
	readonly columnEnd: number;
	readonly pinned: number;
	/** Row and column offset, in px. */
	readonly offset: number;
	readonly left: number;
	readonly edges: Float64Array;
	readonly gutter: number;
	readonly columns: readonly GridColumn[];
	/** Source column index by position. */
	readonly shown: readonly number[];
	readonly sort: readonly SortTerm[];
	readonly active: Cell | null;
	/** The selection, if larger than the active cell. */
	readonly range: Range | null;
	/** Increments when values, widths or the selection change, to force a redraw. */
	readonly version: number;
	/** Lowercase text to highlight; empty: none. */
	readonly searchText: string;
	/** Null for unmarked rows, undefined if not known yet. */
	mark(row: number): RowMark | null | undefined;
	value(row: number, position: number): CellValue | undefined;
}

/** Distance of the last scroll frame: rows (negative is up) and px (negative is left). */
export interface Speed {
	readonly down: number;
	readonly across: number;
}

export const zeroSpeed: Speed = { down: 0, across: 0 };

export const columnOf = (frame: Frame, position: number): GridColumn | undefined =>
	frame.columns[frame.shown[position] ?? -1];

export const isColumnInView = (frame: Frame, position: number): boolean =>
	position < frame.pinned || (position >= frame.columnStart && position < frame.columnEnd);

export function positionsInView({ pinned, columnStart, columnEnd }: Frame): number[] {
	const positions: number[] = [];
	for (let index = 0; index < pinned; index += 1) positions.push(index);
	for (let index = columnStart; index < columnEnd; index += 1) positions.push(index);
	return positions;
}

import type { CellValue, GridColumn, SortTerm } from '../../../rows/index.ts';
import type { Cell } from './grid-keys.ts';
import type { Range } from './grid-selection.ts';

/** What became of a row, where the source compares. */
export type RowMark = 'added' | 'removed' | 'changed';

/**
 * What a frame shows. Ends are exclusive. Columns are counted by their position among those shown; `columnStart` to
 * `columnEnd` scroll, those before `pinned` are always in view.
 */
export interface Frame {
	readonly rowStart: number;
	readonly rowEnd: number;
	readonly rowCount: number;
	readonly columnStart: number;
	readonly columnEnd: number;
	readonly pinned: number;
	/** Offset into the rows and into the columns, px. */
	readonly offset: number;
	readonly left: number;
	readonly edges: Float64Array;
	readonly gutter: number;
	readonly columns: readonly GridColumn[];
	/** Index of the source's column at each position. */
	readonly shown: readonly number[];
	readonly sort: readonly SortTerm[];
	readonly active: Cell | null;
	/** What is selected, where that is more than the active cell. */
	readonly range: Range | null;
	/** Counts up when values came, widths or what is selected changed: what is drawn already is drawn again. */
	readonly version: number;
	/** Text in lower case that marks the cells that hold it; empty: none. */
	readonly sought: string;
	/** Null where a row is not marked; undefined while that is not known. */
	mark(row: number): RowMark | null | undefined;
	value(row: number, position: number): CellValue | undefined;
}

/** By how much the last scrolled frame moved: rows, negative upwards, and px of columns, negative to the left. */
export interface Speed {
	readonly down: number;
	readonly across: number;
}

export const atRest: Speed = { down: 0, across: 0 };

export const columnOf = (frame: Frame, position: number): GridColumn | undefined =>
	frame.columns[frame.shown[position] ?? -1];

export const isColumnInView = (frame: Frame, position: number): boolean =>
	position < frame.pinned || (position >= frame.columnStart && position < frame.columnEnd);

export function positionsInView({ pinned, columnStart, columnEnd }: Frame): number[] {
	const positions: number[] = [];
	for (let at = 0; at < pinned; at += 1) positions.push(at);
	for (let at = columnStart; at < columnEnd; at += 1) positions.push(at);
	return positions;
}

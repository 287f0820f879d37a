import type { Cell } from './grid-keys.ts';

/** Rectangle of cells by row and column position; both ends inclusive. */
export interface Range {
	readonly top: number;
	readonly bottom: number;
	readonly left: number;
	readonly right: number;
}

/** Anchor and head of a selection. `whole`: entire rows or columns through these cells. */
export interface Selection {
	readonly anchor: Cell;
	readonly focus: Cell;
	readonly whole: 'cells' | 'rows' | 'columns' | 'all';
}

export const selectCell = (cell: Cell): Selection => ({ anchor: cell, focus: cell, whole: 'cells' });

export function rangeOf({ anchor, focus, whole }: Selection, size: { rowCount: number; columnCount: number }): Range {
	const allRows = whole === 'columns' || whole === 'all';
	const allColumns = whole === 'rows' || whole === 'all';
	return {
		top: allRows ? 0 : Math.max(0, Math.min(anchor.row, focus.row)),
		bottom: allRows ? size.rowCount - 1 : Math.max(anchor.row, focus.row),
		left: allColumns ? 0 : Math.min(anchor.column, focus.column),
		right: allColumns ? size.columnCount - 1 : Math.max(anchor.column, focus.column),
	};
}

export const isInRange = ({ top, bottom, left, right }: Range, row: number, column: number): boolean =>
	row >= top && row <= bottom && column >= left && column <= right;

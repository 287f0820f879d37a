/** A grid cell: row (-1 is the header) and position among the shown columns. */
export interface Cell {
	readonly row: number;
	readonly column: number;
}

export const headerRow = -1;

export interface Board {
	readonly rowCount: number;
	readonly columnCount: number;
	/** Rows that fit in the view, minus one of overlap. */
	readonly page: number;
}

/** The cell a key moves to, or null for other keys (ARIA Authoring Practices, "Grid Pattern"). */
export function moveByKey(key: string, ctrl: boolean, from: Cell, board: Board): Cell | null {
	const to = target(key, ctrl, from, board);
	if (to === null) return null;
	// Only arrow keys enter the header and move along it.
	const first = to.row === headerRow && (key === 'ArrowUp' || from.row === headerRow) ? headerRow : 0;
	return {
		row: board.rowCount === 0 ? headerRow : Math.max(first, Math.min(board.rowCount - 1, to.row)),
		column: Math.max(0, Math.min(board.columnCount - 1, to.column)),
	};
}

function target(
	key: string,
	ctrl: boolean,
	{ row, column }: Cell,
	{ rowCount, columnCount, page }: Board,
): Cell | null {
	switch (key) {
		case 'ArrowDown':
			return { row: ctrl ? rowCount - 1 : row + 1, column };
		case 'ArrowUp':
			return { row: ctrl ? 0 : Math.max(headerRow, row - 1), column };
		case 'ArrowRight':
			return { row, column: ctrl ? columnCount - 1 : column + 1 };
		case 'ArrowLeft':
			return { row, column: ctrl ? 0 : column - 1 };
		case 'PageDown':
			return { row: row + page, column };
		case 'PageUp':
			return { row: Math.max(0, row - page), column };
		case 'Home':
			return { row: ctrl ? 0 : row, column: 0 };
		case 'End':
			return { row: ctrl ? rowCount - 1 : row, column: columnCount - 1 };
		default:
			return null;
	}
}

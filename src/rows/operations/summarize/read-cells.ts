import type { CellValue, RowSource } from '../../source/row-source.ts';

/** Selected cells: rows (end exclusive), and source column indexes in display order. */
export interface SelectedCells {
	readonly rowStart: number;
	readonly rowEnd: number;
	readonly columns: readonly number[];
}

export const cellCount = ({ rowStart, rowEnd, columns }: SelectedCells): number => (rowEnd - rowStart) * columns.length;

const piece = 24_000;

/**
 * Reads selected cells in pieces, in row and display order.
 * @throws AbortError when aborted, and errors of the source
 */
export async function readCells(
	source: RowSource,
	{ rowStart, rowEnd, columns }: SelectedCells,
	signal: AbortSignal,
	onRows: (rows: CellValue[][]) => void,
): Promise<void> {
	const runs = contiguous(columns);
	const rowsAtATime = Math.max(1, Math.floor(piece / Math.max(1, columns.length)));
	for (let row = rowStart; row < rowEnd; row += rowsAtATime) {
		const end = Math.min(rowEnd, row + rowsAtATime);
		const parts = await Promise.all(
			runs.map((run) => source.rows({ rowStart: row, rowEnd: end, columnStart: run.from, columnEnd: run.to }, signal)),
		);
		signal.throwIfAborted();
		onRows(Array.from({ length: end - row }, (_, index) => parts.flatMap((part) => part[index] ?? [])));
	}
}

function contiguous(columns: readonly number[]): { from: number; to: number }[] {
	const runs: { from: number; to: number }[] = [];
	for (const column of columns) {
		const last = runs.at(-1);
		if (last !== undefined && last.to === column) last.to += 1;
		else runs.push({ from: column, to: column + 1 });
	}
	return runs;
}

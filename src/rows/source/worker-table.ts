import type { RawPage } from './raw-values.ts';
import type { CellValue, CellWindow, GridColumn, TableShape } from './row-source.ts';

/** Decoded values of a column over consecutive rows. */
export interface CellStore {
	/** @param row relative to the batch's first */
	value(row: number): CellValue;
	/** All of its rows, if they have a raw form. */
	readonly pages?: readonly RawPage[];
}

export interface Batch {
	/** The first row's position in the table. */
	readonly start: number;
	readonly rows: number;
	readonly stores: readonly CellStore[];
}

/** Rows for which it returns false may be skipped. Called with a piece's first row and length. */
export type NeedsRows = (start: number, rows: number) => boolean;

/** A table where its rows are read: in the file worker, or in the page for in-memory rows. */
export interface WorkerTable {
	readonly columns: readonly GridColumn[];
	readonly rowCount: number;
	rows(window: CellWindow, signal: AbortSignal): CellValue[][] | Promise<CellValue[][]>;
	/**
	 * All rows in order, piece by piece, with only these columns decoded. A piece is freed when the next one comes.
	 * Cached rows in view aren't affected.
	 * @throws SourceError, AbortError
	 */
	scan(columns: readonly number[], signal: AbortSignal, needsRows?: NeedsRows): AsyncIterable<Batch>;
	/** Selected rows in another order, for tables where that's free: in memory. */
	pick?(order: Uint32Array): WorkerTable;
	/** Aborts all work, since no caller waits for it anymore. */
	close?(): void;
}

/** What the page receives about a table: data only. */
export const shapeOf = ({ columns, rowCount }: TableShape): TableShape => ({
	columns: columns.map(({ name, type, kind, extremes, nested }) => ({
		name,
		type,
		kind,
		...(extremes && { extremes }),
		...(nested && { nested }),
	})),
	rowCount,
});

export function* neededPieces(rowCount: number, size: number, signal: AbortSignal, needsRows: NeedsRows = () => true) {
	for (let start = 0; start < rowCount; start += size) {
		const rows = Math.min(size, rowCount - start);
		if (!needsRows(start, rows)) continue;
		signal.throwIfAborted();
		yield { start, rows };
	}
}

/** Rows with a gap up to this are read together. */
const smallGap = 64;

/** Columns of rows at arbitrary positions. @param order ascending rows */
export async function readAscending(
	table: WorkerTable,
	order: Uint32Array | Int32Array,
	columns: Pick<CellWindow, 'columnStart' | 'columnEnd'>,
	signal: AbortSignal,
): Promise<CellValue[][]> {
	const { columnStart, columnEnd } = columns;
	const rows: CellValue[][] = [];
	for (let from = 0; from < order.length; ) {
		const rowStart = order[from] as number;
		let to = from + 1;
		while (to < order.length && (order[to] as number) - (order[to - 1] as number) <= smallGap) to += 1;
		const rowEnd = (order[to - 1] as number) + 1;
		const run = await table.rows({ rowStart, rowEnd, columnStart, columnEnd }, signal);
		for (; from < to; from += 1) rows.push(run[(order[from] as number) - rowStart] ?? []);
	}
	return rows;
}

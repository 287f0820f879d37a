import type { TableShape } from './content.ts';
import type { CellValue, CellWindow, GridColumn } from './row-source.ts';

/** Decoded values of one column over some consecutive rows. */
export interface CellStore {
	/** @param row counted from the batch's first */
	value(row: number): CellValue;
}

/** Consecutive rows of a scan. */
export interface Batch {
	/** The first row's place in the table. */
	readonly start: number;
	readonly rows: number;
	/** One a column that was asked for, in that order. */
	readonly stores: readonly CellStore[];
}

/** Rows where they are read: in the worker for files, in the page for what is in memory. */
export interface WorkerTable {
	readonly columns: readonly GridColumn[];
	readonly rowCount: number;
	rows(window: CellWindow, signal: AbortSignal): CellValue[][] | Promise<CellValue[][]>;
	/**
	 * All rows in their order, a piece at a time; of each only these columns are decoded, and a piece is forgotten when the
	 * next one comes. What is kept for the rows in view stays as it is.
	 * @param isWanted rows for which it says no may be left out; asked with the first row of a piece and its length
	 * @throws SourceError, AbortError
	 */
	scan(
		columns: readonly number[],
		signal: AbortSignal,
		isWanted?: (start: number, rows: number) => boolean,
	): AsyncIterable<Batch>;
	/** Some of the rows in another order, where that costs nothing: the rows are in memory. */
	pick?(order: Uint32Array): WorkerTable;
	/** Ends what goes on in it, for nobody waits for it any more. */
	close?(): void;
}

/** What the page knows of rows: data only, without what reads them. */
export const shapeOf = ({ columns, rowCount }: TableShape): TableShape => ({
	columns: columns.map(({ name, type, kind, extremes }) => ({ name, type, kind, ...(extremes && { extremes }) })),
	rowCount,
});

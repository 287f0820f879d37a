import type { RawPage } from './raw-values.ts';
import type { CellValue, CellWindow, GridColumn, TableShape } from './row-source.ts';

/** Decoded values of one column over some consecutive rows. */
export interface CellStore {
	/** @param row counted from the batch's first */
	value(row: number): CellValue;
	/** All of its rows, where they can be read without making values of them. */
	readonly pages?: readonly RawPage[];
}

/** Consecutive rows of a scan. */
export interface Batch {
	/** The first row's place in the table. */
	readonly start: number;
	readonly rows: number;
	readonly stores: readonly CellStore[];
}

/** Rows for which it says no may be left out. Asked with the first row of a piece, and how many rows that has. */
export type IsWanted = (start: number, rows: number) => boolean;

/** Rows where they are read: in the worker for files, in the page for what is in memory. */
export interface WorkerTable {
	readonly columns: readonly GridColumn[];
	readonly rowCount: number;
	rows(window: CellWindow, signal: AbortSignal): CellValue[][] | Promise<CellValue[][]>;
	/**
	 * All rows in their order, a piece at a time; of each only these columns are decoded, and a piece is forgotten when the
	 * next one comes. What is kept for the rows in view stays as it is.
	 * @throws SourceError, AbortError
	 */
	scan(columns: readonly number[], signal: AbortSignal, isWanted?: IsWanted): AsyncIterable<Batch>;
	/** Some of the rows in another order, where that costs nothing: the rows are in memory. */
	pick?(order: Uint32Array): WorkerTable;
	/** Ends what goes on in it, for nobody waits for it any more. */
	close?(): void;
}

/** What the page knows of rows: data only, without what reads them. */
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

/** The pieces of so many rows that a scan reads. @throws AbortError */
export function* wantedPieces(rowCount: number, size: number, signal: AbortSignal, isWanted: IsWanted = () => true) {
	for (let start = 0; start < rowCount; start += size) {
		const rows = Math.min(size, rowCount - start);
		if (!isWanted(start, rows)) continue;
		signal.throwIfAborted();
		yield { start, rows };
	}
}

/** Rows are read together with their neighbors if they are no farther apart than this. */
const smallGap = 64;

/** Some columns of rows anywhere in a table. @param order of the rows, ascending */
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

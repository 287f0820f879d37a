/** A cell that a row does not have, which is another thing than null: an absent key, a row that ends too early. */
export interface Missing {
	/** Why, for people: "This row has no such key". */
	readonly missing: string;
}

/**
 * One value as the grid takes it. What JavaScript's numbers cannot hold comes as bigint or as text with exact digits: a
 * decimal as `-12.50`, a time as ISO 8601, a list, struct or map as JSON text.
 */
export type CellValue = null | string | number | bigint | boolean | Uint8Array | Missing;

export const isMissing = (value: CellValue): value is Missing =>
	typeof value === 'object' && value !== null && 'missing' in value;

/**
 * How a column's values are to be read: what their text means, how they are aligned and compared. `digits` is text that
 * reads as numbers all the way: aligned like them, shown exactly as it came.
 */
export type CellKind = 'text' | 'digits' | 'integer' | 'float' | 'decimal' | 'boolean' | 'temporal' | 'json' | 'blob';

export interface GridColumn {
	readonly name: string;
	/** The type's name for people, for example `DECIMAL(38,0)`. */
	readonly type: string;
	readonly kind: CellKind;
	/** The smallest and the largest value, where the source knows them beforehand: a width that holds them holds all. */
	readonly extremes?: readonly CellValue[];
}

/** A rectangle of cells; rows and columns count from 0, ends are exclusive. */
export interface CellWindow {
	readonly rowStart: number;
	readonly rowEnd: number;
	readonly columnStart: number;
	readonly columnEnd: number;
}

/** Where a grid gets its rows from, a window at a time. */
export interface RowSource {
	readonly columns: readonly GridColumn[];
	readonly rowCount: number;
	/**
	 * The values of a window: one array a row, one value a column of the window.
	 * @throws AbortError when aborted, any other Error with a message for people
	 */
	rows(window: CellWindow, signal: AbortSignal): Promise<CellValue[][]>;
	/** Called when rows came or changed; absent where they never do. @returns unsubscribe */
	subscribe?(onChange: () => void): () => void;
}

/** Rows that are all in memory. */
export function memorySource(columns: readonly GridColumn[], rows: readonly (readonly CellValue[])[]): RowSource {
	return {
		columns,
		rowCount: rows.length,
		rows: async ({ rowStart, rowEnd, columnStart, columnEnd }) =>
			rows.slice(rowStart, rowEnd).map((row) => row.slice(columnStart, columnEnd)),
	};
}

/** A cell its row doesn't have, which differs from null: an absent key, or a short row. */
export interface Missing {
	/** Reason for display: "This row has no such key". */
	readonly missing: string;
}

/** A comparison's cell that differs between sides. */
export interface Changed {
	readonly before: PlainValue;
	readonly after: PlainValue;
}

export type PlainValue = null | string | number | bigint | boolean | Uint8Array | Missing;

/**
 * A cell value. Values JavaScript numbers can't hold are bigint or text with exact digits: decimals as `-12.50`, times
 * as ISO 8601; lists, structs and maps are JSON text.
 */
export type CellValue = PlainValue | Changed;

export const isMissing = (value: CellValue): value is Missing =>
	typeof value === 'object' && value !== null && 'missing' in value;

export const isChanged = (value: CellValue): value is Changed =>
	typeof value === 'object' && value !== null && 'before' in value;

/** A cell's value: for a change the new one, null if missing. */
export function plainValue(value: CellValue): Exclude<PlainValue, Missing> {
	const plain = isChanged(value) ? value.after : value;
	return isMissing(plain) ? null : plain;
}

/**
 * How to interpret a column's values: meaning of their text, alignment and comparison. `digits` is text that always
 * reads as numbers: aligned like them, but shown unchanged.
 */
export type CellKind = 'text' | 'digits' | 'integer' | 'float' | 'decimal' | 'boolean' | 'temporal' | 'json' | 'blob';

export interface GridColumn {
	readonly name: string;
	/** Display name of the type, for example `DECIMAL(38,0)`. */
	readonly type: string;
	readonly kind: CellKind;
	/** Minimum and maximum, if the source knows them in advance, to size the column. */
	readonly extremes?: readonly CellValue[];
	/** Whether numbers are displayed rounded. All operations use the full value. */
	readonly isRounded?: true;
	/** Structure of nested values, if known, for sorting; otherwise they sort by text. */
	readonly nested?: NestedType;
}

/** For JSON text values. Maps are lists of `[key, value]`. */
export type NestedType =
	| { readonly nests: 'list'; readonly item: NestedType }
	| { readonly nests: 'map'; readonly key: NestedType; readonly value: NestedType }
	| { readonly nests: 'struct'; readonly members: readonly { readonly name: string; readonly type: NestedType }[] }
	/** `digits`: maximum digits; `scale`: how many follow the point. */
	| {
			readonly nests: 'nothing';
			readonly type: string;
			readonly kind: CellKind;
			readonly digits: number;
			readonly scale: number;
	  };

/** A rectangle of cells; 0-based, ends exclusive. */
export interface CellWindow {
	readonly rowStart: number;
	readonly rowEnd: number;
	readonly columnStart: number;
	readonly columnEnd: number;
}

export interface SortTerm {
	readonly column: string;
	readonly descending: boolean;
}

/** Same operators as the service's row filters. */
export type FilterOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'contains' | 'in' | 'isNull' | 'notNull';

/** `value` is exact text as in a copied cell; for `in`, a list of texts and null; absent for `isNull` and `notNull`. */
export interface FilterTerm {
	readonly column: string;
	readonly op: FilterOperator;
	readonly value?: string | readonly (string | null)[];
}

/** Requested rows of a source: those that meet every filter, sorted, with ties in original order. */
export interface Arrangement {
	readonly sort: readonly SortTerm[];
	readonly filter: readonly FilterTerm[];
}

/** Work on all rows that can be aborted and reports progress. */
export interface Work {
	readonly signal: AbortSignal;
	/** Called with the number of rows read. */
	readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

export interface ArrangeWork extends Work {
	/** Columns shown first, whose values are read as part of the work. */
	readonly first?: readonly number[];
}

export interface CellPosition {
	readonly row: number;
	readonly column: number;
}

export interface FindQuery {
	/** Searched in cell text, ignoring case. */
	readonly text: string;
	/** Start after this cell and wrap around; null: from the beginning. */
	readonly from: CellPosition | null;
	readonly backwards: boolean;
	/** Column indexes to search, in display order. */
	readonly columns: readonly number[];
}

export type ExportFormat = 'csv' | 'tsv' | 'json' | 'ndjson' | 'parquet';

export interface ExportRequest {
	readonly format: ExportFormat;
	/** Column indexes to write, in order. */
	readonly columns: readonly number[];
	/** Prefixes text that a spreadsheet would run as a formula with an apostrophe. For csv and tsv; numbers are unchanged. */
	readonly guardFormulas: boolean;
}

/** Runs work on all rows of a source where they're read (see operations/jobs.ts). */
export interface JobRunner {
	/** The table's number there. Jobs on other tables with the same `location` can refer to it. */
	readonly table: number;
	/** Where the rows are: a worker, or the page. */
	readonly location: object;
	/** @throws AbortError when aborted, or an Error with a message for users */
	run(name: string, input: unknown, work: Work): Promise<unknown>;
	/**
	 * Runs a job that creates a table, under the number its input is made with. The table is closed with its origin, or
	 * earlier. @throws like run
	 */
	make(name: string, input: (table: number) => unknown, work: Work): Promise<ArrangeResult>;
	/** The same rows in a second worker, to share work; null if there is none. */
	beside?(): Promise<JobRunner | null>;
}

/** Answers queries about all rows without reading them here. */
export interface QueryRunner {
	/** Tables can be compared if their locations are equal. */
	readonly location: object;
	/** @throws AbortError when aborted, or an Error with a message for users */
	run(name: 'profile' | 'chart' | 'group' | 'compare', input: unknown, work: Work): Promise<unknown>;
}

export interface FoundCell extends CellPosition {
	/** 0-based index among all matches, and their number, if known. */
	readonly index?: number;
	readonly total?: number;
}

/** All matching cells, by row, then in the order of the searched columns. */
export interface Matches {
	/** Row, and index among the searched columns, of each match. */
	readonly rows: Float64Array;
	readonly positions: Int32Array;
	/** Whether there are more matches than kept. */
	readonly isCut: boolean;
}

export interface TableShape {
	readonly columns: readonly GridColumn[];
	readonly rowCount: number;
}

export interface ArrangeResult {
	readonly source: ArrangedSource;
	/** The job's result, which includes the new table's shape. */
	readonly result: TableShape;
}

export interface ArrangedSource extends RowSource {
	/** Frees the arrangement. Windows requested afterwards never resolve. */
	close(): void;
}

/** Source of a grid's rows, read by windows. Unsupported operations are absent. */
export interface RowSource {
	readonly columns: readonly GridColumn[];
	readonly rowCount: number;
	/**
	 * Values of a window: one array per row, one value per column.
	 * @throws AbortError when aborted, or an Error with a message for users
	 */
	rows(window: CellWindow, signal: AbortSignal): Promise<CellValue[][]>;
	/** Sorts and filters all rows. @throws AbortError when aborted, or an Error with a message for users */
	arrange?(arrangement: Arrangement, work: ArrangeWork): Promise<ArrangedSource>;
	/** The next cell with a text, or null. */
	find?(query: FindQuery, work: Work): Promise<FoundCell | null>;
	/** All cells with a text, if `find` doesn't number them. */
	matches?(query: Pick<FindQuery, 'text' | 'columns'>, work: Work): Promise<Matches>;
	export?(request: ExportRequest, work: Work): Promise<Blob>;
	readonly jobs?: JobRunner;
	/** Takes precedence over `jobs`. */
	readonly queries?: QueryRunner;
	/** The column that marks each row as `added`, `removed` or `changed`. */
	readonly changeColumn?: number;
}

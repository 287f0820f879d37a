/** A cell that a row does not have, which is another thing than null: an absent key, a row that ends too early. */
export interface Missing {
	/** Why, for people: "This row has no such key". */
	readonly missing: string;
}

/** A cell of a comparison that is not the same on both sides. */
export interface Changed {
	readonly before: PlainValue;
	readonly after: PlainValue;
}

export type PlainValue = null | string | number | bigint | boolean | Uint8Array | Missing;

/**
 * One value as the grid takes it. What JavaScript's numbers cannot hold comes as bigint or as text with exact digits: a
 * decimal as `-12.50`, a time as ISO 8601, a list, struct or map as JSON text.
 */
export type CellValue = PlainValue | Changed;

export const isMissing = (value: CellValue): value is Missing =>
	typeof value === 'object' && value !== null && 'missing' in value;

export const isChanged = (value: CellValue): value is Changed =>
	typeof value === 'object' && value !== null && 'before' in value;

/** What a cell holds: of a change the value after it, null where a value is missing. */
export function plainValue(value: CellValue): Exclude<PlainValue, Missing> {
	const plain = isChanged(value) ? value.after : value;
	return isMissing(plain) ? null : plain;
}

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
	/** Its numbers are drawn rounded, and are whole in all that is done with them. */
	readonly isRounded?: true;
	/** What its nested values are made of, where that is known: they are sorted by it, and by their text otherwise. */
	readonly nested?: NestedType;
}

/** Of values that are JSON text: maps are lists of `[key, value]`. */
export type NestedType =
	| { readonly nests: 'list'; readonly item: NestedType }
	| { readonly nests: 'map'; readonly key: NestedType; readonly value: NestedType }
	| { readonly nests: 'struct'; readonly members: readonly { readonly name: string; readonly type: NestedType }[] }
	/** `digits`: the most that a number has; `scale`: how many of them come after the point. */
	| {
			readonly nests: 'nothing';
			readonly type: string;
			readonly kind: CellKind;
			readonly digits: number;
			readonly scale: number;
	  };

/** A rectangle of cells; rows and columns count from 0, ends are exclusive. */
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

/** The same operators as the service's row filters. */
export type FilterOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'contains' | 'in' | 'isNull' | 'notNull';

/** `value` is exact text, as a cell is copied; for `in` a list of texts and null; absent for `isNull` and `notNull`. */
export interface FilterTerm {
	readonly column: string;
	readonly op: FilterOperator;
	readonly value?: string | readonly (string | null)[];
}

/** What a person asked to see of a source: rows that meet every filter, in the order of the sort terms, ties as they came. */
export interface Arrangement {
	readonly sort: readonly SortTerm[];
	readonly filter: readonly FilterTerm[];
}

/** Work over all rows: it can be left, and says how far it is. */
export interface Work {
	readonly signal: AbortSignal;
	/** `done` of `total` rows were read. */
	readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

export interface ArrangeWork extends Work {
	/** Columns that will be seen first; their values are read as a part of the work. */
	readonly first?: readonly number[];
}

export interface CellPosition {
	readonly row: number;
	readonly column: number;
}

export interface FindQuery {
	/** Found in a cell's text, without regard to case. */
	readonly text: string;
	/** Searched from the cell after this one, and around the end; null: from the beginning. */
	readonly from: CellPosition | null;
	readonly backwards: boolean;
	/** Indexes of the columns to search, in the order in which they are shown. */
	readonly columns: readonly number[];
}

export type ExportFormat = 'csv' | 'tsv' | 'json' | 'ndjson' | 'parquet';

export interface ExportRequest {
	readonly format: ExportFormat;
	/** Indexes of the columns to write, in their order. */
	readonly columns: readonly number[];
	/** Text that a spreadsheet would run as a formula is preceded by an apostrophe. For csv and tsv; numbers stay numbers. */
	readonly guardFormulas: boolean;
}

/** Runs work over all rows of a source where they are read, see operations/jobs.ts. */
export interface JobRunner {
	/** The rows' number there; jobs on other rows can refer to them by it if `location` is the same. */
	readonly table: number;
	/** Where the rows are: one worker, or the page. */
	readonly location: object;
	/** @throws AbortError when left, any other Error with a message for people */
	run(name: string, input: unknown, work: Work): Promise<unknown>;
	/**
	 * Runs a job that keeps rows which it makes, under the number that its input is made with. They are closed with the rows
	 * that they were made of, if not before. @throws like run
	 */
	make(name: string, input: (table: number) => unknown, work: Work): Promise<Made>;
	/** The same rows where another worker reads them, for work that two can share; null where there is no such worker. */
	beside?(): Promise<JobRunner | null>;
}

/** Answers questions about all rows of a source without reading them here. */
export interface QueryRunner {
	/** What answers: tables can be compared where it is the same. */
	readonly location: object;
	/** @throws AbortError when left, any other Error with a message for people */
	run(name: 'profile' | 'chart' | 'group' | 'compare', input: unknown, work: Work): Promise<unknown>;
}

/** A cell that holds what was sought. */
export interface FoundCell extends CellPosition {
	/** Its number among all matches, from 0, and how many there are, where that is known. */
	readonly index?: number;
	readonly total?: number;
}

/** All cells that hold a text, in the order of rows, and in a row of the columns that were searched. */
export interface Matches {
	/** Row and position among the searched columns of each match, one after the other. */
	readonly rows: Float64Array;
	readonly positions: Int32Array;
	/** Whether there are more than are kept. */
	readonly isCut: boolean;
}

export interface TableShape {
	readonly columns: readonly GridColumn[];
	readonly rowCount: number;
}

export interface Made {
	readonly source: ArrangedSource;
	/** What the job answered: the shape of the rows that it made is among its members. */
	readonly result: TableShape;
}

/** A source with an arrangement. Its columns are those of the source it was made of. */
export interface ArrangedSource extends RowSource {
	/** Frees what the arrangement holds; windows that are asked for afterwards never come. */
	close(): void;
}

/** Where a grid gets its rows from, a window at a time. What a source cannot do, it does not have. */
export interface RowSource {
	readonly columns: readonly GridColumn[];
	readonly rowCount: number;
	/**
	 * The values of a window: one array a row, one value a column of the window.
	 * @throws AbortError when aborted, any other Error with a message for people
	 */
	rows(window: CellWindow, signal: AbortSignal): Promise<CellValue[][]>;
	/** Sorts and filters all rows. @throws AbortError when left, any other Error with a message for people */
	arrange?(arrangement: Arrangement, work: ArrangeWork): Promise<ArrangedSource>;
	/** The next cell that holds a text; null: no cell does. */
	find?(query: FindQuery, work: Work): Promise<FoundCell | null>;
	/** All cells that hold a text, where `find` does not number them. */
	matches?(query: Pick<FindQuery, 'text' | 'columns'>, work: Work): Promise<Matches>;
	export?(request: ExportRequest, work: Work): Promise<Blob>;
	readonly jobs?: JobRunner;
	/** Asked before `jobs`. */
	readonly queries?: QueryRunner;
	/** The column whose text says of each row whether it was `added`, `removed` or `changed`: rows are marked by it. */
	readonly changeColumn?: number;
}

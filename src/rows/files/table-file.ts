import type { Choices, Inspection } from '../formats/table/read-options.ts';
import type { Misfits } from '../operations/inspect/column-fit.ts';
import type { FilteredRows, FilterWork, RowFilter } from '../operations/inspect/row-filter.ts';

/** A file that was read once to its end, of which any rows can be had. */
export interface OpenTable {
	readonly inspection: Inspection;
	/** Rows from a place on with the names of their columns. Undefined: the record has no such field. */
	rows(from: number, count: number, signal: AbortSignal): Promise<readonly (readonly unknown[])[]>;
	/** The first `count` rows from a place on that a filter lets pass. @throws TableProblem, AbortError */
	filtered(filter: RowFilter, from: number, count: number, work: FilterWork): Promise<FilteredRows>;
	close(): void;
}

/** Reads a file. @throws TableProblem with its place, AbortError */
export type OpenTableFile = (
	blob: Blob,
	choices: Choices,
	signal: AbortSignal,
	onProgress: (bytes: number) => void,
) => Promise<OpenTable>;

/**
 * Counts the values that don't fit the types of their columns.
 * @param types of the file's columns, in their order; empty: any value fits
 * @throws TableProblem, AbortError
 */
export type CheckTableFile = (
	blob: Blob,
	choices: Choices,
	types: readonly string[],
	signal: AbortSignal,
) => Promise<Misfits>;

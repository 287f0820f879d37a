import type { Role } from './query.ts';

/** A group of rows, or a row by itself. `x` is a number, a time in ms since 1970, or a category's name. */
export interface DataPoint {
	readonly x: number | string;
	/** Where the group ends, for times and numbers that are put together. */
	readonly xEnd: number | null;
	readonly y: number;
	/** Where a cell of a lattice ends. */
	readonly yEnd: number | null;
	readonly series: string | null;
	readonly rows: number;
}

export interface Aggregation {
	readonly points: readonly DataPoint[];
	readonly xRole: Role;
	/** Values of the series column, the most frequent first. */
	readonly series: readonly string[];
	readonly total: number;
	readonly leftOut: number;
	/** Categories that there are, where only some are kept; null where all are. */
	readonly categories: number | null;
	/** Series that there are, where only some are kept; null where all are. */
	readonly allSeries: number | null;
	/** Every how many rows one is kept; null where all are. */
	readonly every: number | null;
	/** Each value is one row's: nothing was put together. */
	readonly isPlain: boolean;
}

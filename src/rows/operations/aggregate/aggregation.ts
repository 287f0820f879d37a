import type { Role } from './query.ts';

/** A group of rows, or a single row. `x` is a number, a time in ms since 1970, or a category name. */
export interface DataPoint {
	readonly x: number | string;
	/** End of the group, for grouped times and numbers. */
	readonly xEnd: number | null;
	readonly y: number;
	/** End of a lattice cell. */
	readonly yEnd: number | null;
	readonly series: string | null;
	readonly rows: number;
}

export interface Aggregation {
	readonly points: readonly DataPoint[];
	readonly xRole: Role;
	/** Values of the series column, most frequent first. */
	readonly series: readonly string[];
	readonly total: number;
	readonly leftOut: number;
	/** Total categories if only some are kept, otherwise null. */
	readonly categories: number | null;
	/** Total series if only some are kept, otherwise null. */
	readonly allSeries: number | null;
	/** One of how many rows is kept; null: all. */
	readonly every: number | null;
	/** Whether each value comes from one row, without aggregation. */
	readonly isPlain: boolean;
}

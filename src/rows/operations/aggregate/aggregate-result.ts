import type { Role } from '../../../ui/chart/chart-spec.ts';

/** One thing that is drawn. `x` is a number, a time in ms since 1970, or a category's name. */
export interface Place {
	readonly x: number | string;
	/** Where the place ends, for times and numbers that are put together. */
	readonly xEnd: number | null;
	readonly y: number;
	/** Where a density's place ends. */
	readonly yEnd: number | null;
	readonly series: string | null;
	/** How many rows it is made of. */
	readonly rows: number;
}

/** What is drawn, and what there is to know about how it came about. */
export interface ChartData {
	readonly places: readonly Place[];
	readonly xRole: Role;
	/** Values of colour, the most frequent first. */
	readonly series: readonly string[];
	/** All rows of the source. */
	readonly total: number;
	/** Rows without a value that could be drawn. */
	readonly leftOut: number;
	/** Categories that there are, where only some are drawn; null where all are. */
	readonly categories: number | null;
	/** Values of colour that there are, where only some are drawn; null where all are. */
	readonly allSeries: number | null;
	/** Every how many rows one is drawn; null where all are. */
	readonly every: number | null;
	/** Each value is one row's: nothing was put together. */
	readonly isPlain: boolean;
}

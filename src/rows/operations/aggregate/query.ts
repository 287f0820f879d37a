/** How the rows of one group become one value. */
export const aggregates = ['count', 'sum', 'mean', 'median', 'min', 'max'] as const;
export type Aggregate = (typeof aggregates)[number];

export const timeSteps = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type TimeStep = (typeof timeSteps)[number];

/** How a column's values can be grouped. */
export type Role = 'number' | 'time' | 'category';

/** A column that can be grouped or measured. `index` is its position among the source's columns. */
export interface RoleColumn {
	readonly name: string;
	readonly index: number;
	readonly role: Role;
}

export interface AggregateQuery {
	readonly aggregate: Aggregate;
	/** For groups of times; null: every time by itself. */
	readonly step: TimeStep | null;
	readonly limit: number;
}

export interface PointQuery {
	/** Rows are counted in a lattice of x and y, instead of each being a point. */
	readonly isDensity: boolean;
	readonly limit: number;
}

/** The most series that are kept: more cannot be told apart. */
export const maxSeries = 8;

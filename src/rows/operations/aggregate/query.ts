/** How a group's rows become one value. */
export const aggregates = ['count', 'sum', 'mean', 'median', 'min', 'max'] as const;
export type Aggregate = (typeof aggregates)[number];

export const timeSteps = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type TimeStep = (typeof timeSteps)[number];

/** How a column's values can be grouped. */
export type Role = 'number' | 'time' | 'category';

/** A column to group by or measure. `index` is its position in the source. */
export interface RoleColumn {
	readonly name: string;
	readonly index: number;
	readonly role: Role;
}

export interface AggregateQuery {
	readonly aggregate: Aggregate;
	/** For times. Null: no grouping. */
	readonly step: TimeStep | null;
	readonly limit: number;
}

export interface PointQuery {
	/** Whether to count rows in a lattice of x and y instead of drawing points. */
	readonly isDensity: boolean;
	readonly limit: number;
}

/** Maximum series; more colors can't be distinguished. */
export const maxSeries = 8;

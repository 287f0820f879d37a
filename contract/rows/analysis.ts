import * as z from 'zod/mini';
import { Column } from '../dataset.ts';
import type { Operation } from '../operation.ts';
import { StoredResult } from './queries.ts';
import { ColumnNames, ComparedPair, ComparedRowsQuery, filtered, maxValueLength, queryErrors } from './selection.ts';

/** A count that may be an estimate; `reason` says why, or is null if it's exact. */
export const Estimate = z.looseObject({ count: z.int(), exact: z.boolean(), reason: z.nullable(z.string()) });

/** A double. The wire may have numbers of 2^53 and more as exact integers. */
const Double = z.coerce.number();

/** Half-open range [`from`, `to`), as exact text that a filter accepts. */
const Bin = z.looseObject({ from: z.string(), to: z.string(), count: z.int() });

/** `isCut`: `value` is the start of a long text, so it can't be used as a filter. */
const TopValue = z.looseObject({ value: z.string(), count: z.int(), isCut: z.boolean() });

const Shape = z.discriminatedUnion('kind', [
	z.looseObject({ kind: z.literal('histogram'), bins: z.array(Bin) }),
	/** Most frequent values. `others`: rows with any other value. `slack` is 0: counts are exact. */
	z.looseObject({ kind: z.literal('top'), values: z.array(TopValue), others: z.int(), slack: z.int() }),
]);

/** Statistics of one column. Values are exact text, as in a copied cell. */
export const ColumnProfile = z.looseObject({
	name: z.string(),
	type: z.string(),
	rows: z.int(),
	nulls: z.int(),
	/** Never more than the row count. */
	distinct: Estimate,
	/** Smallest and largest value, without NaN. Null if there are no ordered values. */
	least: z.nullable(z.string()),
	most: z.nullable(z.string()),
	/** Times outside all bins: infinities and years outside 0000–9999. */
	unplaced: z.int(),
	/** For numeric columns. NaN and infinities are counted separately and excluded from the other statistics. */
	numbers: z.nullable(
		z.looseObject({
			mean: z.nullable(Double),
			/** Quantiles, linearly interpolated. Null without finite numbers. */
			quarter: z.nullable(Double),
			median: z.nullable(Double),
			threeQuarters: z.nullable(Double),
			/** Maximum rank error of the quantiles, as a fraction of all values; 0: exact. */
			error: z.number(),
			notNumbers: z.int(),
			infinite: z.int(),
		}),
	),
	/** In characters (Unicode code points) for text, in bytes for blobs. */
	lengths: z.nullable(z.looseObject({ least: z.int(), most: z.int(), mean: Double })),
	shape: z.nullable(Shape),
});

export const RowsProfile = z.looseObject({ rows: z.int(), columns: z.array(ColumnProfile) });
export type RowsProfile = z.infer<typeof RowsProfile>;

export const profileRows = {
	id: 'profileRows',
	summary: 'Profile the values of each column',
	tier: 'rows-query/1',
	method: 'POST',
	path: '/rows/profile',
	body: z.object({ ...filtered, columns: z.optional(ColumnNames) }),
	status: 200,
	result: RowsProfile,
	linesWhileWorking: true,
	errors: queryErrors,
} as const satisfies Operation;

export const maxGroups = 10_000;
export const maxMeasures = 20;

const ColumnName = z.string().check(z.maxLength(maxValueLength));

export const groupMeasures = ['count', 'countValues', 'distinct', 'sum', 'mean', 'median', 'min', 'max'] as const;

export const RowGroups = z.looseObject({
	/** The group columns, then the measures: `m0`, `m1`, …, or `m0_1` if a column already has that name. */
	columns: z.array(Column),
	/** The groups as objects by column name, with values as in `GET /data/…`. May be fewer to limit the size. */
	rows: z.array(z.record(z.string(), z.unknown())),
	total: z.int(),
});
export type RowGroups = z.infer<typeof RowGroups>;

export const groupRows = {
	id: 'groupRows',
	summary: 'Group rows by values, and aggregate each group',
	tier: 'rows-query/1',
	method: 'POST',
	path: '/rows/groups',
	body: z.object({
		...filtered,
		/** Null forms a group too. Empty: all rows are one group. */
		by: z.array(ColumnName).check(z.maxLength(maxMeasures)),
		/** `count` counts rows and takes no column. Sums of integers and decimals are exact. */
		measures: z
			.array(z.object({ measure: z.enum(groupMeasures), column: z.optional(z.nullable(ColumnName)) }))
			.check(z.maxLength(maxMeasures)),
		/** Order by row count, largest first (default), or by value. */
		order: z.optional(z.enum(['count', 'value'])),
		offset: z.optional(z.int().check(z.minimum(0))),
		/** Default: 1,000. */
		limit: z.optional(z.int().check(z.minimum(1), z.maximum(maxGroups))),
	}),
	status: 200,
	result: RowGroups,
	linesWhileWorking: true,
	errors: queryErrors,
} as const satisfies Operation;

export const chartAggregates = ['count', 'sum', 'mean', 'median', 'min', 'max'] as const;
export const chartSteps = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export const maxChartPoints = 20_000;

const Role = z.enum(['number', 'time', 'category']);
const ChartColumn = z.object({ column: ColumnName, role: Role });

/** `x` is a number, a time in ms since 1970, or a category name. `xEnd` and `yEnd` are the ends of groups and lattice cells. */
const ChartPoint = z.looseObject({
	x: z.union([z.string(), Double]),
	xEnd: z.nullable(Double),
	y: Double,
	yEnd: z.nullable(Double),
	series: z.nullable(z.string()),
	rows: z.int(),
});

export const RowsChart = z.looseObject({
	points: z.array(ChartPoint),
	xRole: Role,
	/** Values of the series column, most frequent first. */
	series: z.array(z.string()),
	total: z.int(),
	leftOut: z.int(),
	/** Total number of categories and of series if only some are kept; null if all are. */
	categories: z.nullable(z.int()),
	allSeries: z.nullable(z.int()),
	/** One in this many rows is kept; null if all are. */
	every: z.nullable(z.int()),
	/** Whether each value comes from one row, without aggregation. */
	isPlain: z.boolean(),
});
export type RowsChart = z.infer<typeof RowsChart>;

export const chartRows = {
	id: 'chartRows',
	summary: 'Aggregate rows into the groups, points or density of a chart',
	tier: 'rows-query/1',
	method: 'POST',
	path: '/rows/chart',
	body: z.object({
		...filtered,
		kind: z.enum(['groups', 'points', 'density']),
		x: ChartColumn,
		/** Default: count rows. Required for points. */
		y: z.optional(z.nullable(ChartColumn)),
		series: z.optional(z.nullable(ChartColumn)),
		/** For grouped charts. Default: `count`. */
		aggregate: z.optional(z.enum(chartAggregates)),
		/** For groups over time. Null: each time is its own group. */
		step: z.optional(z.nullable(z.enum(chartSteps))),
		limit: z.int().check(z.minimum(1), z.maximum(maxChartPoints)),
	}),
	status: 200,
	result: RowsChart,
	linesWhileWorking: true,
	errors: queryErrors,
} as const satisfies Operation;

const SideCounts = z.looseObject({ before: z.int(), after: z.int() });

const ComparedColumn = z.looseObject({
	name: z.string(),
	/** Null if that side doesn't have it. */
	before: z.nullable(z.string()),
	after: z.nullable(z.string()),
	isKey: z.boolean(),
	/** Changed cells. */
	cells: z.int(),
	nulls: z.looseObject({ before: z.nullable(z.int()), after: z.nullable(z.int()) }),
	distinct: z.looseObject({ before: z.nullable(Estimate), after: z.nullable(Estimate) }),
	/** For numeric columns. Integers and decimals keep all digits, as text. */
	sum: z.looseObject({ before: z.nullable(z.string()), after: z.nullable(z.string()) }),
	/**
	 * Columns of the Parquet file: `value` (after; before for removed rows). If cells changed, also `before` and
	 * `changed` (boolean).
	 */
	stored: z.looseObject({ value: z.string(), before: z.nullable(z.string()), changed: z.nullable(z.string()) }),
});

export const ComparisonSummary = z.looseObject({
	rows: SideCounts,
	key: z.nullable(z.array(z.string())),
	/** The key first, then changed columns, then the rest in the order of the after side, then removed columns. */
	columns: z.array(ComparedColumn),
	counts: z.looseObject({ same: z.int(), changed: z.int(), added: z.int(), removed: z.int() }),
	/** Whether matched rows are in a different order on the two sides. */
	reordered: z.boolean(),
	/** Rows whose key isn't unique on their side. They only match rows that are equal in every column. */
	ambiguous: SideCounts,
	/** Some keys shared by several rows of a side, as text. */
	sharedKeys: z.array(
		z.looseObject({ side: z.enum(['before', 'after']), rows: z.int(), values: z.array(z.nullable(z.string())) }),
	),
	/** Rows with a null in their key. */
	withoutKey: SideCounts,
});
export type ComparisonSummary = z.infer<typeof ComparisonSummary>;

export const RowsComparison = z.extend(ComparisonSummary, {
	/** The requested rows: `change` (`same`, `changed`, `added`, `removed`), then the columns. */
	stored: StoredResult,
});
export type RowsComparison = z.infer<typeof RowsComparison>;

export const compareRows = {
	id: 'compareRows',
	summary: 'Compare two tables by a key or by whole rows',
	tier: 'rows-query/1',
	method: 'POST',
	path: '/rows/compare',
	body: ComparedRowsQuery,
	status: 200,
	result: RowsComparison,
	linesWhileWorking: true,
	errors: queryErrors,
} as const satisfies Operation;

/** Null: none found. */
export const ProposedKey = z.looseObject({ key: z.nullable(z.array(z.string())) });
export type ProposedKey = z.infer<typeof ProposedKey>;

export const proposeKey = {
	id: 'proposeKey',
	summary: 'Find the smallest set of columns that identifies the rows in both tables',
	tier: 'rows-query/1',
	method: 'POST',
	path: '/rows/key',
	body: z.omit(ComparedPair, { key: true }),
	status: 200,
	result: ProposedKey,
	linesWhileWorking: true,
	errors: queryErrors,
} as const satisfies Operation;

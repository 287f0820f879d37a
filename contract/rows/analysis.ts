import * as z from 'zod/mini';
import { Column } from '../dataset.ts';
import type { Operation } from '../operation.ts';
import { StoredResult } from './queries.ts';
import { ColumnNames, ComparedPair, ComparedRowsQuery, filtered, maxValueLength, queryErrors } from './selection.ts';

/** A number that may be an estimate; `reason` says why it is one, and is null where it is exact. */
export const Estimate = z.looseObject({ count: z.int(), exact: z.boolean(), reason: z.nullable(z.string()) });

/** A double. One of 2^53 and more may be written as a whole number, which is read as one, with all digits. */
const Double = z.coerce.number();

/** Values from `from` up to but without `to`, as exact texts that a filter takes. */
const Bin = z.looseObject({ from: z.string(), to: z.string(), count: z.int() });

/** `isCut`: `value` is only the beginning of a long text, so no filter finds the rows by it. */
const TopValue = z.looseObject({ value: z.string(), count: z.int(), isCut: z.boolean() });

const Shape = z.discriminatedUnion('kind', [
	z.looseObject({ kind: z.literal('histogram'), bins: z.array(Bin) }),
	/** The most frequent values; `others`: rows of none of these. `slack` is 0: counts are exact. */
	z.looseObject({ kind: z.literal('top'), values: z.array(TopValue), others: z.int(), slack: z.int() }),
]);

/** What the values of one column are like. Values are exact text, as a cell is copied. */
export const ColumnProfile = z.looseObject({
	name: z.string(),
	type: z.string(),
	rows: z.int(),
	nulls: z.int(),
	/** Never more than the rows. */
	distinct: Estimate,
	/** Smallest and largest value; NaN is neither. Null where nothing can be ordered. */
	least: z.nullable(z.string()),
	most: z.nullable(z.string()),
	/** Times that are in no bin: infinities, and what is not of the years 0000 to 9999. */
	unplaced: z.int(),
	/** Of columns of numbers; NaN and infinities are counted apart and in none of the other figures. */
	numbers: z.nullable(
		z.looseObject({
			mean: z.nullable(Double),
			/** Between two values linearly. Null where there is no finite number. */
			quarter: z.nullable(Double),
			median: z.nullable(Double),
			threeQuarters: z.nullable(Double),
			/** Largest error of the quantiles in ranks, as a share of all values; 0: exact. */
			error: z.number(),
			notNumbers: z.int(),
			infinite: z.int(),
		}),
	),
	/** Of texts in characters (Unicode code points), of blobs in bytes. */
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

/** Most groups of one answer, and most columns that groups are made by or measured. */
export const maxGroups = 10_000;
export const maxMeasures = 20;

const ColumnName = z.string().check(z.maxLength(maxValueLength));

export const groupMeasures = ['count', 'countValues', 'distinct', 'sum', 'mean', 'median', 'min', 'max'] as const;

export const RowGroups = z.looseObject({
	/** The columns of the groups, then those of the measures, `m0`, `m1` …, or `m0_1` where a column is called so. */
	columns: z.array(Column),
	/** The groups as objects by column name, values as in `GET /data/…`. Fewer where they would be too large together. */
	rows: z.array(z.record(z.string(), z.unknown())),
	/** How many groups there are. */
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
		/** Null is a group too. None: all rows are one group. */
		by: z.array(ColumnName).check(z.maxLength(maxMeasures)),
		/** `count` counts rows and takes no column; sums of integers and decimals are exact. */
		measures: z
			.array(z.object({ measure: z.enum(groupMeasures), column: z.optional(z.nullable(ColumnName)) }))
			.check(z.maxLength(maxMeasures)),
		/** What groups are ordered by: the number of rows, the largest first (the default), or their values. */
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

/** `x` is a number, a time in ms since 1970, or a category's name; ends where groups or cells of a lattice do. */
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
	/** Values of the series column, the most frequent first. */
	series: z.array(z.string()),
	total: z.int(),
	leftOut: z.int(),
	/** Categories and series that there are, where only some are kept; null where all are. */
	categories: z.nullable(z.int()),
	allSeries: z.nullable(z.int()),
	/** Every how many rows one is kept; null where all are. */
	every: z.nullable(z.int()),
	/** Each value is one row's: nothing was put together. */
	isPlain: z.boolean(),
});
export type RowsChart = z.infer<typeof RowsChart>;

export const chartRows = {
	id: 'chartRows',
	summary: 'Aggregate rows for a chart: groups along x, points or a density',
	tier: 'rows-query/1',
	method: 'POST',
	path: '/rows/chart',
	body: z.object({
		...filtered,
		kind: z.enum(['groups', 'points', 'density']),
		x: ChartColumn,
		/** Absent: rows are counted. Points need it. */
		y: z.optional(z.nullable(ChartColumn)),
		series: z.optional(z.nullable(ChartColumn)),
		/** For groups. Default: `count`. */
		aggregate: z.optional(z.enum(chartAggregates)),
		/** For groups along times; null: every time by itself. */
		step: z.optional(z.nullable(z.enum(chartSteps))),
		/** Most categories, or most points. */
		limit: z.int().check(z.minimum(1), z.maximum(maxChartPoints)),
	}),
	status: 200,
	result: RowsChart,
	linesWhileWorking: true,
	errors: queryErrors,
} as const satisfies Operation;

const SideCounts = z.looseObject({ before: z.int(), after: z.int() });

/** A column of the rows of a comparison. */
const ComparedColumn = z.looseObject({
	name: z.string(),
	/** Null on the side that does not have it. */
	before: z.nullable(z.string()),
	after: z.nullable(z.string()),
	isKey: z.boolean(),
	/** Cells that changed. */
	cells: z.int(),
	nulls: z.looseObject({ before: z.nullable(z.int()), after: z.nullable(z.int()) }),
	distinct: z.looseObject({ before: z.nullable(Estimate), after: z.nullable(Estimate) }),
	/** Of columns of numbers, exact digits as text for integers and decimals. */
	sum: z.looseObject({ before: z.nullable(z.string()), after: z.nullable(z.string()) }),
	/**
	 * The columns of the Parquet file: `value` (after; before where the row was removed), and where cells changed `before` and
	 * `changed` (true or false).
	 */
	stored: z.looseObject({ value: z.string(), before: z.nullable(z.string()), changed: z.nullable(z.string()) }),
});

/** What a comparison says besides its rows. */
export const ComparisonSummary = z.looseObject({
	rows: SideCounts,
	key: z.nullable(z.array(z.string())),
	/** The key first, then what changed, then the rest in the order of the after side; what was removed last. */
	columns: z.array(ComparedColumn),
	counts: z.looseObject({ same: z.int(), changed: z.int(), added: z.int(), removed: z.int() }),
	/** Whether rows of both sides stand in another order to each other. */
	reordered: z.boolean(),
	/** Rows whose key others of their side have too: they are matched only with rows that are equal altogether. */
	ambiguous: SideCounts,
	/** A few keys that several rows of a side share, their values as text. */
	sharedKeys: z.array(
		z.looseObject({ side: z.enum(['before', 'after']), rows: z.int(), values: z.array(z.nullable(z.string())) }),
	),
	/** Rows whose key is null in part. */
	withoutKey: SideCounts,
});
export type ComparisonSummary = z.infer<typeof ComparisonSummary>;

export const RowsComparison = z.extend(ComparisonSummary, {
	/** The rows that were asked for: `change` (`same`, `changed`, `added`, `removed`), then the columns. */
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

/** Null: none was found. */
export const ProposedKey = z.looseObject({ key: z.nullable(z.array(z.string())) });
export type ProposedKey = z.infer<typeof ProposedKey>;

export const proposeKey = {
	id: 'proposeKey',
	summary: 'Find the fewest columns that identify the rows of both tables',
	tier: 'rows-query/1',
	method: 'POST',
	path: '/rows/key',
	body: z.omit(ComparedPair, { key: true }),
	status: 200,
	result: ProposedKey,
	linesWhileWorking: true,
	errors: queryErrors,
} as const satisfies Operation;

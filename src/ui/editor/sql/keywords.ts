import type { SqlDialect } from './knowledge.ts';

/** Suggested keywords of a dialect. */
export interface SqlWords {
	/** Keywords that may start an expression. */
	readonly value: readonly string[];
	/** Keywords that may follow an expression, a clause or a FROM item. */
	readonly following: readonly string[];
	/** Keywords that start a statement or subquery. */
	readonly query: readonly string[];
	/** Keywords that may follow FROM. */
	readonly from: readonly string[];
	/** Types for casts. */
	readonly types: readonly string[];
}

const words = (text: string): readonly string[] => text.split(',').map((part) => part.trim());

const value =
	'distinct, case, when, then, else, end, null, true, false, not, exists, in, interval, cast, try_cast, all, any';
const following = `as, and, or, not, in, is, like, ilike, between, is null, is not null, is distinct from, from, where, group by, having,
	order by, limit, offset, qualify, window, union, union all, intersect, except, join, left join, right join, inner join, full join,
	cross join, anti join, semi join, natural join, on, using, asc, desc, nulls first, nulls last, filter, over, partition by, when, then,
	else, end, collate, tablesample, select, values, within group, rows between, range between, unbounded preceding, unbounded following,
	current row, preceding, following, all`;

const ofDialect: Readonly<Record<SqlDialect, SqlWords>> = {
	duckdb: {
		value: words(`${value}, lambda`),
		following: words(`${following}, similar to, asof join, positional join, exclude, replace, rename`),
		query: words('select, with, from, values, with recursive'),
		from: words('select, values, lateral, with'),
		types: words(
			`bigint, bit, blob, boolean, date, decimal, double, float, hugeint, integer, interval, json, real, smallint, time, timestamp,
			timestamp with time zone, tinyint, ubigint, uhugeint, uinteger, usmallint, utinyint, uuid, varchar`,
		),
	},
	spark: {
		value: words(value),
		following: words(
			`${following}, rlike, lateral view, lateral view outer, pivot, unpivot, sort by, cluster by, distribute by, minus`,
		),
		query: words('select, with, from, values, with recursive'),
		from: words('select, values, lateral, with'),
		types: words(
			`array, bigint, binary, boolean, date, decimal, double, float, int, map, smallint, string, struct, time, timestamp,
			timestamp_ntz, tinyint`,
		),
	},
};

export const wordsOf = (dialect: SqlDialect): SqlWords => ofDialect[dialect];

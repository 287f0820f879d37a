const words = (text: string): readonly string[] => text.split(',').map((part) => part.trim());

/** Words that may stand where a value begins. */
export const valueKeywords = words(
	'distinct, case, when, then, else, end, null, true, false, not, exists, in, interval, cast, try_cast, all, any, lambda',
);
/** Words that may follow a value, a clause or what a FROM reads. */
export const followingKeywords = words(
	`as, and, or, not, in, is, like, ilike, between, similar to, is null, is not null, is distinct from, from, where, group by,
	having, order by, limit, offset, qualify, window, union, union all, intersect, except, join, left join, right join,
	inner join, full join, cross join, asof join, anti join, semi join, natural join, positional join, on, using, asc, desc,
	nulls first, nulls last, filter, over, partition by, when, then, else, end, exclude, replace, rename, collate, tablesample,
	select, values, within group, rows between, range between, unbounded preceding, unbounded following, current row,
	preceding, following, all`,
);
/** Words that a statement or a subquery begins with. */
export const queryKeywords = words('select, with, from, values, with recursive');
/** Words that may stand behind FROM. */
export const fromKeywords = words('select, values, lateral, with');
/** Types that a value can be cast to. */
export const typeNames = words(
	`bigint, bit, blob, boolean, date, decimal, double, float, hugeint, integer, interval, json, real, smallint, time, timestamp,
	timestamp with time zone, tinyint, ubigint, uhugeint, uinteger, usmallint, utinyint, uuid, varchar`,
);

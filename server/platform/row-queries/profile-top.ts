import type * as z from 'zod/mini';
import type { ColumnProfile } from '#contract/rows/analysis.ts';
import type { EngineTables } from '../../engine/types.ts';
import { rowsOf } from './ask.ts';
import { type QueriedColumn, tableOf } from './columns.ts';
import type { ReadRows } from './read-columns.ts';

const topCount = 6;
/** Longest text that is shown of a frequent value, in UTF-16 units. */
const longestTop = 512;

interface Top {
	readonly shape: z.infer<typeof ColumnProfile>['shape'];
	/** How many different texts there are; null where that was not asked for. */
	readonly distinct: number | null;
}

/** The most frequent values; of equally frequent ones those that come first. */
export async function topOf(
	session: EngineTables,
	{ value, text }: QueriedColumn,
	{ table, where }: ReadRows,
	filled: number,
	isCounted: boolean,
): Promise<Top> {
	const isFilled = `${where === '' ? ' WHERE' : `${where} AND`} ${value} IS NOT NULL`;
	const counted = `SELECT ${text} AS v, count(*) AS n, min(r) AS f FROM ${tableOf(table, where, text)}${isFilled} GROUP BY v`;
	const every = isCounted ? '(SELECT count(*) FROM counted)' : 'NULL';
	const found = await rowsOf<{ v: string; n: number; every: number | null }>(
		session,
		`WITH counted AS ${isCounted ? '' : 'NOT '}MATERIALIZED (${counted}) SELECT left(v, ${longestTop + 1}) AS v, n, ${every} AS every FROM counted ORDER BY n DESC, f LIMIT ${topCount}`,
	);
	const distinct = isCounted ? (found[0]?.every ?? 0) : null;
	if (found.length === 0) return { shape: null, distinct };
	const values = found.map(({ v, n }) => ({ value: v.slice(0, longestTop), count: n, isCut: v.length > longestTop }));
	const others = filled - values.reduce((sum, { count }) => sum + count, 0);
	return { shape: { kind: 'top', values, others, slack: 0 }, distinct };
}

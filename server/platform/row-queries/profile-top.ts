import type * as z from 'zod/mini';
import type { ColumnProfile } from '#contract/rows/analysis.ts';
import type { EngineTables } from '../../engine/types.ts';
import { rowsOf } from './ask.ts';
import { type QueriedColumn, tableOf } from './columns.ts';
import type { Ends } from './profile-ends.ts';
import type { ReadRows } from './read-columns.ts';

const topCount = 6;
/** Maximum displayed length of a frequent value, in UTF-16 units. */
const longestTop = 512;

interface Top {
	readonly shape: z.infer<typeof ColumnProfile>['shape'];
	/** Number of distinct strings; null if not requested. */
	readonly distinct: number | null;
	/** For strings whose distinct values are counted: bounds found among those, which are fewer than the rows. */
	readonly ends: Pick<Ends, 'least' | 'most' | 'shortest' | 'longest' | 'length'> | null;
}

const endsOfCounted = [
	'min(v) AS least',
	'max(v) AS most',
	'min(length(v)) AS shortest',
	'max(length(v)) AS longest',
	'sum(length(v) * n) / sum(n) AS length',
];

/** The most frequent values; ties in order of first occurrence. */
export async function topOf(
	session: EngineTables,
	{ type, value, text }: QueriedColumn,
	{ table, where }: ReadRows,
	filled: number,
	isCounted: boolean,
): Promise<Top> {
	const isFilled = `${where === '' ? ' WHERE' : `${where} AND`} ${value} IS NOT NULL`;
	const counted = `SELECT ${text} AS v, count(*) AS n, min(r) AS f FROM ${tableOf(table, where, text)}${isFilled} GROUP BY v`;
	const top = `SELECT left(v, ${longestTop + 1}) AS v, n, f FROM counted ORDER BY n DESC, f LIMIT ${topCount}`;
	const isWithEnds = isCounted && type === 'VARCHAR';
	const facts = ['count(*) AS every', ...(isWithEnds ? endsOfCounted : [])];
	const both = `SELECT * FROM ((${top}) UNION ALL BY NAME (SELECT ${facts.join(', ')} FROM counted)) ORDER BY n DESC NULLS LAST, f`;
	const found = await rowsOf<{ v: string; n: number } | ({ n: null; every: number } & NonNullable<Top['ends']>)>(
		session,
		`WITH counted AS ${isCounted ? '' : 'NOT '}MATERIALIZED (${counted}) ${isCounted ? both : top}`,
	);
	const frequent = found.flatMap((row) => (row.n === null ? [] : row));
	const last = found.at(-1);
	const all = last?.n === null ? last : null;
	const distinct = all?.every ?? null;
	const ends = isWithEnds ? all : null;
	if (frequent.length === 0) return { shape: null, distinct, ends };
	const values = frequent.map(({ v, n }) => ({
		value: v.slice(0, longestTop),
		count: n,
		isCut: v.length > longestTop,
	}));
	const others = filled - values.reduce((sum, { count }) => sum + count, 0);
	return { shape: { kind: 'top', values, others, slack: 0 }, distinct, ends };
}

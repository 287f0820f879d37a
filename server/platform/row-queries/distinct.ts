import type * as z from 'zod/mini';
import type { Estimate } from '#contract/rows/analysis.ts';
import type { EngineTables } from '../../engine/types.ts';
import { rowOf } from './ask.ts';
import type { QueriedColumn } from './columns.ts';

type Distinct = z.output<typeof Estimate>;

/** Rows of which all different values are counted, and different values up to which they are counted of more rows. */
const exactRows = 10_000_000;
const exactDistinct = 1_000_000;
/** Values that are counted at one time. */
const atOnce = 20_000_000;

export const exactly = (count: number): Distinct => ({ count, exact: true, reason: null });

/** Different values of each column: counted where that is affordable, else estimated. */
export async function distinctOf(
	session: EngineTables,
	columns: readonly QueriedColumn[],
	from: string,
	rows: number,
): Promise<Distinct[]> {
	const about = rows > exactRows ? await estimatesOf(session, columns, from) : null;
	const isCounted = columns.map((_, index) => (about?.[index]?.about ?? 0) <= exactDistinct);
	const wanted = columns.flatMap(({ value, text, kind }, index) =>
		isCounted[index] ? [`count(DISTINCT ${kind === 'json' ? text : value}) AS d${index}`] : [],
	);
	const counts: Record<string, number> = {};
	const size = about === null ? Math.max(1, Math.floor(atOnce / Math.max(1, rows))) : 1;
	for (let first = 0; first < wanted.length; first += size) {
		const some = wanted.slice(first, first + size).join(', ');
		Object.assign(counts, await rowOf<Record<string, number>>(session, `SELECT ${some} ${from}`));
	}
	return columns.map((_, index) => {
		if (isCounted[index]) return exactly(counts[`d${index}`] ?? 0);
		const { about: estimate = 0, filled = 0 } = about?.[index] ?? {};
		const reason = `Estimated: counting more than ${exactDistinct.toLocaleString('en')} distinct values in ${rows.toLocaleString('en')} rows takes too much memory`;
		return { count: Math.min(filled, estimate), exact: false, reason };
	});
}

async function estimatesOf(session: EngineTables, columns: readonly QueriedColumn[], from: string) {
	const selected = columns.map(
		({ value }, index) => `approx_count_distinct(${value}) AS d${index}, count(${value}) AS f${index}`,
	);
	const found = await rowOf<Record<string, number>>(session, `SELECT ${selected.join(', ')} ${from}`);
	return columns.map((_, index) => ({ about: found[`d${index}`] ?? 0, filled: found[`f${index}`] ?? 0 }));
}

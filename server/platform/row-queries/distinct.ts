import type * as z from 'zod/mini';
import type { Estimate } from '#contract/rows/analysis.ts';
import type { EngineTables } from '../../engine/types.ts';
import { rowOf } from './ask.ts';
import { type QueriedColumn, tableOf } from './columns.ts';
import type { ReadRows } from './read-columns.ts';

type Distinct = z.output<typeof Estimate>;

/** Maximum rows for counting all distinct values; with more rows, maximum distinct values counted. */
export const exactRows = 10_000_000;
const exactDistinct = 1_000_000;

export const exactly = (count: number): Distinct => ({ count, exact: true, reason: null });

/** An expression that differs if and only if values do. */
export const differing = ({ kind, text, value }: QueriedColumn): string => (kind === 'json' ? text : value);

/** Distinct values per column for more than `exactRows` rows: counted if affordable, otherwise estimated. */
export async function distinctOf(
	session: EngineTables,
	columns: readonly QueriedColumn[],
	{ table, where }: ReadRows,
	rows: number,
): Promise<Distinct[]> {
	const estimates = await estimatesOf(session, columns, `FROM ${tableOf(table, where)}${where}`);
	const found: Distinct[] = [];
	for (const [index, column] of columns.entries()) {
		const { about = 0, filled = 0 } = estimates[index] ?? {};
		if (about <= exactDistinct) {
			const of = differing(column);
			const sql = `SELECT count(DISTINCT ${of}) AS n FROM ${tableOf(table, of, where)}${where}`;
			found.push(exactly((await rowOf<{ n: number }>(session, sql)).n));
			continue;
		}
		const reason = `Estimated: counting more than ${exactDistinct.toLocaleString('en')} distinct values in ${rows.toLocaleString('en')} rows would take too much memory`;
		found.push({ count: Math.min(filled, about), exact: false, reason });
	}
	return found;
}

async function estimatesOf(session: EngineTables, columns: readonly QueriedColumn[], from: string) {
	const selected = columns.map(
		({ value }, index) => `approx_count_distinct(${value}) AS d${index}, count(${value}) AS f${index}`,
	);
	const found = await rowOf<Record<string, number>>(session, `SELECT ${selected.join(', ')} ${from}`);
	return columns.map((_, index) => ({ about: found[`d${index}`] ?? 0, filled: found[`f${index}`] ?? 0 }));
}

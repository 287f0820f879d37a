import type * as z from 'zod/mini';
import type { ComparisonSummary, Estimate } from '#contract/rows/analysis.ts';
import type { EngineTables } from '../../engine/types.ts';
import type { AlignedColumns, SharedColumn } from './aligned-columns.ts';
import { isNumber, type QueriedColumn, sumOf } from './columns.ts';
import { differing, distinctOf, exactly, exactRows } from './distinct.ts';
import { readColumns } from './read-columns.ts';

export interface Estimated {
	readonly nulls: number;
	readonly distinct: z.output<typeof Estimate>;
	/** For numbers, with exact digits if the type has them. */
	readonly sum: string | null;
}

type FactsOfColumns = Map<QueriedColumn, Estimated>;

/**
 * Totals of both sides' columns. @param unique columns that are distinct in every row @param isSame whether a column has the same values on both
 * sides, so that it's read only once
 */
export async function factsOfSides(
	session: EngineTables,
	{ shared, added, removed }: AlignedColumns,
	rows: ComparisonSummary['rows'],
	unique: readonly SharedColumn[],
	isSame: (column: SharedColumn) => boolean,
): Promise<Record<'before' | 'after', FactsOfColumns>> {
	const known = new Set(unique.flatMap(({ before, after }) => [before, after]));
	const of = (table: string, columns: readonly QueriedColumn[], count: number) =>
		factsOfSide(session, table, columns, count, known);
	const before = await of('t0', [...shared.map((column) => column.before), ...removed], rows.before);
	const [same, others] = [shared.filter(isSame), shared.filter((column) => !isSame(column))];
	const after = await of('t1', [...others.map((column) => column.after), ...added], rows.after);
	for (const column of same) {
		const facts = before.get(column.before);
		if (facts !== undefined) after.set(column.after, facts);
	}
	return { before, after };
}

async function factsOfSide(
	session: EngineTables,
	table: string,
	columns: readonly QueriedColumn[],
	rows: number,
	unique: ReadonlySet<QueriedColumn>,
): Promise<FactsOfColumns> {
	const isExact = rows <= exactRows;
	const found = await readColumns<{ filled: number; sum?: string | null; distinct?: number }>(
		session,
		columns.map((column) => ({
			terms: {
				filled: `count(${column.value})`,
				...(isNumber(column.kind) ? { sum: `CAST(${sumOf(column)} AS VARCHAR)` } : {}),
				...(isExact && !unique.has(column) ? { distinct: `count(DISTINCT ${differing(column)})` } : {}),
			},
			held: isExact && !unique.has(column) ? 1 : 0,
		})),
		{ table, where: '' },
		rows,
	);
	const estimated = isExact ? null : await distinctOf(session, columns, { table, where: '' }, rows);
	return new Map(
		columns.map((column, index) => {
			const { filled = 0, sum = null, distinct = 0 } = found[index] ?? {};
			const counted = unique.has(column) ? exactly(rows) : (estimated?.[index] ?? exactly(distinct));
			return [column, { nulls: rows - filled, distinct: counted, sum }];
		}),
	);
}

import type * as z from 'zod/mini';
import type { Estimate } from '#contract/rows/analysis.ts';
import type { EngineTables } from '../../engine/types.ts';
import { rowOf } from './ask.ts';
import { isNumber, type QueriedColumn, sumOf } from './columns.ts';
import { distinctOf, exactly } from './distinct.ts';

/** Totals of one column on one side. */
export interface Estimated {
	readonly nulls: number;
	readonly distinct: z.output<typeof Estimate>;
	/** Of numbers, with exact digits where the type has them. */
	readonly sum: string | null;
}

export async function factsOfSide(
	session: EngineTables,
	table: string,
	columns: readonly QueriedColumn[],
	rows: number,
): Promise<Map<QueriedColumn, Estimated>> {
	if (columns.length === 0) return new Map();
	const distinct = await distinctOf(session, columns, `FROM ${table}`, rows);
	const selected = columns.flatMap(({ value, kind }, index) => [
		`count(${value}) AS f${index}`,
		...(isNumber(kind) ? [`CAST(${sumOf(columns[index] as QueriedColumn)} AS VARCHAR) AS s${index}`] : []),
	]);
	const found = await rowOf<Record<string, never>>(session, `SELECT ${selected.join(', ')} FROM ${table}`);
	return new Map(
		columns.map((column, index) => [
			column,
			{
				nulls: rows - Number(found[`f${index}`]),
				distinct: distinct[index] ?? exactly(0),
				sum: found[`s${index}`] ?? null,
			},
		]),
	);
}

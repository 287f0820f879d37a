import type * as z from 'zod/mini';
import type { profileRows, RowsProfile } from '#contract/rows/analysis.ts';
import { type Asking, ask } from './ask.ts';
import { isNumber, namedColumns, type QueriedColumn, relationOf, whereOf } from './columns.ts';
import { distinctOf, exactly, exactRows } from './distinct.ts';
import type { Edges } from './profile-bins.ts';
import { type Ends, endsOf, type Figure } from './profile-ends.ts';
import { type Facts, factsOf } from './profile-facts.ts';
import { topOf } from './profile-top.ts';
import { readSource } from './read-source.ts';

type ProfileRequest = z.output<typeof profileRows.body>;
type ColumnProfile = RowsProfile['columns'][number];
type Shape = ColumnProfile['shape'];

export async function profileRowsOf(asking: Asking, { source, filter, columns }: ProfileRequest): Promise<RowsProfile> {
	const tables = await readSource(asking, source);
	const { answer } = await ask<RowsProfile>(asking, tables, ['profile', filter, columns ?? null], async (session) => {
		const relation = relationOf(session, 0, tables.tables[0]?.order ?? null);
		const chosen = namedColumns(relation, columns);
		const from = { table: relation.table, where: await whereOf(session, relation, filter) };
		// Up to this size, all distinct strings are counted, and bounds are found among them.
		const isFew = relation.rows <= exactRows;
		const known = await endsOf(session, chosen, from, ({ type }) => isFew && type === 'VARCHAR');
		const { rows, ends } = known;
		const isExact = rows <= exactRows;
		const facts = await factsOf(session, chosen, from, known, (column) => isExact && !isCountedByText(column));
		const estimated = isExact ? null : await distinctOf(session, chosen, from, rows);
		const profiles: ColumnProfile[] = [];
		for (const [index, column] of chosen.entries()) {
			const [end, fact] = [ends[index], facts[index]];
			if (end === undefined || fact === undefined) continue;
			const isCounted = isExact && isCountedByText(column);
			const isTop = fact.edges === null && column.kind !== 'blob';
			const top = isTop ? await topOf(session, column, from, end.filled, isCounted) : null;
			const distinct = estimated?.[index] ?? exactly(fact.distinct ?? top?.distinct ?? 0);
			const shape = fact.edges === null ? (top?.shape ?? null) : histogram(fact.edges, fact.counts);
			profiles.push(profileOf(column, rows, { ...end, ...fact, ...top?.ends }, distinct, shape));
		}
		return { answer: { rows, columns: profiles }, file: null };
	});
	return answer;
}

/** Whether values are distinct if and only if their text is, which is counted for the most frequent values. */
const isCountedByText = ({ kind, type }: QueriedColumn): boolean =>
	type === 'VARCHAR' || kind === 'json' || kind === 'boolean';

const histogram = ({ texts }: Edges, counts: readonly number[]): Shape => ({
	kind: 'histogram',
	bins: texts.slice(1).map((to, index) => ({ from: texts[index] ?? '', to, count: counts[index] ?? 0 })),
});

function profileOf(
	{ name, type, kind }: QueriedColumn,
	rows: number,
	fact: Ends & Facts,
	distinct: ColumnProfile['distinct'],
	shape: Shape,
): ColumnProfile {
	const { filled, placed, notNumbers, infinite, shortest, longest } = fact;
	const [quarter, median, threeQuarters] = fact.quantiles ?? [];
	const isEmpty = placed === 0 && notNumbers + infinite === 0;
	const numbers =
		!isNumber(kind) || isEmpty
			? null
			: {
					mean: figure(fact.mean),
					quarter: figure(quarter),
					median: figure(median),
					threeQuarters: figure(threeQuarters),
					error: fact.error,
					notNumbers,
					infinite,
				};
	const lengths =
		shortest === null || longest === null ? null : { least: shortest, most: longest, mean: fact.length ?? 0 };
	return {
		name,
		type,
		rows,
		nulls: rows - filled,
		distinct,
		least: fact.least,
		most: fact.most,
		unplaced: kind === 'temporal' ? filled - (placed ?? filled) : 0,
		numbers,
		lengths,
		shape,
	};
}

/** A figure, if it's a JSON number. */
const figure = (value: Figure | undefined): number | null =>
	typeof value === 'number' && Number.isFinite(value) ? value : null;

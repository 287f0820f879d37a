import type * as z from 'zod/mini';
import type { ComparisonSummary, compareRows, ProposedKey, RowsComparison } from '#contract/rows/analysis.ts';
import { type QueriedSource, rowChanges } from '#contract/rows/selection.ts';
import { literal } from '#lib/sql/quoting.ts';
import type { EngineTables } from '../../engine/types.ts';
import { invalid } from '../core/service-error.ts';
import { type AlignedColumns, alignColumns, ofAlias, type SharedColumn } from './aligned-columns.ts';
import { type Asking, ask, askedBefore, type QueriedTables, rowOf, tableOfResult } from './ask.ts';
import { type QueriedColumn, relationOf, tableOf } from './columns.ts';
import { type Estimated, factsOfSides } from './compare-facts.ts';
import { matchRows } from './compare-match.ts';
import type { CachedResult } from './results.ts';
import { readTable } from './sources.ts';

type CompareRequest = z.output<typeof compareRows.body>;
type ComparedColumn = ComparisonSummary['columns'][number];

export async function compareRowsOf(asking: Asking, request: CompareRequest): Promise<RowsComparison> {
	const { kept, comparison } = await cacheComparison(asking, request);
	if (kept.handle === null) throw new Error('The comparison’s rows weren’t stored.');
	return { ...comparison, stored: kept.handle };
}

export async function comparedTables(
	{ platform, caller }: Asking,
	{ before, after }: Pick<CompareRequest, 'before' | 'after'>,
): Promise<QueriedTables> {
	const tables = [await readTable(platform, caller, before), await readTable(platform, caller, after)];
	return { tables, bases: tables };
}

/** Compares, and caches the requested rows. */
export async function cacheComparison(
	asking: Asking,
	request: Omit<Extract<QueriedSource, { kind: 'comparison' }>, 'kind'>,
): Promise<{ kept: CachedResult; comparison: ComparisonSummary; tables: QueriedTables }> {
	const { key, column = null } = request;
	const tables = await comparedTables(asking, request);
	const proposed = key === null ? null : await askedBefore<ProposedKey>(asking, tables, ['key']);
	const isProposed = proposed !== null && JSON.stringify(proposed.answer.key) === JSON.stringify(key);
	const changes = new Set(request.changes ?? ['changed', 'added', 'removed']);
	const hasSame = changes.has('same');
	const kept = await ask<ComparisonSummary>(asking, tables, ['compare', key, hasSame], async (session) => {
		const [before, after] = [0, 1].map((side) => relationOf(session, side, tables.tables[side]?.order ?? null));
		if (before === undefined || after === undefined) throw new Error('A side is missing.');
		const aligned = alignColumns(before.columns, after.columns);
		return compare(session, aligned, { before: before.rows, after: after.rows }, key, { hasSame, isProposed });
	});
	const comparison = kept.answer;
	const isAll = rowChanges.every((change) => changes.has(change) || (change === 'same' && !hasSame));
	if (isAll && column === null) return { kept, comparison, tables };
	const found = comparison.columns.find((compared) => compared.name === column);
	if (column !== null && found === undefined)
		throw invalid([
			{
				code: 'NOT_FOUND',
				path: 'column',
				message: `Neither table has a column "${column}". Choose a column from one of the tables.`,
			},
		]);
	const shown = await ask(
		asking,
		tableOfResult(kept, tables),
		['compared', [...changes].sort(), column],
		async (session) => {
			const { columns } = relationOf(session, 0, null);
			const isWanted = `c0 IN (${['', ...changes].map(literal).join(', ')})`;
			const flag = columns.find(({ name }) => name === found?.stored.changed)?.value ?? 'false';
			const where = column === null ? isWanted : `${isWanted} AND (c0 IN ('added', 'removed') OR ${flag})`;
			const names = columns.map(({ value, name }) => `${value} AS "${name}"`).join(', ');
			return { answer: {}, file: await session.write(`SELECT ${names} FROM t0 WHERE ${where}`, 'parquet') };
		},
	);
	return { kept: shown, comparison, tables };
}

interface Side {
	readonly shared: SharedColumn | null;
	readonly before: QueriedColumn | null;
	readonly after: QueriedColumn | null;
}

async function compare(
	session: EngineTables,
	aligned: AlignedColumns,
	rows: ComparisonSummary['rows'],
	keyNames: readonly string[] | null,
	/** `isProposed`: the key was found to be unique and never null. */
	{ hasSame, isProposed }: { readonly hasSame: boolean; readonly isProposed: boolean },
) {
	const key = keyNames?.map((name, index) => sharedNamed(aligned, name, index)) ?? null;
	const { shared } = aligned;
	// Values of different types may be distinct although they compare as equal.
	const isUnique = isProposed && key?.some(({ isRetyped }) => isRetyped) === false;
	const matched = await matchRows(session, aligned, key, { hasSame, isUnique });
	const flags = shared.map((_, index) => `count(*) FILTER (d${index}) AS d${index}`);
	const counted = await rowOf<Record<string, number>>(
		session,
		`SELECT ${[...flags, "count(*) FILTER (change = 'added') AS added", "count(*) FILTER (change = 'removed') AS removed", "count(*) FILTER (change = 'changed') AS changed"].join(', ')} FROM compared`,
	);
	const { added = 0, removed = 0, changed = 0 } = counted;
	const cellsOf = (side: Side) => (side.shared === null ? 0 : (counted[`d${shared.indexOf(side.shared)}`] ?? 0));
	const sides = sidesOf(aligned, key ?? [], cellsOf);
	const { withoutKey, ambiguous } = matched;
	const namesRows = key?.length === 1 && [withoutKey, ambiguous].every(({ before, after }) => before + after === 0);
	const facts = await factsOfSides(
		session,
		aligned,
		rows,
		namesRows ? key : [],
		(column) => added === 0 && removed === 0 && !column.isRetyped && counted[`d${shared.indexOf(column)}`] === 0,
	);
	const columns = sides.map((side, index) => describe(side, index, cellsOf(side), key ?? [], facts));
	const file = await session.write(selectRows(sides, columns, shared), 'stored');
	await matched.drop();
	const answer: ComparisonSummary = {
		rows,
		key: keyNames === null ? null : [...keyNames],
		columns,
		counts: { same: rows.after - added - changed, changed, added, removed },
		reordered: matched.reordered,
		ambiguous: matched.ambiguous,
		sharedKeys: matched.sharedKeys,
		withoutKey: matched.withoutKey,
	};
	return { answer, file };
}

function sharedNamed({ shared }: AlignedColumns, name: string, index: number): SharedColumn {
	const found = shared.find(({ after }) => after.name === name);
	if (found !== undefined) return found;
	const message = `The column "${name}" isn’t in both tables. Choose another key.`;
	throw invalid([{ code: 'NOT_FOUND', path: `key.${index}`, message }]);
}

/** The key, then changed columns, then the rest in the order of the after side; removed columns last. */
function sidesOf(aligned: AlignedColumns, key: readonly SharedColumn[], cellsOf: (side: Side) => number): Side[] {
	const ofShared = (shared: SharedColumn): Side => ({ shared, before: shared.before, after: shared.after });
	const position = ({ after }: Side) => Number(after?.value.slice(1) ?? 0);
	const rest = [
		...aligned.shared.filter((shared) => !key.includes(shared)).map(ofShared),
		...aligned.added.map((after): Side => ({ shared: null, before: null, after })),
	].sort((a, b) => position(a) - position(b));
	const changed = rest.filter((side) => cellsOf(side) > 0);
	const removed = aligned.removed.map((before): Side => ({ shared: null, before, after: null }));
	return [...key.map(ofShared), ...changed, ...rest.filter((side) => !changed.includes(side)), ...removed];
}

function describe(
	{ shared, before, after }: Side,
	index: number,
	cells: number,
	key: readonly SharedColumn[],
	facts: Record<'before' | 'after', ReadonlyMap<QueriedColumn, Estimated>>,
): ComparedColumn {
	const [old, now] = [before && facts.before.get(before), after && facts.after.get(after)];
	return {
		name: (after ?? before)?.name ?? '',
		before: before?.type ?? null,
		after: after?.type ?? null,
		isKey: shared !== null && key.includes(shared),
		cells,
		nulls: { before: old?.nulls ?? null, after: now?.nulls ?? null },
		distinct: { before: old?.distinct ?? null, after: now?.distinct ?? null },
		sum: { before: old?.sum ?? null, after: now?.sum ?? null },
		stored: {
			value: `c${index}`,
			before: cells > 0 ? `c${index}_before` : null,
			changed: cells > 0 ? `c${index}_changed` : null,
		},
	};
}

/** The rows after, with removed ones in their former positions, in storage order. */
function selectRows(
	sides: readonly Side[],
	columns: readonly ComparedColumn[],
	shared: readonly SharedColumn[],
): string {
	const cells = sides.flatMap((side, index) => {
		const { stored } = columns[index] as ComparedColumn;
		const flag = side.shared === null ? 'false' : `d${shared.indexOf(side.shared)}`;
		const [old, now] = [side.before && term(side.before, 'b', side), side.after && term(side.after, 'a', side)];
		const value = old === null ? now : now === null ? old : `CASE WHEN p.ra IS NULL THEN ${old} ELSE ${now} END`;
		return [
			`${value} AS ${stored.value}`,
			...(stored.before === null ? [] : [`CASE WHEN ${flag} THEN b.${side.before?.value} END AS ${stored.before}`]),
			...(stored.changed === null ? [] : [`coalesce(${flag}, false) AS ${stored.changed}`]),
		];
	});
	return `SELECT ${['change', ...cells].join(', ')} FROM compared p LEFT JOIN ${tableOf('t0', ...cells)} b ON b.r = p.rb LEFT JOIN ${tableOf('t1', ...cells)} a ON a.r = p.ra ORDER BY p.position, p.ra IS NOT NULL, p.rb, p.ra`;
}

/** If the sides have different types, the result has text. */
const term = ({ value, text }: QueriedColumn, alias: string, { shared }: Side): string =>
	ofAlias(shared?.isRetyped ? text : value, alias);

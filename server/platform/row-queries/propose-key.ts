import type * as z from 'zod/mini';
import type { ProposedKey, proposeKey } from '#contract/rows/analysis.ts';
import type { EngineTables } from '../../engine/types.ts';
import { alignColumns, type SharedColumn } from './aligned-columns.ts';
import { type Asking, ask, rowOf } from './ask.ts';
import { type CellKind, type QueriedColumn, relationOf } from './columns.ts';
import { comparedTables } from './compare.ts';

type KeyRequest = z.output<typeof proposeKey.body>;

/** Kinds whose values identify things; measures are distinct by chance or not at all. */
const naming: readonly CellKind[] = ['text', 'integer', 'temporal'];
const idLike =
	/(?:^|[_\s.-])(?:id|key|uuid|guid|code|iata|icao|sku|isin|iso\d?|fips|slug|nr|no|num|number|hash)$|[a-z](?:Id|ID|Key|Code)$/i;
const maxCombined = 8;
const maxChecked = 8;

interface Candidate {
	readonly column: SharedColumn;
	/** Its index among the examined columns. */
	readonly at: number;
	readonly rank: number;
}

/** The smallest set of columns that is unique and never null on both sides, id-like names first. Null: none. */
export async function proposeKeyOf(asking: Asking, request: KeyRequest): Promise<ProposedKey> {
	const tables = await comparedTables(asking, request);
	const { answer } = await ask<ProposedKey>(asking, tables, ['key'], async (session) => {
		const [before, after] = [0, 1].map((side) => relationOf(session, side, tables.tables[side]?.order ?? null));
		const { shared } = alignColumns(before?.columns ?? [], after?.columns ?? []);
		const sides = [before?.rows ?? 0, after?.rows ?? 0] as const;
		return { answer: { key: await findKey(session, shared, sides) }, file: null };
	});
	return answer;
}

async function findKey(
	session: EngineTables,
	shared: readonly SharedColumn[],
	rows: readonly [number, number],
): Promise<string[] | null> {
	const columns = shared.filter(({ before, after }) => [before, after].every(({ kind }) => naming.includes(kind)));
	if (columns.length === 0) return null;
	const ranked = columns
		.map((column, index): Candidate => ({ column, at: index, rank: rankOf(column.after, index) }))
		.toSorted((a, b) => a.rank - b.rank);
	const areFilled = (filled: readonly number[][], at: number) =>
		filled.every((counts, side) => counts[at] === rows[side]);
	const filledOf = (some: readonly SharedColumn[]) => countsOf(session, some, (value) => `count(${value})`);
	for (const candidate of ranked) {
		if (!(await areUnique(session, [candidate], true))) continue;
		if (!areFilled(await filledOf([candidate.column]), 0)) continue;
		if (await areUnique(session, [candidate], false)) return [candidate.column.after.name];
	}
	const filled = await filledOf(columns);
	const candidates = ranked.filter(({ at }) => areFilled(filled, at));
	const distinct = await countsOf(session, columns, (value) => `count(DISTINCT ${value})`);
	const distinctOf = ({ at }: Candidate) => distinct.reduce((sum, counts) => sum + (counts[at] ?? 0), 0);
	const best = candidates
		.toSorted((a, b) => distinctOf(b) - distinctOf(a))
		.slice(0, maxCombined)
		.sort((a, b) => a.rank - b.rank);
	let checked = 0;
	for (const some of [...subsetsOf(best, 2), ...subsetsOf(best, 3)]) {
		if (!(await areUnique(session, some, true))) continue;
		if (await areUnique(session, some, false)) return some.map(({ column }) => column.after.name);
		checked += 1;
		if (checked === maxChecked) return null;
	}
	return null;
}

/** One number per column, before and after. */
async function countsOf(
	session: EngineTables,
	columns: readonly SharedColumn[],
	figure: (value: string) => string,
): Promise<number[][]> {
	const sides: number[][] = [];
	for (const side of ['before', 'after'] as const) {
		const selected = columns.map((column, index) => `${figure(column[side].value)} AS n${index}`);
		const table = side === 'before' ? 'p0' : 'p1';
		const found = await rowOf<Record<string, number>>(session, `SELECT ${selected.join(', ')} FROM ${table}`);
		sides.push(columns.map((_, index) => found[`n${index}`] ?? 0));
	}
	return sides;
}

/** @param isSampled checks only the first rows, which is fast */
async function areUnique(session: EngineTables, some: readonly Candidate[], isSampled: boolean): Promise<boolean> {
	for (const [side, table] of ['p0', 'p1'].entries()) {
		const values = some.map(({ column }) => (side === 0 ? column.before : column.after).value).join(', ');
		const rows = `SELECT ${values} FROM ${table}${isSampled ? ' LIMIT 10240' : ''}`;
		const { repeated } = await rowOf<{ repeated: boolean }>(
			session,
			`SELECT EXISTS (SELECT 1 FROM (${rows}) GROUP BY ${values} HAVING count(*) > 1) AS repeated`,
		);
		if (repeated) return false;
	}
	return true;
}

function* subsetsOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
	if (size === 0) yield [];
	else
		for (const [index, first] of items.entries())
			for (const rest of subsetsOf(items.slice(index + 1), size - 1)) yield [first, ...rest];
}

/** Lower is better: names of ids, then strings and times, then numbers; among these, columns further left. */
function rankOf({ name, kind }: QueriedColumn, position: number): number {
	const byName = idLike.test(name) ? 0 : 1_000;
	return byName + (kind === 'text' ? 0 : kind === 'temporal' ? 200 : position === 0 ? 0 : 400) + position;
}

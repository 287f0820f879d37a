import type * as z from 'zod/mini';
import { type FoundPositions, type findRows, maxInlinePositions } from '#contract/rows/queries.ts';
import { literal } from '#lib/sql/quoting.ts';
import { groupedText } from '../../engine/tables/text-macros.ts';
import type { EngineTables } from '../../engine/types.ts';
import { type Asking, ask, rowOf, rowsOf, tableOfResult } from './ask.ts';
import { isNumber, namedColumns, type QueriedColumn, relationOf, tableOf } from './columns.ts';
import { readSource } from './read-source.ts';
import { cacheView } from './view.ts';

type FindRequest = z.output<typeof findRows.body>;
type Position = readonly [row: number, column: number];

interface Found {
	readonly total: number;
	/** All of them, if they are few. */
	readonly positions: readonly Position[] | null;
}

const defaultLimit = 1_000;

/** All cells of a view that contain a string, and a page of their positions. */
export async function findRowsOf(asking: Asking, request: FindRequest): Promise<FoundPositions> {
	const { source, filter, sort, columns, text, limit = defaultLimit, from = null, backwards = false } = request;
	const base = await readSource(asking, source);
	const isPlain = filter.length + sort.length === 0;
	// Positions count rows of the view, so a sorted view is written first, unless it's cached.
	const view = isPlain ? base : tableOfResult(await cacheView(asking, base, { filter, sort }, { first: null }), base);
	const order = base.tables[0]?.order ?? null;
	const tables = { ...view, tables: view.tables.map((table) => ({ ...table, order: isPlain ? order : null })) };
	const kept = await ask<Found>(asking, tables, ['find', text, columns ?? null], async (session) => {
		const relation = relationOf(session, 0, tables.tables[0]?.order ?? null);
		const select = matchesOf(relation.table, namedColumns(relation, columns), text);
		if (select === null) return { answer: { total: 0, positions: [] }, file: null };
		await session.run(`CREATE OR REPLACE TEMP TABLE found AS ${select}`);
		const { total } = await rowOf<{ total: number }>(session, 'SELECT count(*) AS total FROM found');
		const order = 'ORDER BY "row", "column"';
		const isSmall = total <= maxInlinePositions;
		const positions = isSmall ? await positionsIn(session, 'found', order) : null;
		const file = isSmall ? null : await session.write(`SELECT "row", "column" FROM found ${order}`, 'parquet');
		await session.run('DROP TABLE found');
		return { answer: { total, positions }, file };
	});
	const { total, positions } = kept.answer;
	const bounds = { from, backwards, limit, offset: request.offset };
	if (positions !== null) {
		const { offset, next } = pageOf(
			total,
			bounds,
			() => positions.filter(([row, column]) => from !== null && isBefore([row, column], from, backwards)).length,
		);
		return {
			total,
			offset,
			next,
			positions: positions.slice(offset, offset + limit).map(([row, column]) => [row, column]),
			stored: null,
		};
	}
	return readPage(asking, tableOfResult(kept, base), total, bounds, kept.handle);
}

async function readPage(
	asking: Asking,
	tables: ReturnType<typeof tableOfResult>,
	total: number,
	bounds: PageBounds,
	stored: FoundPositions['stored'],
): Promise<FoundPositions> {
	const { from, backwards, limit } = bounds;
	const { answer } = await ask<Pick<FoundPositions, 'offset' | 'next' | 'positions'>>(
		asking,
		tables,
		['positions', bounds],
		async (session) => {
			let before = 0;
			if (from !== null) {
				const sign = backwards ? '<' : '<=';
				const condition = `c0 < ${from.row} OR (c0 = ${from.row} AND c1 ${sign} ${from.column})`;
				before = (await rowOf<{ n: number }>(session, `SELECT count(*) AS n FROM t0 WHERE ${condition}`)).n;
			}
			const { offset, next } = pageOf(total, bounds, () => before);
			const page = `WHERE r >= ${offset} AND r < ${offset + limit} ORDER BY r`;
			return { answer: { offset, next, positions: await positionsIn(session, 't0', page) }, file: null };
		},
	);
	return { total, ...answer, stored };
}

interface PageBounds {
	readonly from: NonNullable<FindRequest['from']> | null;
	readonly backwards: boolean;
	readonly limit: number;
	readonly offset: number | undefined;
}

/** Where a page begins. @param before number of matches not after `from` or, backwards, before it */
function pageOf(total: number, { from, backwards, limit, offset }: PageBounds, before: () => number) {
	const at = from === null || total === 0 ? null : before();
	const next = at === null ? null : backwards ? (at + total - 1) % total : at % total;
	const middle = next === null ? 0 : Math.max(0, Math.min(next - Math.floor(limit / 2), total - limit));
	return { next, offset: offset ?? middle };
}

/** Whether a match is already passed when searching forward from a cell; backwards, whether it's before the cell. */
const isBefore = ([row, column]: Position, from: { row: number; column: number }, backwards: boolean): boolean =>
	row < from.row || (row === from.row && (backwards ? column < from.column : column <= from.column));

async function positionsIn(session: EngineTables, table: string, rest: string): Promise<[number, number][]> {
	const names = table === 't0' ? 'c0 AS "row", c1 AS "column"' : '"row", "column"';
	const found = await rowsOf<{ row: number; column: number }>(session, `SELECT ${names} FROM ${table} ${rest}`);
	return found.map(({ row, column }) => [row, column]);
}

/** The statement that returns every match; null if no column can contain the text. */
function matchesOf(table: string, columns: readonly QueriedColumn[], text: string): string | null {
	const tests = columns.flatMap((column, index) => {
		const test = holds(column, text);
		return test === null ? [] : [{ index, test }];
	});
	if (tests.length === 0) return null;
	const cells = tests.map(({ index, test }) => `CASE WHEN ${test} THEN ${index} END`).join(', ');
	const any = tests.map(({ test }) => test).join(' OR ');
	const rows = `SELECT r, [${cells}] AS cells FROM ${tableOf(table, any)} WHERE ${any}`;
	return `SELECT * FROM (SELECT r AS "row", unnest(cells) AS "column" FROM (${rows})) WHERE "column" IS NOT NULL`;
}

/** A statement ends at its first NUL, a string doesn't. */
const textLiteral = (text: string): string => text.split('\0').map(literal).join(' || chr(0) || ');

/** Whether a cell's text contains another one, ignoring case, as in docs/rows-query.md; null if its type never does. */
function holds({ kind, text, type }: QueriedColumn, searchText: string): string | null {
	const folded = searchText.replaceAll('İ', 'i').replaceAll('Σ', 'σ').toLowerCase();
	const isFoundIn = (of: string) => `contains(${of}, ${textLiteral(folded)})`;
	if (isNumber(kind)) {
		if (!/^[-+\d.,e]+$/.test(folded) && !'nan -infinity'.includes(folded)) return null;
		const lower = kind === 'float' ? `lower(${text})` : text;
		return folded.includes(',') ? `(${isFoundIn(groupedText(text))})` : isFoundIn(lower);
	}
	if (kind === 'temporal') {
		if (!/^[-+\d.:tzpymdhs /]+$/.test(folded) && !'-infinity'.includes(folded)) return null;
		const lower = `lower(${text})`;
		return type.startsWith('TIMESTAMP')
			? `(${isFoundIn(lower)} OR ${isFoundIn(`replace(${lower}, 't', ' ')`)})`
			: isFoundIn(lower);
	}
	if (kind === 'boolean' && !'true'.includes(folded) && !'false'.includes(folded)) return null;
	return isFoundIn(kind === 'boolean' ? text : `lower(${text})`);
}

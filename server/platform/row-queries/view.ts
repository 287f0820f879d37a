import type * as z from 'zod/mini';
import type { Column } from '#contract/dataset.ts';
import { maxInlineRows, type viewRows } from '#contract/rows/queries.ts';
import type { RowCondition, SortTerm } from '#contract/rows/selection.ts';
import { quoted } from '#lib/sql/quoting.ts';
import type { EngineTables } from '../../engine/types.ts';
import { type Asking, ask, type QueriedTables, rowOf } from './ask.ts';
import { namedColumns, orderOf, relationOf, selected, shownValue, tableOf, whereOf } from './columns.ts';
import { readSource } from './read-source.ts';
import type { CachedResult } from './results.ts';

export type ViewRequest = z.output<typeof viewRows.body>;

const defaultFirst = 200;
/** Maximum bytes of rows inside a response; fewer rows are returned if they are larger. */
const inlineBytes = 2 ** 20;

interface ViewAnswer {
	readonly columns: readonly Column[];
	/** The first rows, each as the text of a JSON object. */
	readonly rows: readonly string[];
	/** Number of first rows requested. */
	readonly first: number;
	readonly total: number;
}

export interface Arranged {
	readonly filter: readonly RowCondition[];
	readonly sort: readonly SortTerm[];
	readonly columns?: readonly string[] | undefined;
}

/** The view as the text of a RowsView. @param onFirst called with the first rows in the same form, if the rest takes longer */
export async function viewRowsOf(
	asking: Asking,
	{ source, first = defaultFirst, ...arranged }: ViewRequest,
	onFirst?: (text: string) => void,
): Promise<string> {
	const tables = await readSource(asking, source);
	const { answer, handle } = await cacheView(asking, tables, arranged, { first, onFirst: (text) => onFirst?.(text) });
	const rows = handle === null ? answer.rows : answer.rows.slice(0, first);
	return textOf(answer, rows, answer.total > rows.length ? handle : null);
}

const textOf = (
	{ columns, total }: Pick<ViewAnswer, 'columns' | 'total'>,
	rows: readonly string[],
	stored: CachedResult['handle'] = null,
): string =>
	`{"columns":${JSON.stringify(columns)},"rows":[${rows.join(',')}],"total":${total},"stored":${JSON.stringify(stored)}}`;

interface Wanted {
	/** Number of rows in the response; null: all rows as a file, even if they are few. */
	readonly first: number | null;
	/** Called with the first rows, as the text of a RowsView, if the rest takes longer. */
	readonly onFirst?: (text: string) => void;
}

export const cacheView = (
	asking: Asking,
	tables: QueriedTables,
	{ filter, sort, columns }: Arranged,
	{ first, onFirst }: Wanted,
): Promise<CachedResult<ViewAnswer>> =>
	ask<ViewAnswer>(
		asking,
		tables,
		['view', filter, sort, columns ?? null],
		async (session) => {
			const relation = relationOf(session, 0, tables.tables[0]?.order ?? null);
			const chosen = namedColumns(relation, columns);
			const order = orderOf(relation, sort);
			const where = await whereOf(session, relation, filter);
			const rows = (cells: string) =>
				`SELECT ${cells} FROM ${tableOf(relation.table, cells, where, order)} AS q${where}${order}`;
			const shown = chosen.map((column) => `${shownValue(column)} AS ${quoted(column.name)}`).join(', ');
			const described = chosen.map(({ name, type }) => ({ name, type }));
			const known = where === '' ? relation.rows : null;
			// If there are too many rows to return, convert only the requested ones to text.
			const asked = first ?? defaultFirst;
			const most = known !== null && known > maxInlineRows ? asked : maxInlineRows;
			const bounds = { most, maxBytes: inlineBytes };
			const read = await session.rows(`${rows(shown)} LIMIT ${most + 1}`, bounds);
			const total = read.rows.length;
			if (!read.truncated && first !== null)
				return { answer: { columns: described, rows: read.rows, first: maxInlineRows, total }, file: null };
			const answer = { columns: described, rows: read.rows.slice(0, asked), first: asked };
			if (onFirst !== undefined) {
				// Counting takes a fraction of the time of writing.
				const total = known ?? (await countOf(session, tableOf(relation.table, where), where));
				onFirst(textOf({ columns: described, total }, answer.rows));
			}
			const file = await session.write(rows(selected(chosen)), 'stored');
			return { answer: { ...answer, total: file.rows }, file };
		},
		({ answer, stored }) => (first === null ? stored !== null : answer.first >= first),
	);

async function countOf(session: EngineTables, table: string, where: string): Promise<number> {
	const { total } = await rowOf<{ total: number }>(session, `SELECT count(*) AS total FROM ${table}${where}`);
	return total;
}

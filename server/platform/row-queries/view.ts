import type * as z from 'zod/mini';
import type { Column } from '#contract/dataset.ts';
import { maxInlineRows, type viewRows } from '#contract/rows/queries.ts';
import type { RowCondition, SortTerm } from '#contract/rows/selection.ts';
import { quoted } from '#lib/sql/quoting.ts';
import { type Asking, ask, type QueriedTables } from './ask.ts';
import { namedColumns, orderOf, relationOf, selected, shownValue, tableOf, whereOf } from './columns.ts';
import { readSource } from './read-source.ts';
import type { KeptResult } from './results.ts';

export type ViewRequest = z.output<typeof viewRows.body>;

const defaultFirst = 200;
/** Most bytes of rows that an answer holds itself; fewer rows are handed over where they are more. */
const inlineBytes = 2 ** 20;

interface ViewAnswer {
	readonly columns: readonly Column[];
	/** The first rows, each as the text of a JSON object. */
	readonly rows: readonly string[];
	readonly total: number;
}

export interface Arranged {
	readonly filter: readonly RowCondition[];
	readonly sort: readonly SortTerm[];
	readonly columns?: readonly string[] | undefined;
}

/** The view as the text of a RowsView. @param onFirst called with the first rows, likewise, where the others take longer */
export async function viewRowsOf(
	asking: Asking,
	{ source, first = defaultFirst, ...arranged }: ViewRequest,
	onFirst?: (text: string) => void,
): Promise<string> {
	const tables = await readSource(asking, source);
	const { answer, handle } = await keepView(asking, tables, arranged, false, (answer) =>
		onFirst?.(textOf(answer, answer.rows.slice(0, first))),
	);
	const rows = handle === null ? answer.rows : answer.rows.slice(0, first);
	return textOf(answer, rows, answer.total > rows.length ? handle : null);
}

const textOf = (
	{ columns, total }: Omit<ViewAnswer, 'total'> & { readonly total: number | null },
	rows: readonly string[],
	stored: KeptResult['handle'] = null,
): string =>
	`{"columns":${JSON.stringify(columns)},"rows":[${rows.join(',')}],"total":${total},"stored":${JSON.stringify(stored)}}`;

/** Filters and sorts. @param isStored whether all rows are wanted as a file, also where they are few */
export const keepView = (
	asking: Asking,
	tables: QueriedTables,
	{ filter, sort, columns }: Arranged,
	isStored: boolean,
	onFirst?: (answer: Omit<ViewAnswer, 'total'> & { readonly total: number | null }) => void,
): Promise<KeptResult<ViewAnswer>> =>
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
				`SELECT ${cells} FROM ${tableOf(relation.table, cells, where, order)}${where}${order}`;
			const shown = chosen.map((column) => `${shownValue(column)} AS ${quoted(column.name)}`).join(', ');
			const bounds = { most: maxInlineRows, maxBytes: inlineBytes };
			const first = await session.rows(`${rows(shown)} LIMIT ${maxInlineRows + 1}`, bounds);
			const answer = { columns: chosen.map(({ name, type }) => ({ name, type })), rows: first.rows };
			if (!first.truncated && !isStored) return { answer: { ...answer, total: first.rows.length }, file: null };
			onFirst?.({ ...answer, total: where === '' ? relation.rows : null });
			const file = await session.write(rows(selected(chosen)), 'parquet');
			return { answer: { ...answer, total: file.rows }, file };
		},
		(kept) => !isStored || kept.stored !== null,
	);

import type * as z from 'zod/mini';
import type { groupRows } from '#contract/rows/analysis.ts';
import type { Problem } from '#contract/service/problem-codes.ts';
import { quoted } from '#lib/sql/quoting.ts';
import { invalid } from '../core/service-error.ts';
import { type Asking, ask, rowOf } from './ask.ts';
import {
	isNumber,
	meanOf,
	namedColumn,
	namedColumns,
	type QueriedColumn,
	relationOf,
	shownValue,
	sumOf,
	whereOf,
} from './columns.ts';
import { readSource } from './read-source.ts';

type GroupRequest = z.output<typeof groupRows.body>;
type Measure = GroupRequest['measures'][number]['measure'];

const defaultLimit = 1_000;
const maxBytes = 8 * 2 ** 20;

/** Groups of rows with equal values, as the text of RowGroups. */
export async function groupRowsOf(asking: Asking, request: GroupRequest): Promise<string> {
	const { source, filter, by, measures, order = 'count', offset = 0, limit = defaultLimit } = request;
	const tables = await readSource(asking, source);
	const key = ['groups', filter, by, measures, order, offset, limit] as const;
	// An object, because the catalog parses a string in a JSON column as JSON.
	const { answer } = await ask<{ text: string }>(asking, tables, key, async (session) => {
		const relation = relationOf(session, 0, tables.tables[0]?.order ?? null);
		const columns = namedColumns(relation, by, 'by');
		const measured = measures.map(({ measure, column }, index) => {
			const path = `measures.${index}`;
			if (measure === 'count') return 'count(*)';
			if (column == null)
				throw invalid([{ code: 'REQUIRED', path: `${path}.column`, message: `${measure} needs a column.` }]);
			return measureOf(measure, namedColumn(relation, column, `${path}.column`), path);
		});
		const values = columns.map((column, index) => `${groupedValue(column)} AS g${index}`);
		const results = measured.map((sql, index) => `${sql} AS m${index}`);
		const where = await whereOf(session, relation, filter);
		const grouped = columns.length === 0 ? '' : ` GROUP BY ${columns.map(shownValue).join(', ')}`;
		const selected = [...values, ...results, 'count(*) AS n', 'min(r) AS f'].join(', ');
		await session.run(
			`CREATE OR REPLACE TEMP TABLE grouped AS SELECT ${selected} FROM ${relation.table}${where}${grouped}`,
		);
		const { total } = await rowOf<{ total: number }>(session, 'SELECT count(*) AS total FROM grouped');
		const byValue = columns.map((_, index) => `grouped.g${index} ASC NULLS LAST`);
		const terms = [...(order === 'count' ? ['grouped.n DESC'] : []), ...byValue, 'grouped.f'].join(', ');
		const shown = [
			...columns.map(({ name }, index) => `g${index} AS ${quoted(name)}`),
			...measured.map((_, index) => `m${index}`),
			...(columns.length + measured.length === 0 ? ['n'] : []),
		].join(', ');
		const page = `SELECT ${shown} FROM grouped ORDER BY ${terms} LIMIT ${limit} OFFSET ${offset}`;
		const { columns: all, rows } = await session.rows(page, { maxRows: limit, maxBytes });
		await session.run('DROP TABLE grouped');
		const typed = all.map((column, index) => ({ ...column, type: columns[index]?.type ?? column.type }));
		const text = `{"columns":${JSON.stringify(typed)},"rows":[${rows.join(',')}],"total":${total}}`;
		return { answer: { text }, file: null };
	});
	return answer.text;
}

/** Both zeros are one group, shown as 0, whichever comes first. */
const groupedValue = (column: QueriedColumn): string =>
	column.kind === 'float' ? `${column.value} + 0` : shownValue(column);

function measureOf(measure: Exclude<Measure, 'count'>, column: QueriedColumn, path: string): string {
	const { value, kind, name, type } = column;
	if (measure === 'countValues') return `count(${value})`;
	if (measure === 'distinct') return `count(DISTINCT ${value})`;
	if (measure === 'min' || measure === 'max') return `${measure}(${value})`;
	if (!isNumber(kind)) {
		const message = `${measure} needs a numeric column, but "${name}" is ${type}. Choose another column.`;
		const problem: Problem = { code: 'INVALID_VALUE', path: `${path}.column`, message };
		throw invalid([problem]);
	}
	if (measure === 'sum') return sumOf(column);
	return measure === 'mean' ? meanOf(column) : `quantile_cont(${value}, 0.5)`;
}

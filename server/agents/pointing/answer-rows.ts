import { coordinateKey } from '#contract/dataset.ts';
import { quoted } from '#lib/sql/quoting.ts';
import { isNumberType } from '#lib/sql/types.ts';
import { counted, spoken } from '../query/present.ts';
import { tableOf } from '../query/profile.ts';
import type { SchemaContext, Turn, Written } from '../query/types.ts';
import { isPointed, narrowedTo, type Pointed, understoodIn } from './narrowed.ts';
import type { Pointer } from './pointers.ts';
import { areGroups, listOf, measureOf, rowSql, rowText, statement } from './ranked-rows.ts';

type Query = Extract<Written, { kind: 'query' }>;

const counts = 'two three four five six seven eight nine ten'.split(' ');
const ends = new RegExp(
	`^\\W*(?:(?:and|but|now|only|just|show|give|me)\\b\\W*)*(?:the )?(top|bottom|highest|lowest) (\\d{1,3}|${counts.join('|')})\\W*$`,
	'i',
);

/** Whether a question asks for the first rows of groups that are all there. */
export const asksForFirst = (question: string, last: Turn): boolean =>
	ends.test(question) && (areGroups(last) || listOf(last) !== last);

/** "top 3": of the answer before as it stands, by its measure; null where it has none. */
export function firstRows(question: string, last: Turn): Query | null {
	const [, end = '', number = ''] = ends.exec(question) ?? [];
	const measure = measureOf(last);
	if (end === '' || measure === undefined) return null;
	const list = statement(listOf(last));
	const count = counts.includes(number.toLowerCase()) ? counts.indexOf(number.toLowerCase()) + 2 : Number(number);
	if (count < 1) return null;
	const isTop = /top|highest/i.test(end);
	const { inner, within } = understoodIn(last);
	return {
		kind: 'query',
		sql: `SELECT * FROM (\n${list}\n) ORDER BY ${quoted(measure.name)} ${isTop ? 'DESC' : 'ASC'} NULLS LAST, 1 LIMIT ${count}`,
		reading: `The ${isTop ? 'highest' : 'lowest'} ${count} by ${spoken(measure.name)} of the previous answer.`,
		datasets: last.datasets ?? [],
		understood: { inner, within: [...within], isRows: true, list } satisfies Pointed,
	};
}

/** Rows of the answer before, or their number; null where it has none to point at. */
export function pointedRows(
	pointer: Extract<Pointer, { kind: 'row' | 'count' }>,
	last: Turn,
	context: SchemaContext,
): Query | null {
	const { inner, within } = understoodIn(last);
	const base = { kind: 'query', datasets: last.datasets ?? [] } as const;
	const list = statement(listOf(last));
	const { around = [], identifying = [] } = isPointed(last.understood) ? last.understood : {};
	const understood: Pointed = { inner, within: [...within], around, identifying, isRows: true, list };
	if (pointer.kind === 'count') {
		const isOne = last.columns.every(({ type }) => isNumberType(type)) && !/\bGROUP BY\b/.test(last.sql ?? '');
		if (isOne) return null;
		const { main } = narrowedTo(last, context, statement(last));
		const noun = /\bGROUP BY\b/.test(last.sql ?? '') || main === null ? 'rows' : main.datasetName;
		const sql = `SELECT count(*) AS ${quoted(noun)} FROM (\n${statement(last)}\n)`;
		return {
			...base,
			sql,
			reading: `Number of ${counted(spoken(noun))} in the previous answer.`,
			understood: last.understood,
		};
	}
	const sql = rowSql(last, pointer.row);
	if (sql === null) return null;
	return { ...base, sql, reading: `${rowText(pointer.row, last)} of the previous answer.`, understood };
}

/** What share of all rows the answer before is about; null where it is about all of them, or about no rows. */
export function shareOfAll(last: Turn, context: SchemaContext): Query | null {
	const { within, main } = narrowedTo(last, context, statement(last));
	const meant = main === null ? undefined : within.get(coordinateKey(main));
	if (main === null || meant === undefined) return null;
	const all = spoken(main.datasetName);
	return {
		kind: 'query',
		sql: `SELECT 100.0 * (SELECT count(*) FROM (${meant})) / nullif(count(*), 0) AS "percent"\nFROM ${tableOf(main)}`,
		reading: `The rows of the previous answer as a share of all ${all}.`,
		datasets: last.datasets ?? [main],
		understood: last.understood,
	};
}

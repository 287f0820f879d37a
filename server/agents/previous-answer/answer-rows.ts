import { coordinateKey } from '#contract/dataset.ts';
import { quoted } from '#lib/sql/quoting.ts';
import { isNumberType } from '#lib/sql/types.ts';
import { readingOf } from '../offline/english.ts';
import { graphOf } from '../offline/graph.ts';
import { planOf } from '../offline/offline-writer.ts';
import type { Plan, Where } from '../offline/plan.ts';
import { toSql } from '../offline/to-sql.ts';
import { counted, spoken } from '../query/present.ts';
import { tableOf } from '../query/profile.ts';
import type { SchemaContext, Turn, Written } from '../query/types.ts';
import { isPointed, narrowedTo, type Pointed, understoodIn } from './narrowed.ts';
import type { Pointer } from './pointers.ts';
import { areGroups, isInOrder, listOf, measureOf, rowSql, rowText, statement } from './ranked-rows.ts';

type Query = Extract<Written, { kind: 'query' }>;

/** What a figure about an answer was read as: follow-ups continue from the answer itself. */
export interface Beside {
	readonly beside: Turn;
	/** For a share of all rows: the columns of the conditions that define the part; otherwise null. */
	readonly shareBy: readonly string[] | null;
	/** For a change: the answer, or both answers, that it was calculated from. */
	readonly changes?: readonly Turn[];
}
const isBeside = (value: unknown): value is Beside => typeof value === 'object' && value !== null && 'beside' in value;
const besideIn = (turn: Turn): Beside | null => {
	const { inner } = understoodIn(turn);
	return isBeside(inner) ? inner : null;
};

/** The answer that a figure is about; the answer itself if it isn't such a figure. */
export const besideOf = (turn: Turn): Turn => besideIn(turn)?.beside ?? turn;

/** The answers that a change was calculated from; null if an answer isn't a change. */
export const changesIn = (turn: Turn | undefined): readonly Turn[] | null =>
	turn === undefined ? null : (besideIn(turn)?.changes ?? null);

export const isShareOfAll = (turn: Turn): boolean => (besideIn(turn)?.shareBy ?? null) !== null;

const columnOf = ({ column }: Where): string => `${column.table.name} ${column.name}`;
const conditionsBefore = ({ understood }: Turn, context: SchemaContext): string[] =>
	(planOf(understood, context)?.where ?? []).map(columnOf);

/** "and seniors?", "by wing" after "what share of all visits is that?": the same share, with that change. */
export function shareAgain(written: Query, last: Turn, context: SchemaContext): Written {
	const { sql, reading, datasets, understood } = written;
	const plan = planOf(understood, context);
	const shareBy = besideIn(last)?.shareBy ?? [];
	const parts = plan?.where.filter((where) => shareBy.includes(columnOf(where))) ?? [];
	const [first] = parts;
	if (plan === null || first === undefined || plan.limit !== null || !isCountOfMain(plan, parts)) return unclearShare;
	const of = parts.length === 1 ? first : ({ kind: 'all', column: first.column, of: parts } as const);
	const figure = { fn: 'share', column: null, table: plan.main, of, percent: true } as const;
	const where = plan.where.filter((item) => !parts.includes(item));
	const whole = { ...plan, where, figures: [figure], order: [] };
	const beside: Turn = { question: '', sql, reading, datasets, understood, columns: [] };
	return {
		...{ kind: 'query', datasets, sql: toSql(whole, graphOf(context)).sql, reading: readingOf(whole) },
		understood: { beside, shareBy } satisfies Beside,
	};
}

const isCountOfMain = ({ main, figures, shown, having, with: some, without }: Plan, parts: readonly Where[]): boolean =>
	figures.length === 1 &&
	figures.every(({ fn, column, table }) => fn === 'count' && column === null && table === main) &&
	shown.length + having.length + some.length + without.length === 0 &&
	parts.every(({ column }) => column.table === main);

const unclearShare: Written = {
	...{ kind: 'refused' as const, message: 'I can’t tell which share you mean. Ask the full question.', about: 'share' },
};

const counts = 'two three four five six seven eight nine ten'.split(' ');
const ends = new RegExp(
	`^\\W*(?:(?:and|but|now|only|just|show|give|list|me)\\b\\W*)*(?:the )?(top|bottom|highest|lowest|first) (\\d{1,3}|${counts.join('|')})\\W*$`,
	'i',
);

/** Whether a question asks for the first rows of a complete list of groups, or of ordered rows. */
export const asksForFirst = (question: string, last: Turn): boolean =>
	ends.test(question) && (areGroups(last) || listOf(last) !== last || isInOrder(last));

/** "top 3": the first rows of the previous answer if it has an order, else ranked by its measure; null if it has none. */
export function firstRows(question: string, last: Turn): Query | null {
	const [, end = '', number = ''] = ends.exec(question) ?? [];
	if (end === '') return null;
	const whole = listOf(last);
	const list = statement(whole);
	const count = counts.includes(number.toLowerCase()) ? counts.indexOf(number.toLowerCase()) + 2 : Number(number);
	const measure = measureOf(last);
	const isAsItIs = isInOrder(whole) && (/first/i.test(end) || !isGrouped(whole));
	// "top 5" of a single row asks for more rows than there are.
	const [, most] = /\b(?:LIMIT|<=) (\d+)\W*$/.exec(list) ?? [];
	if (most !== undefined && Number(most) < count) return null;
	if (count < 1 || (isAsItIs ? !/first|top|highest/i.test(end) : measure === undefined || !isGrouped(whole)))
		return null;
	const isTop = !/bottom|lowest/i.test(end);
	const by = isAsItIs ? '' : ` ORDER BY ${quoted(measure?.name ?? '')} ${isTop ? 'DESC' : 'ASC'} NULLS LAST, 1`;
	const rows = count === 1 ? 'row' : `${count} rows`;
	const measured = ` by ${spoken(measure?.name ?? '')}`;
	const ofWhole = (words: string) =>
		whole === last
			? `${last.reading.replace(/\.\s*$/, '')}, ${words}`
			: `${words.replace(/^t/, 'T')} of the previous answer`;
	const { inner, within } = understoodIn(last);
	return {
		kind: 'query',
		sql: `SELECT * FROM (\n${list}\n)${by} LIMIT ${count}`,
		reading: isAsItIs
			? `${ofWhole(`the first ${rows}`)}.`
			: `${ofWhole(`the ${isTop ? 'top' : 'bottom'} ${rows}`)}${measured}.`,
		datasets: last.datasets ?? [],
		understood: { inner, within: [...within], isRows: true, list, first: question } satisfies Pointed,
	};
}

const isGrouped = ({ sql }: Turn): boolean => /\bGROUP BY\b/.test(sql ?? '');

/** Rows of the previous answer, or their number; null if it has none to refer to. */
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
			understood: { beside: last, shareBy: null } satisfies Beside,
		};
	}
	const sql = rowSql(last, pointer.row);
	if (sql === null) return null;
	const reading = `${rowText(pointer.row, last)}.`;
	return {
		...base,
		sql,
		reading,
		understood: 'by' in pointer.row ? { ...understood, by: pointer.row.by } : understood,
	};
}

/** The total of an answer's figures as a share of a whole. */
export const sumAsShare = (last: Turn, measure: string, whole: Query): Query => ({
	kind: 'query',
	sql: `SELECT 100.0 * (SELECT sum(${quoted(measure)}) FROM (\n${statement(last)}\n)) / nullif((\n${whole.sql.replace(/;\s*$/, '')}\n), 0) AS "percent"`,
	reading: `The previous answer as a share of this figure: ${whole.reading}`,
	datasets: last.datasets ?? whole.datasets,
	understood: { beside: last, shareBy: null } satisfies Beside,
});

/** The previous answer's share of all rows; null if it's about all of them, or about no rows. */
export function shareOfAll(last: Turn, context: SchemaContext, question = 'of all'): Query | null {
	const { within, main } = narrowedTo(last, context, statement(last));
	const meant = main === null ? undefined : within.get(coordinateKey(main));
	if (main === null || meant === undefined) return null;
	// "as a percentage" after "how many of those were at night?": of those.
	const { inner, within: before } = understoodIn(last);
	const isOfThose = !/\bof (?:all|every)\b/i.test(question) && (planOf(inner, context)?.where.length ?? 0) > 0;
	const those = isOfThose ? before.get(coordinateKey(main)) : undefined;
	const all = counted(spoken(main.datasetName));
	return {
		kind: 'query',
		sql: `SELECT 100.0 * (SELECT count(*) FROM (${meant})) / nullif(count(*), 0) AS "percent"\nFROM ${those === undefined ? tableOf(main) : `(${those})`}`,
		reading: `The rows of the previous answer as a share of ${those === undefined ? `all ${all}` : `the ${all} that they were chosen from`}.`,
		datasets: last.datasets ?? [main],
		understood: { beside: last, shareBy: conditionsBefore(last, context) } satisfies Beside,
	};
}

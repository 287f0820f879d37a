import { isDeepStrictEqual } from 'node:util';
import { quoted } from '#lib/sql/quoting.ts';
import { isNumberType } from '#lib/sql/types.ts';
import { planOf } from '../offline/offline-writer.ts';
import type { Where } from '../offline/plan.ts';
import { spoken } from '../query/present.ts';
import type { SchemaContext, Turn, WriteOptions, Written } from '../query/types.ts';
import { type Beside, changesIn } from './answer-rows.ts';
import type { Query } from './as-pointed.ts';
import { understoodIn } from './narrowed.ts';
import type { FollowUpWriter } from './of-groups.ts';
import { isOfTime, measureOf, statement } from './ranked-rows.ts';
import { leans } from './unanswered.ts';

const lead = String.raw`^\W*(?:(?:and|but|so|now|ok(?:ay)?)\b\W*)*`;
const moves =
	'(?:go|gone|goes) (?:up|down)|(?:rise|risen|rose|fall|fallen|fell|grow|grown|grew|drop|decline|increase|decrease|change|improve|differ|shrink|shrunk)(?:e?d|ped|s)?';
const span =
	'(?: by)?(?: (?:between (?:them|those|these|the two|both|then and now)|in between|since(?: then)?|from then|over (?:that|this|the) (?:time|period|whole period)|overall|in total|altogether))*';
/** "how much did it go up?", "by how much has that fallen since?" */
const moved = new RegExp(
	`${lead}(?:by )?how much (?:more |less )?(?:did|does|do|has|have|is|was) (?:it|that|this|they|those|these) (?:${moves})${span}\\W*$`,
	'i',
);
/** "what's the difference?", "and the change?" */
const named = new RegExp(
	`${lead}(?:(?:what|how (?:big|large)) ?(?:is|was|'s|’s) |show(?: me)? |give(?: me)? )?(?:the )?(?:difference|change|increase|decrease|rise|drop|growth|decline)(?: between (?:them|those|these|the two|both))?\\W*$`,
	'i',
);

/** "how much did it go up?" after a figure of two years, or of each year: the change; null for other questions. */
export function changeAsked(question: string, earlier: readonly Turn[], context: SchemaContext): Written | null {
	const isOfFigures = moved.test(question);
	if (!isOfFigures && !named.test(question)) return null;
	const answered = earlier.filter(({ sql }) => sql !== null);
	const last = answered.at(-1);
	if (last === undefined) return null;
	const before = answered.findLast(({ sql }) => sql !== last.sql);
	return overSeries(last) ?? ofTwo(before, last, context) ?? (isOfFigures ? noFigures : null);
}
const noFigures: Written = {
	kind: 'refused',
	asks: true,
	message:
		'I can’t tell which two figures to compare. Ask for both first, for example for one year and then for another.',
};

/** "same for China" after the change in Japan; null for other questions. */
export async function changeAgain(
	writer: FollowUpWriter,
	question: string,
	earlier: readonly Turn[],
	context: SchemaContext,
	options: WriteOptions,
): Promise<Query | null> {
	const of = changesIn(earlier.findLast(({ sql }) => sql !== null));
	if (of === null || !leans(question)) return null;
	const found: Turn[] = [];
	for (const turn of of) {
		const written = await writer.write(question, context, { ...options, earlier: [turn] });
		if (written.kind !== 'query') return null;
		found.push({ ...turn, ...written, question });
	}
	const [before, after] = found;
	return after === undefined ? (before === undefined ? null : overSeries(before)) : ofTwo(before, after, context);
}

/** The last minus the first figure of an answer that has one for each time. */
function overSeries(last: Turn): Query | null {
	const columns = last.columns.filter(({ name }) => !name.startsWith('__'));
	const isTime = (column: Turn['columns'][number]) => isOfTime(column) || /^(?:DATE|TIMESTAMP)/.test(column.type);
	const [time, ...times] = columns.filter(isTime);
	const [measure, ...measures] = columns.filter((column) => isNumberType(column.type) && !isTime(column));
	if (time === undefined || measure === undefined || times.length + measures.length > 0) return null;
	const [at, of] = [time, measure].map(({ name }) => quoted(name));
	const name = `change in ${measure.name}`;
	// A list of one country's years has its name in each row.
	const isOfOne = columns
		.filter((column) => column !== time && column !== measure)
		.map((column) => ` AND count(DISTINCT ${quoted(column.name)}) <= 1`);
	return {
		...{ kind: 'query', datasets: last.datasets ?? [] },
		sql: [
			`SELECT max_by(${of}, ${at}) - min_by(${of}, ${at}) AS ${quoted(name)}`,
			`FROM (\n${statement(last)}\n) WHERE ${of} IS NOT NULL`,
			`HAVING count(*) = count(DISTINCT ${at}) AND count(*) > 1${isOfOne.join('')}`,
		].join('\n'),
		reading: `The change in ${spoken(measure.name)} from the first to the last ${spoken(time.name)} of the previous answer.`,
		understood: { beside: last, shareBy: null, changes: [last] } satisfies Beside,
	};
}

/** The difference between two answers with one figure each, which a single condition tells apart. */
function ofTwo(before: Turn | undefined, last: Turn, context: SchemaContext): Query | null {
	const [first, second] = [before, last].map((turn) =>
		turn === undefined ? null : planOf(understoodIn(turn).inner, context),
	);
	const [from, to] = [before, last].map((turn) => (turn === undefined ? undefined : measureOf(turn)));
	if (before === undefined || first == null || second == null || from === undefined || from.name !== to?.name)
		return null;
	const isSame = (part: 'figures' | 'shown' | 'groups' | 'having') => isDeepStrictEqual(first[part], second[part]);
	if (first.groups.length > 0 || !(['figures', 'shown', 'groups', 'having'] as const).every(isSame)) return null;
	if (!isDeepStrictEqual(understoodIn(before).within, understoodIn(last).within)) return null;
	const apart = (a: typeof first, b: typeof first) =>
		a.where.filter((item) => !b.where.some((other) => isDeepStrictEqual(item, other)));
	const [[old, ...olds], [recent, ...recents]] = [apart(first, second), apart(second, first)];
	if (old === undefined || recent === undefined || olds.length + recents.length > 0 || old.column !== recent.column)
		return null;
	const [a, b] = [periodOf(old), periodOf(recent)];
	const isOverTime = a !== null && b !== null;
	const [start, end] = isOverTime && b.start < a.start ? [last, before] : [before, last];
	const one = ({ sql }: Turn) =>
		`(SELECT CASE WHEN count(*) = 1 THEN max(${quoted(from.name)}) END FROM (\n${statement({ sql } as Turn)}\n))`;
	const figure = isOverTime ? `${one(end)} - ${one(start)}` : `abs(${one(end)} - ${one(start)})`;
	const times = isOverTime ? [a, b].toSorted((x, y) => (x.start < y.start ? -1 : 1)) : [];
	const kept = second.where.filter((item) => item !== recent).flatMap((item) => valuesOf(item));
	const of = kept.length === 0 ? '' : ` for ${kept.join(', ')}`;
	const sides = isOverTime ? times.map(({ text }) => text) : [old, recent].flatMap(valuesOf);
	if (sides.length !== 2) return null;
	return {
		...{ kind: 'query', datasets: last.datasets ?? [] },
		sql: `SELECT ${figure} AS ${quoted(`${isOverTime ? 'change' : 'difference'} in ${from.name}`)}`,
		reading: isOverTime
			? `The change in ${spoken(from.name)} from ${sides[0]} to ${sides[1]}${of}.`
			: `The difference in ${spoken(from.name)} between ${sides[0]} and ${sides[1]}${of}.`,
		understood: { beside: last, shareBy: null, changes: [before, last] } satisfies Beside,
	};
}

/** The value of a condition, for a sentence. */
const valuesOf = (where: Where): string[] =>
	where.kind === 'is' && !where.not && where.values.length === 1 ? where.values.map((value) => `"${value}"`) : [];

/** The time that a condition restricts rows to, in an order that compares. */
function periodOf(where: Where): { readonly start: string; readonly text: string } | null {
	if (where.kind === 'time' && where.not !== true && where.from !== null) {
		const { from, to } = where;
		const year = from.slice(0, 4);
		const isYear = from === `${year}-01-01` && to === `${Number(year) + 1}-01-01`;
		const isMonth = from.endsWith('-01') && to !== null && Date.parse(to) - Date.parse(from) < 32 * 86_400_000;
		return { start: from, text: isYear ? year : isMonth && to.endsWith('-01') ? from.slice(0, 7) : from };
	}
	const value =
		where.kind === 'number' && where.op === '=' && !where.not
			? where.value
			: where.kind === 'oneOf' && where.values.length === 1
				? where.values[0]
				: where.kind === 'part' && where.part === 'month' && where.values.length === 1
					? where.values[0]
					: undefined;
	const isTime = where.kind === 'part' || where.column.isYear;
	return value === undefined || !isTime ? null : { start: String(value).padStart(6, '0'), text: String(value) };
}

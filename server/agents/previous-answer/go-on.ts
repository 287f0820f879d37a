import { isDeepStrictEqual } from 'node:util';
import { quoted } from '#lib/sql/quoting.ts';
import { escapePattern } from '#lib/text/escape-pattern.ts';
import { asksForEnd, planOf } from '../offline/offline-writer.ts';
import type { Plan } from '../offline/plan.ts';
import { spoken } from '../query/present.ts';
import type { SchemaContext, Turn, WriteOptions, Written } from '../query/types.ts';
import { firstRows } from './answer-rows.ts';
import {
	asPointed,
	contradictsBefore,
	nothingPointed,
	ofPrevious,
	otherRows,
	pointedBefore,
	type Query,
	reads,
} from './as-pointed.ts';
import { conditionsOf } from './conditions.ts';
import { isPointed, type Narrowed, narrowedTo, type Pointed, understoodIn } from './narrowed.ts';
import type { FollowUpWriter } from './of-groups.ts';
import { statement } from './ranked-rows.ts';
import { leans } from './unanswered.ts';

const refersBack =
	/\b(?:is|was|are|were|of|for|with|from|by) (?:that|this|it)\b|\b(?:they|them|their|those|these|he|she|his|her)\b|^\W*(?:(?:and|but|so)\b\W*)*which ones?\b/i;
const otherConditions = 'I can’t tell which of the earlier conditions you want to keep. Ask the full question.';
const unclearRows = 'I can’t tell which of the earlier answers you mean. Ask the full question.';

export const thatPeriod = /,? (?:(?:in|during|on) )?(?:that|the same) (?:year|quarter|month|week|day)(?=\W*$)/i;

/** Continues within the rows that the previous question referred to, if this one depends on it. */
export async function goOn(
	writer: FollowUpWriter,
	question: string,
	last: Turn,
	context: SchemaContext,
	options: WriteOptions,
): Promise<Written> {
	const { understood } = last;
	if (!isPointed(understood)) {
		const written = await writer.write(question, context, options);
		return written.kind === 'query' ? written : (firstRows(question, last) ?? written);
	}
	const { inner } = understood;
	// "how many caused damage that year?": in the rows of the year that the answer picked.
	const isOfPeriod = thatPeriod.test(question);
	const changed = question.replace(/[?.!\s]+$/, '').replace(thatPeriod, '');
	const pointed = understood.isRows ? narrowedTo(last, context, statement(last)) : pointedBefore(understood);
	const { within } = pointed;
	const readOn = async () => {
		const earlier = [{ ...last, understood: inner }];
		const written = await writer.write(isOfPeriod ? `${changed} of them` : question, context, { ...options, earlier });
		if (written.kind !== 'query') return null;
		const before = pointedBefore(understood);
		const identifying = new Set([...pointed.identifying, ...before.identifying]);
		if (
			!/^\W*(?:only|just)\b/i.test(question) &&
			isAboutOthers(written, inner, identifying, context, pointed.conditioned)
		) {
			// The previous question describes all of its rows; if it was narrowed, only what it was narrowed from.
			const isOutside = isAboutOthers(written, inner, before.identifying, context);
			const rest = understood.isRows && !isOutside ? before.within : understood.isRows ? before.around : pointed.around;
			const meant = { ...nothingPointed, within: rest };
			const kept = [...pointed.conditioned].filter(([column, text]) => isStillIn(rest, column, text));
			if (contradictsBefore(written, { ...pointed, conditioned: new Map(kept) }, context))
				return (await again(writer, question, context, options)) ?? samePickOrNot(question, understood);
			const stated = conditionsOf(written.understood, context);
			const isLost = [...pointed.conditioned.keys()].some(
				(column) => !stated.has(column) && !kept.some(([other]) => other === column),
			);
			if (isLost)
				return (
					(await again(writer, question, context, options)) ?? { kind: 'refused', asks: true, message: otherConditions }
				);
			return reads(written, rest) ? asPointed(written, context, meant) : written;
		}
		if (contradictsBefore(written, pointed, context))
			return (await again(writer, question, context, options)) ?? samePickOrNot(question, understood);
		return reads(written, within) ? asPointed(written, context, pointed) : null;
	};
	if (/\bothers? \w/i.test(question))
		return {
			kind: 'refused',
			message: 'I can’t tell which "other" rows you mean. Ask the full question.',
			about: 'other',
		};
	const isMore = leans(question) || isOfPeriod;
	const on = isMore ? await readOn() : null;
	if (on !== null) return on;
	if (isOfPeriod) return { kind: 'refused', message: otherRows };
	const alone = await writer.write(question, context, { ...options, earlier: [] });
	const isEnd = asksForEnd(question, alone, inner, context);
	if (isEnd) return (await readOn()) ?? { kind: 'refused', asks: true, message: unclearRows };
	if (alone.kind === 'query' && refersBack.test(question)) return { kind: 'refused', asks: true, message: unclearRows };
	if (alone.kind === 'query') return alone;
	// "what about ATL?" after how many flights from JFK, and how many of those were late
	return (
		(isMore ? (firstRows(question, last) ?? (await again(writer, question, context, options))) : await readOn()) ??
		alone
	);
}

/** "and New York?" after the sunny days of Seattle's windiest month: asks whether that month is meant, or New York's own. */
export function samePickOrNot(question: string, { noun, apart = [] }: Pointed): Written {
	if (noun === undefined || apart.length === 0) return { kind: 'refused', message: otherRows };
	const asked = question.trim().replace(/[\s?.!]+$/, '');
	return {
		...{
			kind: 'refused',
			asks: true,
			message: `Do you mean the same ${noun} as before, or another one, chosen the same way?`,
		},
		suggestions: [`${asked}, same ${noun}`, `${asked}, another ${noun}`],
	};
}

/** "the same for Italy" after the wines of French wineries: the same questions about the Italian ones; null if rows were picked in between. */
export async function again(
	writer: FollowUpWriter,
	question: string,
	context: SchemaContext,
	options: WriteOptions,
	isPickedAnew = false,
): Promise<Written | null> {
	const answered = (options.earlier ?? []).filter(({ sql }) => sql !== null);
	const at = answered.findLastIndex(({ understood }) => !isPointed(understood));
	const changes = answered
		.slice(Math.max(at, 0))
		.flatMap(({ understood }) => (isPointed(understood) ? (understood.changed ?? []) : []));
	const isAsked = ({ understood }: Turn) => !isPointed(understood) || understood.changed === undefined;
	const [asked, ...others] = at < 0 ? [] : answered.slice(at).filter(isAsked);
	const first = asked === undefined ? null : await changedBy(changes, writer, asked, context, options);
	if (
		first === null ||
		(!isPickedAnew &&
			others.some(({ understood }) => isPointed(understood) && (understood.isRows || understood.isOne === true)))
	)
		return null;
	const earlier: Turn[] = [];
	for (const turn of [first, ...others]) {
		const found =
			turn === first
				? await writer.write(question, context, { ...options, earlier: [first] })
				: await writer.withAnswers.write(turn.question, context, { ...options, earlier: [...earlier] });
		if (found.kind === 'refused') return null;
		const so = [...earlier, { ...turn, ...found }];
		const written =
			turn === others.at(-1) ? await forEachCompared(writer, question, found, first, so, context, options) : found;
		if (written.kind === 'refused') return null;
		earlier.push({ ...turn, ...written });
		const [before, after] = [turn, written].map((of) => planOf(understoodIn({ ...turn, ...of }).inner, context));
		const columnsIn = (plan: Plan | null | undefined) => new Set(plan?.where.map(({ column }) => column));
		if (!isDeepStrictEqual(columnsIn(before), columnsIn(after))) return null;
		const rowsOf = earlier
			.slice(0, isPickedAnew ? -1 : 1)
			.map(({ reading }) => reading)
			.join(' ');
		if (turn === others.at(-1))
			return {
				...written,
				reading: written.reading.replace(ofPrevious, () => `Limited to rows in this result: ${rowsOf}`),
				...(isPointed(written.understood) ? { understood: { ...written.understood, changed: question } } : {}),
			};
	}
	return null;
}

/** An answer with the changes that it was asked again with since. */
async function changedBy(
	changes: readonly string[],
	writer: FollowUpWriter,
	asked: Turn,
	context: SchemaContext,
	options: WriteOptions,
): Promise<Turn | null> {
	let turn = asked;
	for (const change of changes) {
		const written = await writer.write(change, context, { ...options, earlier: [turn] });
		if (written.kind !== 'query') return null;
		turn = { ...turn, ...written };
	}
	return turn;
}

/** "compare with London" after a figure about lawyers in Leeds: of each office, not of both together. `found` for other questions. */
async function forEachCompared(
	writer: FollowUpWriter,
	question: string,
	found: Written,
	before: Turn,
	earlier: readonly Turn[],
	context: SchemaContext,
	options: WriteOptions,
): Promise<Written> {
	const [old, both, plan] = [before, earlier[0], earlier.at(-1)].map((turn) =>
		turn === undefined ? null : planOf(understoodIn(turn).inner, context),
	);
	const isFigure = plan?.groups.length === 0 && plan.figures.length > 0;
	const other = both?.where.find((where) => !old?.where.some((item) => isDeepStrictEqual(item, where)));
	if (!isFigure || other === undefined || !/^and compared with\b/i.test(question)) return found;
	return writer.withAnswers.write(`by ${spoken(other.column.name)}`, context, { ...options, earlier });
}

/** Whether rows are still restricted to the values of a condition. */
const isStillIn = (rows: Narrowed, column: string, condition: string): boolean => {
	const { values = [], from, to } = JSON.parse(condition) as Record<'values' | 'from' | 'to', string[] & string>;
	const literals = [...values, from, to].filter((value) => typeof value === 'string');
	const name = escapePattern(quoted(column.slice(column.indexOf(' ') + 1)));
	const compared = new RegExp(`${name} (?:IS (?:NOT )?NULL|[<>=]|BETWEEN)`);
	return [...rows.values()].some((sql) =>
		literals.length > 0
			? literals.some((value) => sql.includes(`'${value.replaceAll("'", "''")}'`))
			: compared.test(sql),
	);
};

/**
 * Whether a question is about other rows than the previous answer: it states another value in a column that identifies them, or that they were
 * restricted to. Rows that it leaves out aren't others.
 */
function isAboutOthers(
	{ understood }: Query,
	before: unknown,
	identifying: ReadonlySet<string>,
	context: SchemaContext,
	conditioned: ReadonlyMap<string, string> = new Map(),
): boolean {
	const earlier = conditionsOf(before, context);
	return [...conditionsOf(understood, context)].some(
		([column, condition]) =>
			earlier.get(column) !== condition &&
			(JSON.parse(condition) as { not?: boolean }).not !== true &&
			(identifying.has(column) || (earlier.has(column) && conditioned.has(column))),
	);
}

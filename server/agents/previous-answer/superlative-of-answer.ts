import { quoted } from '#lib/sql/quoting.ts';
import { isNumberType } from '#lib/sql/types.ts';
import { badWhenHigh, goodWhenHigh } from '../builtin/english.ts';
import { stem } from '../builtin/stem.ts';
import { wordsOf } from '../builtin/tokenize.ts';
import { planOf } from '../offline/offline-writer.ts';
import { spoken } from '../query/present.ts';
import type { SchemaContext, Turn, WriteOptions, Written } from '../query/types.ts';
import { isSame, readAbout } from './about.ts';
import { pointedRows } from './answer-rows.ts';
import { goOn } from './go-on.ts';
import { isPointed, understoodIn } from './narrowed.ts';
import type { FollowUpWriter } from './of-groups.ts';
import { type Pointer, pointerOf } from './pointers.ts';
import { areGroups, endOfMeasure, isFirst, isOfTime, listOf, measureOf } from './ranked-rows.ts';

/** "and the second strongest?" after the strongest one: the next row of that ranking; null for other questions. */
export function nthOfRanking(question: string, earlier: readonly Turn[], context: SchemaContext): Written | null {
	const [, ordinal, end] =
		/^\W*(?:(?:and|but|what about|how about)\b\W*)*(?:what is |which is )?the ((?:second|third|fourth|fifth)) (\w+est|most \w+)(?: one)?\W*$/i.exec(
			question,
		) ?? [];
	const ranking = earlier.findLast((turn) => end !== undefined && isFirst(turn) && turn.question.includes(end));
	const pointer = ranking === undefined ? null : pointerOf(`the ${ordinal} one`);
	return ranking !== undefined && pointer?.kind === 'row' ? pointedRows(pointer, ranking, context) : null;
}

/** Whether "best" or "worst" says nothing about the end of an answer's figures that it means: the worst amount. */
export function isEitherEnd(word: string, last: Turn): boolean {
	const name = measureOf(last)?.name ?? '';
	const stems = wordsOf(name).map(stem);
	const isCount = last.sql?.includes(`count(*) AS ${quoted(name)}`) === true;
	const isWorst = /worst/i.test(word) && !isCount && !badWhenHigh(stems) && !goodWhenHigh(stems);
	return /^(?:percent|share)$/.test(name) || isWorst;
}

/** "the worst day" for delays is the one with the most. */
export function turned(pointer: Pointer | null, question: string, last: Turn): Pointer | null {
	const isBad = badWhenHigh(wordsOf(measureOf(last)?.name ?? '').map(stem));
	if (!isBad || !/\b(?:best|worst)\b/i.test(question)) return pointer;
	const other = (by: 'asc' | 'desc') => (by === 'asc' ? 'desc' : 'asc');
	if (pointer?.kind === 'end' && pointer.by !== null) return { ...pointer, by: other(pointer.by) };
	return pointer?.kind === 'row' && 'by' in pointer.row ? { ...pointer, row: { by: other(pointer.row.by) } } : pointer;
}

/** "which of them was the hottest?" about groups with their temperature: which end of it; null for other questions. */
export function endAmong(text: string, last: Turn): 'asc' | 'desc' | null {
	const [, word] =
		/^(?:which|what|who)(?: one| ones)?(?: of (?:those|these|them))? (?:is|was|are|were) (?:the )?(\w+est|most \w+)$/i.exec(
			text,
		) ?? [];
	return word === undefined ? null : endOfMeasure({ kind: 'end', word, by: null, of: null }, last);
}

/** "which one sold the fewest?" about groups with the number sold. */
export function didMost(question: string, last: Turn): Pointer | null {
	const [, verb = '', end = ''] =
		/^\W*(?:(?:and|but|so|now)\b\W*)*(?:which|who)(?: ones?)?(?: of (?:those|these|them))? (\w+) (?:the )?(most|least|fewest)\W*$/i.exec(
			question,
		) ?? [];
	const isOfMeasure =
		/^(?:did|does|do|made|makes|make|got|gets|get|took|takes|take)$/i.test(verb) ||
		wordsOf(measureOf(last)?.name ?? '')
			.map(stem)
			.includes(stem(verb.toLowerCase()));
	return verb !== '' && areGroups(last) && isOfMeasure ? pointerOf(`which one has the ${end}`) : null;
}

/** "windiest month?", "the best region" about groups of that name. */
export function groupAtEnd(question: string, last: Turn): Pointer | null {
	const [, word = '', of = ''] =
		/^\W*(?:(?:and|but|so|now)\b\W*)*(?:(?:what|which) (?:is|was) )?(?:the )?(\w+est|most \w+|best|worst) ([\p{L}_ ]+?)\W*$/iu.exec(
			question,
		) ?? [];
	const pointer = areGroups(last) && isCalled(last, of) ? pointerOf(`which ${of} is the ${word}`) : null;
	return pointer?.kind === 'end' ? pointer : null;
}

/** Whether a noun names the groups of an answer: "city" for `city`, "reasons" for `reason`, "phase" for `phase_of_flight`. */
const isCalled = (last: Turn, noun: string): boolean =>
	last.columns.some(
		(column) =>
			(!isNumberType(column.type) || (areGroups(last) && isOfTime(column))) &&
			[column.name, spoken(column.name).replace(/ of .*$/i, '')].some((name) => isSame(name, noun)),
	);

/** "which one has the most?" after the average of some rows */
export function isOneFigure(last: Turn, context: SchemaContext): boolean {
	const plan = planOf(understoodIn(last).inner, context);
	const isFigure = plan?.figures.length === 1 && plan.groups.length === 0;
	return isFigure && last.columns.length === 1 && last.columns.every(({ type }) => isNumberType(type));
}

const onlyFigure = 'The previous answer is a single figure. Which groups should I compare?';

/** "which one is the worst?" after the average delay from five airports: the airport with the worst. Null if no groups were listed before. */
async function endOfListed(
	writer: FollowUpWriter,
	by: 'asc' | 'desc',
	last: Turn,
	context: SchemaContext,
	options: WriteOptions,
): Promise<Written | null> {
	const [before] = options.earlier?.filter((turn) => turn !== last && turn.sql !== null).slice(-1) ?? [];
	const label = before?.columns.find(({ type }) => !isNumberType(type));
	if (before === undefined || label === undefined || !/\bGROUP BY\b/.test(before.sql ?? '')) return null;
	const on = await goOn(writer, `by ${spoken(label.name)}`, last, context, options);
	if (on.kind !== 'query' || planOf(understoodIn({ ...last, ...on }).inner, context)?.groups.length !== 1) return null;
	const columns = [label, ...last.columns];
	return pointedRows({ kind: 'row', row: { by } }, { ...last, ...on, columns }, context);
}

/** "the smallest one" of rows without a measure: by the quantity they were ranked by when they were first listed; null if they weren't. */
export async function endOfRanked(
	writer: FollowUpWriter,
	by: 'asc' | 'desc',
	isOneFigure: boolean,
	last: Turn,
	context: SchemaContext,
	options: WriteOptions,
): Promise<Written | null> {
	const find = (quantity: string) => {
		const text = `which of them has the ${by === 'asc' ? 'lowest' : 'highest'} ${quantity}`;
		return readAbout(writer, { kind: 'about', text, row: null, isOne: false }, last, context, options);
	};
	const figured = isOneFigure ? planOf(understoodIn(last).inner, context)?.figures[0]?.column : null;
	if (figured != null)
		return (
			(await endOfListed(writer, by, last, context, options)) ??
			(await find(spoken(figured.name))) ?? { kind: 'refused', asks: true, message: onlyFigure }
		);
	if (measureOf(last) !== undefined || !isPointed(last.understood)) return null;
	const order = options.earlier
		?.flatMap((turn) => planOf(understoodIn(turn).inner, context)?.order[0]?.by ?? [])
		.at(-1);
	return order === undefined || 'fn' in order || order.kind !== 'number' ? null : find(spoken(order.name));
}

/** "the lowest", "richest": a row of the answer, or else the question with the opposite superlative. */
export async function endOf(
	writer: FollowUpWriter,
	question: string,
	pointer: Extract<Pointer, { kind: 'end' }>,
	context: SchemaContext,
	options: WriteOptions,
): Promise<Written> {
	const { earlier = [] } = options;
	const last = earlier.findLast(({ sql }) => sql !== null);
	if (last === undefined) return writer.write(question, context, options);
	const list = listOf(last);
	// "Which genre is the most expensive?" refers to listed genres; otherwise it's a standalone question.
	if (pointer.of !== null && !isCalled(last, pointer.of)) return goOn(writer, question, last, context, options);
	const by = endOfMeasure(pointer, list);
	const isChosen = list !== last && isFirst(last);
	const rows =
		by !== null && (isChosen || areGroups(last)) ? pointedRows({ kind: 'row', row: { by } }, last, context) : null;
	if (rows !== null) return rows;
	// "its population" about the first row of a ranking isn't a list: ask the ranking's question again.
	const at = earlier.lastIndexOf(last);
	const isOfOne = isPointed(last.understood) && last.understood.isOne === true;
	if (isOfOne && at > 0)
		return endOf(writer, question, pointer, context, { ...options, earlier: earlier.slice(0, at) });
	const asksAgain = isFirst(last) || /^\W*(?:and|but)\b/i.test(question);
	const again = asksAgain ? await goOn(writer, question, last, context, options) : null;
	if (again?.kind === 'query') return again;
	if (pointer.of !== null) return again ?? goOn(writer, question, last, context, options);
	const about = { kind: 'about', text: `which of them is the ${pointer.word}`, row: null, isOne: false } as const;
	const isUnmeasured = pointer.by === null || measureOf(list) === undefined;
	const found = isUnmeasured ? await readAbout(writer, about, last, context, options) : null;
	return found ?? again ?? goOn(writer, question, last, context, options);
}

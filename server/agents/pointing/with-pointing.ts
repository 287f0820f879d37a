import { isDeepStrictEqual } from 'node:util';
import { isNumberType } from '#lib/sql/types.ts';
import { badWhenHigh } from '../builtin/english.ts';
import { stem } from '../builtin/stem.ts';
import { wordsOf } from '../builtin/tokenize.ts';
import { goesOn } from '../offline/follow-up-reader.ts';
import { planOf, questionsOf } from '../offline/offline-writer.ts';
import type { Plan } from '../offline/plan.ts';
import { spoken } from '../query/present.ts';
import type { QueryWriter, SchemaContext, Turn, WriteOptions, Written } from '../query/types.ts';
import { isSame, readAbout } from './about.ts';
import { asksForFirst, besideOf, firstRows, isShareOfAll, pointedRows, shareAgain, shareOfAll } from './answer-rows.ts';
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
import { isPointed, type Narrowed, narrowedTo, understoodIn } from './narrowed.ts';
import { asCompound, ofThem, plainer } from './plainer.ts';
import { asksWhichOfThem, countThem, needsAnswer, type Pointer, pointerOf } from './pointers.ts';
import { areGroups, endOfMeasure, isFirst, isOfTime, listOf, measureOf, statement } from './ranked-rows.ts';
import {
	asksForChart,
	asksForShare,
	asksToSort,
	isInOtherOrder,
	noColumnToSortBy,
	plainShare,
	reversedRows,
	sameRows,
	sharesOfGroups,
	sortedRows,
} from './rearranged.ts';

/** A writer that also reads references to the previous answer: "the second one", "which of those …?", "what is its …?". */
export const withPointing = (writer: QueryWriter): QueryWriter => ({
	async write(asked, context, given): Promise<Written> {
		// A list of shares per group is an answer of its own; other figures about an answer aren't.
		const isList = (turn: Turn) => isShareOfAll(turn) && turn.columns.length > 1;
		const earlier = (given.earlier ?? []).map((turn) => (isList(turn) ? turn : besideOf(turn)));
		const options = { ...given, earlier };
		const shared = given.earlier?.findLast(({ sql }) => sql !== null);
		const last = earlier.findLast(({ sql }) => sql !== null);
		const plain = asCompound(plainShare(plainer(asked, last === undefined)), context);
		const question = ofThem(withoutPeriod(withPlace(plain, last, context), last, context), last);
		if (options.repair !== undefined) return writer.write(question, context, options);
		// After a refused standalone question, there is nothing to refer to.
		const before = earlier.at(-1);
		if (before !== undefined && before.sql === null && !leans(before.question)) {
			if (needsAnswer(question) || onlyNarrows.test(question)) return { kind: 'refused', message: nothingBefore };
			return writer.write(question, context, { ...options, earlier: [] });
		}
		if (last === undefined) {
			if (before !== undefined && needsAnswer(question)) return { kind: 'refused', message: nothingBefore };
			return writer.write(question, context, options);
		}
		const ranked = await rankedAgain(writer, question, last, context, options);
		if (ranked !== null) return ranked;
		const most = await mostOfGroups(writer, question, last, context, options);
		if (most !== null) return most;
		const sorted = sortedRows(question, last) ?? reversedRows(question, last);
		if (sorted !== null) return sorted;
		if (asksToSort(question)) {
			const anew = await goOn(writer, question, last, context, options);
			return anew.kind === 'query' && isInOtherOrder(anew, last, context) ? anew : noColumnToSortBy(question, last);
		}
		if (asksForChart(question)) return sameRows(last);
		if (asksForShare(question)) {
			const shares = await goOn(writer, question, last, context, options);
			if (shares.kind === 'query') return shares;
			return (areGroups(last) ? sharesOfGroups(last) : shareOfAll(last, context)) ?? shares;
		}
		const instead = await askedInstead(writer, asked, last, context, options);
		if (instead !== null) return instead;
		const other = await ofOtherRows(writer, question, last, context, options);
		if (other !== null) return other;
		const unclear = /^\W*(?:which|what|who|and|the)\b.*\b(best|worst)\W*$/i.exec(question)?.[1];
		if (unclear !== undefined && areGroups(last) && /^(?:percent|share)$/.test(measureOf(last)?.name ?? ''))
			return {
				...{
					kind: 'refused',
					message: `"${unclear}" can mean the highest or the lowest share. Say which.`,
					about: unclear,
				},
				suggestions: ['which one is the highest?', 'which one is the lowest?'],
			};
		const pointer =
			last.columns.length === 0 ? null : turned(pointerOf(question) ?? groupAtEnd(question, last), question, last);
		if (asksForFirst(question, last)) {
			const rows = firstRows(question, last);
			if (rows !== null) return rows;
		}
		if (pointer === null) {
			if (shared === undefined || !isShareOfAll(shared) || !leans(question))
				return goOn(writer, question, last, context, options);
			const [before, others] = [besideOf(shared), earlier.map(besideOf)];
			const on = await goOn(writer, question, before, context, { ...options, earlier: others });
			return on.kind === 'query' ? shareAgain(on, shared, context) : on;
		}
		// "who is second?" about months
		if (pointer.kind === 'row' && /^\W*(?:and )?who\b/i.test(question) && isOfTime(last.columns[0]))
			return {
				kind: 'refused',
				message: 'The previous answer doesn’t list people. Ask the full question.',
				about: 'who',
			};
		const end =
			pointer.kind === 'end' ? pointer.by : pointer.kind === 'row' && 'by' in pointer.row ? pointer.row.by : null;
		const ofRanked =
			end === null
				? null
				: await endOfRanked(writer, end, pointer.kind === 'row' && isOneFigure(last), last, context, options);
		if (ofRanked !== null) return ofRanked;
		if (pointer.kind === 'share') return shareOfAll(last, context) ?? goOn(writer, question, last, context, options);
		if (pointer.kind === 'end') return endOf(writer, question, pointer, context, options);
		// "How many of those were there?" about one group: counts its rows.
		const isOneGroup = listOf(last) !== last && /\bGROUP BY\b/.test(last.sql ?? '');
		if (pointer.kind === 'count' && isOneGroup) {
			const them = { kind: 'about', text: countThem, row: null, isOne: false } as const;
			const about = await readAbout(writer, them, last, context, options);
			if (about !== null) return about;
		}
		const by = pointer.kind === 'about' && areGroups(last) ? endAmong(pointer.text, last) : null;
		if (by !== null) return pointedRows({ kind: 'row', row: { by } }, last, context) as Written;
		if (pointer.kind !== 'about') {
			// "which of these is the lowest?" after "only the top 3": of the three.
			const isOfFirst = isPointed(last.understood) && last.understood.first !== undefined && ofThese.test(question);
			const { list: _, ...rows } = isPointed(last.understood) ? last.understood : {};
			const from = isOfFirst ? { ...last, understood: rows } : last;
			return pointedRows(pointer, from, context) ?? goOn(writer, question, last, context, options);
		}
		// A complete list can be continued directly; for groups and first rows, only those are meant.
		const isWhole = asksWhichOfThem.test(pointer.text) && !pointer.text.includes('of ');
		if (isWhole && (isFirst(last) || last.columns.every(({ type }) => isNumberType(type))))
			return goOn(writer, question, last, context, options);
		const isPart =
			isWhole ||
			pointer.row !== null ||
			isPointed(last.understood) ||
			/\b(LIMIT|QUALIFY|GROUP BY)\b/.test(last.sql ?? '') ||
			/\bof (?:those|these|them)\b|\b(?:is|was|are|were) (?:it|that|they|those|these)$/i.test(pointer.text);
		const readOn = isPart ? null : await writer.write(question, context, options);
		if (readOn?.kind === 'query') return readOn;
		const about = await readAbout(writer, pointer, last, context, options);
		if (about !== null || readOn !== null) return about ?? (readOn as Written);
		if (/\bthere$/i.test(pointer.text))
			return { kind: 'refused', message: 'I can’t tell which place "there" is. Name the place.', about: 'there' };
		if (isPointed(last.understood))
			return goOn(writer, question, { ...last, understood: { ...last.understood, isRows: true } }, context, options);
		return goOn(writer, question, last, context, options);
	},
});

const ofThese = /\bof (?:these|those|them)\b/i;

/** "and just for Germans": makes no sense by itself. */
const onlyNarrows =
	/^\W*(?:(?:and|but|now|then)\b\W*(?:(?:only|just)\b\W*)?|(?:only|just)\b\W*)(?:for|in|by|with|from|to|at|on|of)\b/i;

const nothingBefore =
	'The previous question wasn’t answered, so there’s nothing to follow up on. Ask the full question.';

function leans(question: string): boolean {
	if (goesOn(question) || /^\W*(?:by|per|in|for|from|with|only|and|as)\b/i.test(question)) return true;
	const pointer = pointerOf(question);
	return pointer !== null && (pointer.kind !== 'end' || pointer.of === null);
}

/** "and how many to there?" after flights from a place: inserts the place's name. */
function withPlace(question: string, last: Turn | undefined, context: SchemaContext): string {
	// If the answer itself names something, that is the place.
	const isNamed = last?.columns.some(({ type }) => !isNumberType(type)) === true;
	if (last === undefined || isNamed || !/\b(?:to|from) there\b/i.test(question)) return question;
	const values = [...conditionsOf(understoodIn(last).inner, context).values()].flatMap((text) => {
		const { kind, negated = false, not = false, values = [] } = JSON.parse(text);
		return kind === 'is' && !negated && !not && values.length === 1 ? [String(values[0])] : [];
	});
	const [value, ...others] = new Set(values);
	return value === undefined || others.length > 0 ? question : question.replace(/\bthere\b/i, () => value);
}

/** "the most nights that year" of rows of one year: they are of that year already. */
function withoutPeriod(question: string, last: Turn | undefined, context: SchemaContext): string {
	const { where = [] } = last === undefined ? {} : (planOf(understoodIn(last).inner, context) ?? {});
	const isOfTime = where.some(({ kind, column }) => kind === 'time' || kind === 'part' || column.isYear);
	return isOfTime
		? question.replace(/,? (?:(?:in|during|on) )?(?:that|the same) (?:year|quarter|month|week|day)(?=\W*$)/i, '')
		: question;
}

/** "same for printers" after a question about laptops: the same questions about the other dataset; null if it names none. */
async function ofOtherRows(
	writer: QueryWriter,
	question: string,
	last: Turn,
	context: SchemaContext,
	options: WriteOptions,
): Promise<Written | null> {
	const [, noun] = /^\W*(?:and|but|what about|how about)\W+(?:for )?(?:the )?([\p{L} ]+?)\W*$/iu.exec(question) ?? [];
	if (noun === undefined) return null;
	const named = (name: string) => stem(wordsOf(name).join(' ').toLowerCase());
	const to = context.datasets.find(({ coordinate }) => named(coordinate.datasetName) === stem(noun.toLowerCase()));
	const [from, ...others] = last.datasets ?? [];
	if (to === undefined || from === undefined || others.length > 0 || from.datasetName === to.coordinate.datasetName)
		return null;
	const questions = questionsOf(last.understood) ?? [last.question];
	const before = named(from.datasetName);
	const asked = questions.map((text) =>
		text.replace(/\p{L}+/gu, (word) => (stem(word.toLowerCase()) === before ? noun : word)),
	);
	return asked.every((text, at) => text === questions[at]) ? null : askAnew(writer, asked, context, options);
}

/** "maximum instead of average": the earlier questions with other words; null if they don't contain the replaced ones. */
async function askedInstead(
	writer: QueryWriter,
	question: string,
	last: Turn,
	context: SchemaContext,
	options: WriteOptions,
): Promise<Written | null> {
	const [, put, taken] =
		/^\W*(?:(?:and|but|now|show|use|take|with|by|for|in|the)\b\W*)*(.+?) instead of (?:(?:by|for|in|the) )*(.+?)\W*$/i.exec(
			question,
		) ?? [];
	const questions = questionsOf(last.understood);
	if (put === undefined || taken === undefined || questions === null) return null;
	const words = new RegExp(`(?<![\\p{L}\\p{N}])${taken.replaceAll(/[^\p{L}\p{N} ]/gu, '.')}(?![\\p{L}\\p{N}])`, 'iu');
	const at = questions.findLastIndex((text) => words.test(text));
	if (at < 0) return null;
	const asked = questions.map((text, index) => (index === at ? text.replace(words, () => put) : text));
	return askAnew(writer, asked, context, options);
}

/** "the same for destination", "and in California?" after the first 5 origins: again the first 5; null if it changes something else. */
async function rankedAgain(
	writer: QueryWriter,
	question: string,
	last: Turn,
	context: SchemaContext,
	options: WriteOptions,
): Promise<Written | null> {
	if (!isPointed(last.understood) || !/^\W*(?:and|but|what about|how about)\b/i.test(question)) return null;
	const { list, first, by, inner, within } = last.understood;
	const found = options.earlier?.findLast(({ sql }) => list !== undefined && sql === list);
	const from = found ?? (within.length === 0 ? { ...last, sql: list ?? null, understood: inner } : undefined);
	const before = planOf(from?.understood, context);
	if (from === undefined || list === undefined || (first ?? by) === undefined || before === null) return null;
	const on = await goOn(writer, question, from, context, { ...options, earlier: [from] });
	const after = on.kind === 'query' ? planOf(on.understood, context) : null;
	if (on.kind !== 'query' || after === null || !isDeepStrictEqual(after.figures, before.figures)) return null;
	const [isSameBy, isSameWhere] = [
		isDeepStrictEqual(after.groups, before.groups),
		isDeepStrictEqual(after.where, before.where),
	];
	const columnsIn = ({ where }: Plan) => new Set(where.map(({ column }) => column));
	const isOtherValue = isSameBy && !isSameWhere && isDeepStrictEqual(columnsIn(after), columnsIn(before));
	if (!isOtherValue && (first === undefined || !isSameWhere || isSameBy)) return null;
	const anew = { ...last, ...on, question };
	// "and in 2024?" after the best month of 2023
	return by === undefined ? firstRows(first ?? '', anew) : pointedRows({ kind: 'row', row: { by } }, anew, context);
}

/** "which one took the most hours?" about groups: ranks them by their total; null for other questions. */
async function mostOfGroups(
	writer: QueryWriter,
	question: string,
	last: Turn,
	context: SchemaContext,
	options: WriteOptions,
): Promise<Written | null> {
	const [, end, quantity] =
		/^\W*(?:and )?(?:which|who)(?: ones?)?(?: of (?:them|those|these))? (?:has|had|have|took|takes|used|uses|needed|needs|got|made) (?:the )?(most|least|fewest) ([\p{L}_ ]+?)\W*$/iu.exec(
			question,
		) ?? [];
	const before = areGroups(last) ? planOf(last.understood, context) : null;
	if (end === undefined || quantity === undefined || before === null) return null;
	const on = await writer.write(`now total ${quantity}`, context, { ...options, earlier: [last] });
	const after = on.kind === 'query' ? planOf(on.understood, context) : null;
	if (on.kind !== 'query' || after === null || after.figures[0]?.fn !== 'sum') return null;
	if (!isDeepStrictEqual([after.groups, after.where], [before.groups, before.where])) return null;
	const turn = { ...last, ...on, question };
	return writer.write(/most/i.test(end) ? 'and the highest' : 'and the lowest', context, {
		...options,
		earlier: [turn],
	});
}

/** Reads a sequence of questions; null if one is refused. */
async function askAnew(
	writer: QueryWriter,
	asked: readonly string[],
	context: SchemaContext,
	options: WriteOptions,
): Promise<Written | null> {
	const earlier: Turn[] = [];
	let written: Written | null = null;
	for (const text of asked) {
		written = await writer.write(text, context, { ...options, earlier });
		if (written.kind === 'refused') return null;
		const { sql, reading, understood = null, datasets } = written;
		earlier.push({ question: text, sql, reading, understood, datasets, columns: [] });
	}
	return written;
}

/** "the worst day" for delays is the one with the most. */
function turned(pointer: Pointer | null, question: string, last: Turn): Pointer | null {
	const isBad = badWhenHigh(wordsOf(measureOf(last)?.name ?? '').map(stem));
	if (!isBad || !/\b(?:best|worst)\b/i.test(question)) return pointer;
	const other = (by: 'asc' | 'desc') => (by === 'asc' ? 'desc' : 'asc');
	if (pointer?.kind === 'end' && pointer.by !== null) return { ...pointer, by: other(pointer.by) };
	return pointer?.kind === 'row' && 'by' in pointer.row ? { ...pointer, row: { by: other(pointer.row.by) } } : pointer;
}

/** "which of them was the hottest?" about groups with their temperature: which end of it; null for other questions. */
function endAmong(text: string, last: Turn): 'asc' | 'desc' | null {
	const [, word] =
		/^(?:which|what|who)(?: one| ones)? of (?:those|these|them) (?:is|was|are|were) (?:the )?(\w+est|most \w+)$/i.exec(
			text,
		) ?? [];
	return word === undefined ? null : endOfMeasure({ kind: 'end', word, by: null, of: null }, last);
}

/** "windiest month?", "the best region" about groups of that name. */
function groupAtEnd(question: string, last: Turn): Pointer | null {
	const [, word = '', of = ''] =
		/^\W*(?:(?:and|but|so|now)\b\W*)*(?:(?:what|which) (?:is|was) )?(?:the )?(\w+est|most \w+|best|worst) ([\p{L}_ ]+?)\W*$/iu.exec(
			question,
		) ?? [];
	const pointer = areGroups(last) && isCalled(last, of) ? pointerOf(`which ${of} is the ${word}`) : null;
	return pointer?.kind === 'end' ? pointer : null;
}

/** Whether a noun names the groups of an answer: "city" for `city`, "reasons" for `reason`. */
const isCalled = (last: Turn, noun: string): boolean =>
	last.columns.some(
		(column) => (!isNumberType(column.type) || (areGroups(last) && isOfTime(column))) && isSame(column.name, noun),
	);
/** Continues within the rows that the previous question referred to, if this one depends on it. */
async function goOn(
	writer: QueryWriter,
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
	const pointed = understood.isRows ? narrowedTo(last, context, statement(last)) : pointedBefore(understood);
	const { within } = pointed;
	const readOn = async () => {
		const earlier = [{ ...last, understood: inner }];
		const written = await writer.write(question, context, { ...options, earlier });
		if (written.kind !== 'query') return null;
		const before = pointedBefore(understood);
		const identifying = new Set([...pointed.identifying, ...before.identifying]);
		if (!/^\W*(?:only|just)\b/i.test(question) && isAboutOthers(written, inner, identifying, context)) {
			// The previous question describes all of its rows; if it was narrowed, only what it was narrowed from.
			const isOutside = isAboutOthers(written, inner, before.identifying, context, true);
			const rest = understood.isRows && !isOutside ? before.within : understood.isRows ? before.around : pointed.around;
			const meant = { ...nothingPointed, within: rest };
			const kept = [...pointed.conditioned].filter(([, text]) => isStillIn(rest, text));
			if (contradictsBefore(written, { ...pointed, conditioned: new Map(kept) }, context))
				return (await again(writer, question, context, options)) ?? ({ kind: 'refused', message: otherRows } as const);
			return reads(written, rest) ? asPointed(written, context, meant) : written;
		}
		if (contradictsBefore(written, pointed, context))
			return (await again(writer, question, context, options)) ?? ({ kind: 'refused', message: otherRows } as const);
		return reads(written, within) ? asPointed(written, context, pointed) : null;
	};
	if (/\bothers? \w/i.test(question))
		return {
			kind: 'refused',
			message: 'I can’t tell which "other" rows you mean. Ask the full question.',
			about: 'other',
		};
	const isMore = leans(question);
	const on = isMore ? await readOn() : null;
	if (on !== null) return on;
	const alone = await writer.write(question, context, { ...options, earlier: [] });
	if (alone.kind === 'query' && /\bof (?:those|these|them)\b/i.test(question))
		return { kind: 'refused', message: 'I can’t tell which of the earlier answers you mean. Ask the full question.' };
	return alone.kind === 'query' || isMore
		? alone.kind === 'query'
			? alone
			: (firstRows(question, last) ?? alone)
		: ((await readOn()) ?? alone);
}

/** "the same for Italy" after the wines of French wineries: the same questions about the Italian ones; null if rows were picked in between. */
async function again(
	writer: QueryWriter,
	question: string,
	context: SchemaContext,
	options: WriteOptions,
): Promise<Written | null> {
	const answered = (options.earlier ?? []).filter(({ sql }) => sql !== null);
	const at = answered.findLastIndex(({ understood }) => !isPointed(understood));
	const [first, ...others] = at < 0 ? [] : answered.slice(at);
	if (
		first === undefined ||
		others.some(({ understood }) => isPointed(understood) && (understood.isRows || understood.isOne === true))
	)
		return null;
	const earlier: Turn[] = [];
	for (const turn of [first, ...others]) {
		const written =
			turn === first
				? await writer.write(question, context, { ...options, earlier: [first] })
				: await withPointing(writer).write(turn.question, context, { ...options, earlier });
		if (written.kind === 'refused') return null;
		earlier.push({ ...turn, ...written });
		const [before, after] = [turn, written].map((of) => planOf(understoodIn({ ...turn, ...of }).inner, context));
		const columnsIn = (plan: Plan | null | undefined) => new Set(plan?.where.map(({ column }) => column));
		if (!isDeepStrictEqual(columnsIn(before), columnsIn(after))) return null;
		const rowsOf = earlier[0]?.reading ?? '';
		if (turn === others.at(-1))
			return {
				...written,
				reading: written.reading.replace(ofPrevious, () => `Limited to the rows of this: ${rowsOf}`),
			};
	}
	return null;
}

/** Whether rows are still restricted to the values of a condition. */
const isStillIn = (rows: Narrowed, condition: string): boolean => {
	const { values = [], from, to } = JSON.parse(condition) as Record<'values' | 'from' | 'to', string[] & string>;
	const literals = [...values, from, to].filter((value) => typeof value === 'string');
	return literals.some((value) => [...rows.values()].some((sql) => sql.includes(`'${value.replaceAll("'", "''")}'`)));
};

/** Whether a question is about other rows than the previous answer: it states another value in a column that identifies them. */
function isAboutOthers(
	{ understood }: Query,
	before: unknown,
	identifying: ReadonlySet<string>,
	context: SchemaContext,
	isOnlyIdentified = false,
): boolean {
	const earlier = conditionsOf(before, context);
	return [...conditionsOf(understood, context)].some(
		([column, condition]) =>
			earlier.get(column) !== condition && (identifying.has(column) || (!isOnlyIdentified && earlier.has(column))),
	);
}

/** "which one has the most?" after the average of some rows */
const isOneFigure = ({ columns, sql }: Turn): boolean =>
	columns.length === 1 && columns.every(({ type }) => isNumberType(type)) && !/\bGROUP BY\b/.test(sql ?? '');

/** "the smallest one" of rows without a measure: by the quantity they were ranked by when they were first listed; null if they weren't. */
async function endOfRanked(
	writer: QueryWriter,
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
	if (figured != null) return find(spoken(figured.name));
	if (measureOf(last) !== undefined || !isPointed(last.understood)) return null;
	const order = options.earlier
		?.flatMap((turn) => planOf(understoodIn(turn).inner, context)?.order[0]?.by ?? [])
		.at(-1);
	return order === undefined || 'fn' in order || order.kind !== 'number' ? null : find(spoken(order.name));
}

/** "the lowest", "richest": a row of the answer, or else the question with the opposite superlative. */
async function endOf(
	writer: QueryWriter,
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
	const found = pointer.by === null ? await readAbout(writer, about, last, context, options) : null;
	return found ?? again ?? goOn(writer, question, last, context, options);
}

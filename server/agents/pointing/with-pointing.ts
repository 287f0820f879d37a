import { isDeepStrictEqual } from 'node:util';
import { coordinateKey } from '#contract/dataset.ts';
import { isNumberType } from '#lib/sql/types.ts';
import { abbreviates } from '../builtin/abbreviations.ts';
import { badWhenHigh } from '../builtin/english.ts';
import { stem } from '../builtin/stem.ts';
import { wordsOf } from '../builtin/tokenize.ts';
import { nameOf } from '../offline/derived.ts';
import { planOf } from '../offline/offline-writer.ts';
import type { Plan } from '../offline/plan.ts';
import { spoken } from '../query/present.ts';
import type { QueryWriter, SchemaContext, Turn, WriteOptions, Written } from '../query/types.ts';
import { isSame, readAbout } from './about.ts';
import {
	asksForFirst,
	besideOf,
	firstRows,
	isShareOfAll,
	pointedRows,
	shareAgain,
	shareOfAll,
	sumAsShare,
} from './answer-rows.ts';
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
import { askedInstead, ofOtherRows, otherFigure, rankedByOther } from './asked-again.ts';
import { conditionsOf } from './conditions.ts';
import { differenceAsked, differences } from './difference.ts';
import { isPointed, type Narrowed, narrowedTo, type Pointed, understoodIn } from './narrowed.ts';
import { countGroupsOver, type FollowUp, forEachGroup, mostOfGroups } from './of-groups.ts';
import { asCompound, ofThem, plainer } from './plainer.ts';
import { asksWhichOfThem, countThem, type Pointer, pointerOf, wholeOfShare } from './pointers.ts';
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
import { atPeriod } from './relative-time.ts';
import { rowsBehind } from './rows-behind.ts';
import { withTheirFigure } from './their-figure.ts';
import { afterUnanswered, fromLastAnswer, leans } from './unanswered.ts';

/** A writer that also reads references to the previous answer: "the second one", "which of those …?", "what is its …?". */
export const withPointing = (writer: QueryWriter): QueryWriter => ({
	async write(question, context, options): Promise<Written> {
		const written = await read(writer, question, context, options);
		const last = options.earlier?.findLast(({ sql }) => sql !== null);
		return written.kind === 'refused' && last !== undefined ? withCodes(written, question, last, context) : written;
	},
});

async function read(
	writer: QueryWriter,
	text: string,
	context: SchemaContext,
	{ earlier: turns = [], ...rest }: WriteOptions,
): Promise<Written> {
	const { question: asked, earlier: known } = fromLastAnswer(text, turns);
	const given = { ...rest, earlier: known };
	// A list of shares per group is an answer of its own; other figures about an answer aren't.
	const isList = (turn: Turn) => isShareOfAll(turn) && turn.columns.length > 1;
	const earlier = known.map((turn) => (isList(turn) ? turn : besideOf(turn)));
	const options = { ...given, earlier };
	const shared = known.findLast(({ sql }) => sql !== null);
	const last = earlier.findLast(({ sql }) => sql !== null);
	const same = withTheirFigure(atPeriod(asked, last, context), last, context);
	const plain = asCompound(plainShare(plainer(same, last === undefined), last, context), context);
	const question = ofThem(withoutPeriod(withPlace(plain, last, context), last, context), last);
	if (options.repair !== undefined) return writer.write(question, context, options);
	const of = afterUnanswered(asked, known);
	if (typeof of !== 'string') return of;
	if (of === 'itself') return writer.write(question, context, { ...options, earlier: [] });
	if (last === undefined) return writer.write(question, context, options);
	if (others.test(question))
		return {
			kind: 'refused',
			message: 'I can’t tell which "others" you mean. Ask the full question.',
			about: 'others',
		};
	for (const followUp of [
		ofSamePick,
		besideSeveral,
		rankedAgain,
		rankedByOther,
		mostOfGroups,
		forEachGroup,
		countGroupsOver,
	]) {
		const written = await followUp(writer, question, last, context, options);
		if (written !== null) return written;
	}
	const sorted = sortedRows(question, last);
	if (sorted !== null) {
		const { again, ...rows } = sorted;
		const anew = isPointed(last.understood)
			? null
			: await writer.write(again, context, { ...options, earlier: [last] });
		const isSame = anew?.kind === 'query' && isInOtherOrder(anew, last, context);
		return isSame ? { ...rows, understood: anew.understood } : rows;
	}
	const reversed = reversedRows(question, last);
	if (reversed !== null) return reversed;
	if (asksToSort(question)) {
		const anew = await goOn(writer, question, last, context, options);
		return anew.kind === 'query' && isInOtherOrder(anew, last, context) ? anew : noColumnToSortBy(question, last);
	}
	if (asksForChart(question)) return sameRows(last);
	const end = differenceAsked(question);
	const difference = end === null ? null : differences(last, context);
	if (difference !== null && end !== null)
		return end === 'all' ? difference.written : endOfDifferences(end, difference, context);
	if (asksForShare(question)) {
		const shares = await goOn(writer, question, last, context, options);
		if (shares.kind === 'query') return shares;
		return sharesOfGroups(last, context) ?? (areGroups(last) ? null : shareOfAll(last, context)) ?? shares;
	}
	// "and the maximum?" after averages: of each group.
	const [, extreme] =
		/^\W*(?:(?:and|what about|how about|now)\b\W*)*(?:the )?(max(?:imum)?|min(?:imum)?)\W*$/i.exec(question) ?? [];
	const isAverage = planOf(last.understood, context)?.figures.some(({ fn }) => /^(?:avg|median)$/.test(fn)) === true;
	if (extreme !== undefined && isAverage && areGroups(last))
		return goOn(writer, `now ${extreme}`, last, context, options);
	const nth = nthOfRanking(question, earlier, context);
	if (nth !== null) return nth;
	const instead = await askedInstead(writer, asked, last, context, options);
	if (instead !== null) return instead;
	const other = await ofOtherRows(writer, question, last, context, options);
	if (other !== null) return other;
	const unclear = /^\W*(?:which|what|who|and|the)\b.*\b(best|worst)\W*$/i.exec(question)?.[1];
	if (unclear !== undefined && areGroups(last) && /^(?:percent|share)$/.test(measureOf(last)?.name ?? ''))
		return {
			...{
				kind: 'refused',
				message: `"${unclear}" can mean the highest or the lowest share. Say which one you mean.`,
				about: unclear,
			},
			suggestions: ['which one is the highest?', 'which one is the lowest?'],
		};
	const pointer = last.columns.length === 0 ? null : turned(pointerIn(question, last), question, last);
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
	const by =
		pointer.kind === 'end' ? pointer.by : pointer.kind === 'row' && 'by' in pointer.row ? pointer.row.by : null;
	const ofRanked =
		by === null
			? null
			: await endOfRanked(writer, by, pointer.kind === 'row' && isOneFigure(last), last, context, options);
	if (ofRanked !== null) return ofRanked;
	if (pointer.kind === 'share')
		return (
			(await shareOfSum(writer, question, last, context, options)) ??
			shareOfAll(last, context) ??
			goOn(writer, question, last, context, options)
		);
	if (pointer.kind === 'end') return endOf(writer, question, pointer, context, options);
	// "How many of those were there?" about one group: counts its rows.
	const isOneGroup = listOf(last) !== last && /\bGROUP BY\b/.test(last.sql ?? '');
	if (pointer.kind === 'count' && isOneGroup) {
		const them = { kind: 'about', text: countThem, row: null, isOne: false } as const;
		const about = await readAbout(writer, them, last, context, options);
		if (about !== null) return about;
	}
	const among = pointer.kind === 'about' && areGroups(last) ? endAmong(pointer.text, last) : null;
	if (among !== null) return pointedRows({ kind: 'row', row: { by: among } }, last, context) as Written;
	if (pointer.kind !== 'about') {
		// "which of these is the lowest?" after "only the top 3": of the three.
		const isOfFirst = isPointed(last.understood) && last.understood.first !== undefined && ofThese.test(question);
		const { list: _, ...rows } = isPointed(last.understood) ? last.understood : {};
		const from = isOfFirst ? { ...last, understood: rows } : last;
		return pointedRows(pointer, from, context) ?? goOn(writer, question, last, context, options);
	}
	// A complete list can be continued directly; for groups and first rows, only those are meant.
	const isWhole = asksWhichOfThem.test(pointer.text) && !pointer.text.includes('of ');
	if (isWhole && (isFirst(last) || last.columns.every(({ type }) => isNumberType(type)))) {
		const on = await goOn(writer, question, last, context, options);
		// "who is the oldest?" after an average of some members: of those.
		const among =
			on.kind === 'query' || isFirst(last) ? null : await readAbout(writer, pointer, last, context, options);
		return among ?? on;
	}
	const isPart =
		isWhole ||
		pointer.row !== null ||
		isPointed(last.understood) ||
		/\b(LIMIT|QUALIFY|GROUP BY)\b/.test(last.sql ?? '') ||
		/^(?:do|does|did) (?:they|those|these|it)\b|\bof (?:those|these|them)\b|\b(?:is|was|are|were) (?:it|that|they|those|these)$/i.test(
			pointer.text,
		);
	const readOn = isPart ? null : await writer.write(question, context, options);
	if (readOn?.kind === 'query') return readOn;
	const about = await readAbout(writer, pointer, last, context, options);
	if (about !== null || readOn !== null) return about ?? (readOn as Written);
	if (/\bthere$/i.test(pointer.text))
		return {
			kind: 'refused',
			message: 'I can’t tell what "there" refers to. Which place do you mean?',
			about: 'there',
		};
	if (isPointed(last.understood))
		return goOn(writer, question, { ...last, understood: { ...last.understood, isRows: true } }, context, options);
	return goOn(writer, question, last, context, options);
}

/** "only express" where a column has "EXP": offers the codes that an unknown word may stand for. */
function withCodes(refused: Refused, question: string, last: Turn, { datasets }: SchemaContext): Refused {
	const { about = '', isUnknown } = refused;
	if (isUnknown !== true || about === '' || !question.includes(about)) return refused;
	const isRead = ({ coordinate }: SchemaContext['datasets'][number]) =>
		last.datasets?.some((of) => coordinateKey(of) === coordinateKey(coordinate)) === true;
	const values = datasets.filter(isRead).flatMap(({ columns }) => columns.flatMap((column) => column.values ?? []));
	const codes = [...new Set(values)].filter(
		(code) => code.length > 1 && abbreviates(code.toLowerCase(), about.toLowerCase()),
	);
	if (codes.length === 0 || codes.length > 4) return refused;
	return { ...refused, asks: true, suggestions: codes.map((code) => question.replace(about, () => code)) };
}
type Refused = Extract<Written, { kind: 'refused' }>;

/** The time with the largest or smallest difference. */
function endOfDifferences(
	by: 'asc' | 'desc',
	{ written, turn }: NonNullable<ReturnType<typeof differences>>,
	context: SchemaContext,
): Query {
	const row = pointedRows({ kind: 'row', row: { by } }, turn, context);
	const end = by === 'desc' ? 'highest' : 'lowest';
	return row === null ? written : { ...row, reading: written.reading.replace(/\.$/, `: the ${end} one.`) };
}

const thatPeriod = /,? (?:(?:in|during|on) )?(?:that|the same) (?:year|quarter|month|week|day)(?=\W*$)/i;
const others = /^\W*(?:and|but|what about|how about|the)\b[^,]*\bothers\W*$/i;
const ofThese = /\bof (?:these|those|them)\b/i;

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
	const rest = question.replace(thatPeriod, '');
	if (!isOfTime || rest === question) return question;
	// With nothing else that refers to the rows, "in that month" is the reference.
	if (pointerOf(rest) !== null) return rest;
	return isPointed(last?.understood) || leans(rest) ? question : `and ${rest.trim()}`;
}

/** "what share of all payments in 2024 do they make up together?" about totals: their part of the total; null for other figures. */
const shareOfSum: FollowUp = async (writer, question, last, context, options) => {
	const plan = planOf(understoodIn(last).inner, context);
	const [figure, ...others] = plan?.figures ?? [];
	if (plan === null || figure?.fn !== 'sum' || figure.column === null || others.length > 0) return null;
	const { noun, rest } = wholeOfShare(question);
	// "a share of all stays" counts them, whatever was added up.
	const isRows = context.datasets.some(({ coordinate }) => isSame(coordinate.datasetName, noun));
	const measure = measureOf(last);
	if (isRows || measure === undefined) return null;
	const [year, ...years] = plan.where.flatMap(yearOf);
	if (rest === '' && year !== undefined && years.length === 0 && !isOfAllYears.test(noun)) {
		const asked = (words: string) =>
			`What share of ${/^(?:total)?$/i.test(noun) ? 'the total' : `all ${noun}`} ${words} is that?`;
		const message = `Do you mean a share of ${year} only, or of all years?`;
		return { kind: 'refused', asks: true, message, suggestions: [asked(`in ${year}`), asked('of all years')] };
	}
	const text = `total ${wordsOf(figure.column.name).join(' ')} of ${wordsOf(figure.table.name).join(' ')}${rest}`;
	const whole = await writer.write(text, context, { ...options, earlier: [] });
	const of = whole.kind === 'query' ? planOf(whole.understood, context) : null;
	const isWhole = of?.groups.length === 0 && isDeepStrictEqual(of.figures, [figure]);
	if (whole.kind !== 'query' || !isWhole) return null;
	return sumAsShare(last, measure.name, whole);
};

const isOfAllYears = /\bof all years$/i;

/** The year that a condition restricts rows to. */
const yearOf = (where: Plan['where'][number]): string[] => {
	const { from, to } = where.kind === 'time' && where.not !== true ? where : { from: null, to: null };
	const year = from === null ? '' : from.slice(0, 4);
	return from === `${year}-01-01` && to === `${Number(year) + 1}-01-01` ? [year] : [];
};

/**
 * "the same for destination", "and in California?" after the first 5 origins: again the first 5. "and by average delay?": the first 5 by that figure.
 * Null if it changes something else.
 */
const rankedAgain: FollowUp = async (writer, question, last, context, options) => {
	const figure = otherFigure(question);
	if (
		!isPointed(last.understood) ||
		(figure === null && !/^\W*(?:and|but|what about|how about|without)\b/i.test(question))
	)
		return null;
	const { list, first, by, inner, within } = last.understood;
	const found = options.earlier?.findLast(({ sql }) => list !== undefined && sql === list);
	const from = found ?? (within.length === 0 ? { ...last, sql: list ?? null, understood: inner } : undefined);
	const planIn = (turn: { understood?: unknown }) =>
		planOf(isPointed(turn.understood) ? turn.understood.inner : turn.understood, context);
	const before = from === undefined ? null : planIn(from);
	if (from === undefined || list === undefined || (first ?? by) === undefined || before === null) return null;
	const asked = figure === null ? question : `now ${figure}`;
	const on = await goOn(writer, asked, from, context, { ...options, earlier: [from] });
	const after = on.kind === 'query' ? planIn(on) : null;
	const [other] = after?.figures ?? [];
	if (on.kind !== 'query' || after === null || other === undefined) return null;
	const isSame = (part: 'groups' | 'where' | 'figures') => isDeepStrictEqual(after[part], before[part]);
	const columnsIn = ({ where }: Plan) => new Set(where.map(({ column }) => column));
	const kept = after.where.filter(
		(where) => !('not' in where && where.not === true && !before.where.some((item) => isDeepStrictEqual(item, where))),
	);
	const isOtherValue =
		isSame('groups') &&
		!isSame('where') &&
		(isDeepStrictEqual(columnsIn(after), columnsIn(before)) ||
			(first !== undefined && isDeepStrictEqual(kept, before.where)));
	const isChanged =
		figure === null
			? isSame('figures') && (isOtherValue || (first !== undefined && isSame('where') && !isSame('groups')))
			: first !== undefined && after.figures.length === 1 && isSame('groups') && isSame('where');
	if (!isChanged) return null;
	const columns =
		figure === null
			? last.columns
			: [...last.columns.slice(0, -1), { name: nameOf(other), type: 'DOUBLE', nullable: true }];
	const anew = { ...last, ...on, question, columns };
	// "and in 2024?" after the best month of 2023
	return by === undefined ? firstRows(first ?? '', anew) : pointedRows({ kind: 'row', row: { by } }, anew, context);
};

/** "which one is in Lyon?" is about the listed ones. */
const asksWhichOne = /^(\W*(?:(?:and|but|so)\b\W*)*which) ones? (?=(?:is|are|was|were|has|have|had|did|does|do)\b)/i;

const pointerIn = (question: string, last: Turn): Pointer | null =>
	pointerOf(question) ?? groupAtEnd(question, last) ?? pointerOf(question.replace(asksWhichOne, '$1 of them '));

/** "and the second strongest?" after the strongest one: the next row of that ranking; null for other questions. */
function nthOfRanking(question: string, earlier: readonly Turn[], context: SchemaContext): Written | null {
	const [, ordinal, end] =
		/^\W*(?:(?:and|but|what about|how about)\b\W*)*(?:what is |which is )?the ((?:second|third|fourth|fifth)) (\w+est|most \w+)(?: one)?\W*$/i.exec(
			question,
		) ?? [];
	const ranking = earlier.findLast((turn) => end !== undefined && isFirst(turn) && turn.question.includes(end));
	const pointer = ranking === undefined ? null : pointerOf(`the ${ordinal} one`);
	return ranking !== undefined && pointer?.kind === 'row' ? pointedRows(pointer, ranking, context) : null;
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
		/^(?:which|what|who)(?: one| ones)?(?: of (?:those|these|them))? (?:is|was|are|were) (?:the )?(\w+est|most \w+)$/i.exec(
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
		if (!/^\W*(?:only|just)\b/i.test(question) && isAboutOthers(written, inner, identifying, context)) {
			// The previous question describes all of its rows; if it was narrowed, only what it was narrowed from.
			const isOutside = isAboutOthers(written, inner, before.identifying, context, true);
			const rest = understood.isRows && !isOutside ? before.within : understood.isRows ? before.around : pointed.around;
			const meant = { ...nothingPointed, within: rest };
			const kept = [...pointed.conditioned].filter(([, text]) => isStillIn(rest, text));
			if (contradictsBefore(written, { ...pointed, conditioned: new Map(kept) }, context))
				return (await again(writer, question, context, options)) ?? samePickOrNot(question, understood);
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
	if (alone.kind === 'query' && /\bof (?:those|these|them)\b/i.test(question))
		return { kind: 'refused', message: 'I can’t tell which of the earlier answers you mean. Ask the full question.' };
	return alone.kind === 'query' || isMore
		? alone.kind === 'query'
			? alone
			: (firstRows(question, last) ?? alone)
		: ((await readOn()) ?? alone);
}

/** "and New York?" after the sunny days of Seattle's windiest month: asks whether that month is meant, or New York's own. */
function samePickOrNot(question: string, { noun, apart = [] }: Pointed): Written {
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

/** "and New York, same month": one of these two meanings; null if a question chooses none. */
const ofSamePick: FollowUp = async (writer, question, { understood, ...last }, context, options) => {
	const [, asked = '', which, noun] = /^(.*\S), (same|another) ([\w ]+?)\W*$/i.exec(question) ?? [];
	if (which === undefined || !isPointed(understood) || understood.noun !== noun) return null;
	if (which.toLowerCase() === 'another') return again(writer, asked, context, options, true);
	// The rows that it was picked from, with that change, and the question itself, likewise.
	const picked = (options.earlier ?? []).findLast((turn) => turn.sql !== null && !isPointed(turn.understood));
	if (picked === undefined) return null;
	const earlier = [picked, { ...last, understood: understood.inner }];
	const [of, written] = await Promise.all(
		earlier.map((turn) => writer.write(asked, context, { ...options, earlier: [turn] })),
	);
	const behind = of?.kind === 'query' ? rowsBehind(of.understood, context) : null;
	const before = pointedBefore(understood);
	const isIn = behind === null ? undefined : before.apart.get(coordinateKey(behind.dataset));
	if (written?.kind !== 'query' || behind === null || isIn === undefined) return null;
	const within = new Map([[coordinateKey(behind.dataset), `SELECT * FROM (${behind.sql}) AS d WHERE ${isIn}`]]);
	if (!reads(written, within)) return null;
	return asPointed(written, context, {
		...before,
		within,
		conditioned: conditionsOf(of?.kind === 'query' ? of.understood : null, context),
	});
};

/** "and China?" after India and Japan: asks whether it replaces them; null for other questions. */
const besideSeveral: FollowUp = async (writer, question, last, context, options) => {
	const [, name] =
		/^\W*(?:and|what about|how about)\b (?!also\b|only\b|just\b|compared\b)(.+?)\W*$/i.exec(question) ?? [];
	const before = planOf(understoodIn(last).inner, context);
	const several = before?.where.filter((where) => where.kind === 'is' && !where.not && where.values.length > 1) ?? [];
	if (name === undefined || before === null || several.length === 0) return null;
	const on = await goOn(writer, question, last, context, options);
	const after = on.kind === 'query' ? planOf(understoodIn({ ...last, ...on }).inner, context) : null;
	const isOther = several.some(({ column }) =>
		after?.where.some(
			(where) => where.column === column && where.kind === 'is' && !where.not && where.values.length === 1,
		),
	);
	if (after === null || !isOther || after.where.length !== before.where.length) return null;
	return {
		...{ kind: 'refused', asks: true, message: `Do you mean also ${name}, or only ${name}?` },
		suggestions: [`and also ${name}`, `and only ${name}`],
	};
};

/** "the same for Italy" after the wines of French wineries: the same questions about the Italian ones; null if rows were picked in between. */
async function again(
	writer: QueryWriter,
	question: string,
	context: SchemaContext,
	options: WriteOptions,
	isPickedAnew = false,
): Promise<Written | null> {
	const answered = (options.earlier ?? []).filter(({ sql }) => sql !== null);
	const at = answered.findLastIndex(({ understood }) => !isPointed(understood));
	const [first, ...others] = at < 0 ? [] : answered.slice(at);
	if (
		first === undefined ||
		(!isPickedAnew &&
			others.some(({ understood }) => isPointed(understood) && (understood.isRows || understood.isOne === true)))
	)
		return null;
	const earlier: Turn[] = [];
	for (const turn of [first, ...others]) {
		const written =
			turn === first
				? await writer.write(question, context, { ...options, earlier: [first] })
				: await withPointing(writer).write(turn.question, context, { ...options, earlier: [...earlier] });
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
				reading: written.reading.replace(ofPrevious, () => `Limited to the rows of this result: ${rowsOf}`),
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
	if (others.test(question))
		return {
			kind: 'refused',
			message: 'I can’t tell which "others" you mean. Ask the full question.',
			about: 'others',
		};
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

import { coordinateKey } from '#contract/dataset.ts';
import { isNumberType } from '#lib/sql/types.ts';
import { abbreviates } from '../builtin/abbreviations.ts';
import { planOf } from '../offline/offline-writer.ts';
import { spoken } from '../query/present.ts';
import type { QueryWriter, SchemaContext, Turn, WriteOptions, Written } from '../query/types.ts';
import { isSame, readAbout } from './about.ts';
import { asksForFirst, besideOf, firstRows, isShareOfAll, pointedRows, shareAgain, shareOfAll } from './answer-rows.ts';
import type { Query } from './as-pointed.ts';
import { askedInstead, ofOtherRows, rankedByOther } from './asked-again.ts';
import { changeAgain, changeAsked } from './change.ts';
import { comparingBoth } from './compare-both.ts';
import { conditionsOf } from './conditions.ts';
import { differenceAsked, differences } from './difference.ts';
import { goOn, thatPeriod } from './go-on.ts';
import { sharesAgain, sharesOfAllRows, sharesOfGroups } from './group-shares.ts';
import { highestOfMeasure } from './measure-again.ts';
import { withMore } from './more-columns.ts';
import { isPointed, understoodIn } from './narrowed.ts';
import { partsOfFirst } from './of-first.ts';
import { countGroupsOver, type FollowUpWriter, forEachGroup, mostOfGroups, mostOftenOf } from './of-groups.ts';
import { ofTheOthers } from './other-rows.ts';
import { asCompound, ofThem, plainer } from './plainer.ts';
import { asksWhichOfThem, countThem, type Pointer, pointerOf } from './pointers.ts';
import { areGroups, isFirst, isOfTime, listOf, measureOf } from './ranked-rows.ts';
import {
	asksForChart,
	asksForShare,
	asksToSort,
	isInOtherOrder,
	noColumnToSortBy,
	plainShare,
	reversedRows,
	sameRows,
	sortedRows,
	turnedRound,
} from './rearranged.ts';
import { atPeriod, rowBeside, whichPeriod } from './relative-time.ts';
import { besideSeveral, ofSamePick, rankedAgain } from './same-pick.ts';
import { askedOfEnd, ofThatOne, ofThatTime, whoOfThem } from './several-steps.ts';
import { shareOfSum } from './share-of-sum.ts';
import {
	didMost,
	endAmong,
	endOf,
	endOfRanked,
	groupAtEnd,
	isEitherEnd,
	isOneFigure,
	nthOfRanking,
	turned,
} from './superlative-of-answer.ts';
import { withTheirFigure } from './their-figure.ts';
import { afterUnanswered, followedBy, fromLastAnswer, leans } from './unanswered.ts';

/** A writer that also reads references to the previous answer: "the second one", "which of those …?", "what is its …?". */
export const withPreviousAnswer = (writer: QueryWriter): QueryWriter => {
	const withAnswers: QueryWriter = {
		async write(question, context, options): Promise<Written> {
			const written = await read({ write: writer.write.bind(writer), withAnswers }, question, context, options);
			const last = options.earlier?.findLast(({ sql }) => sql !== null);
			if (written.kind === 'refused') return last === undefined ? written : withCodes(written, question, last, context);
			const follows = followedBy(question, options.earlier ?? []);
			return follows === null ? written : { ...written, follows };
		},
	};
	return withAnswers;
};

async function read(
	writer: FollowUpWriter,
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
	const same = withTheirFigure(turnedRound(atPeriod(asked, last, context), last, context), last, context);
	const plain = asCompound(
		plainShare(plainer(comparingBoth(same, earlier, context), last === undefined), last, context),
		context,
	);
	const question = ofThem(withoutPeriod(withPlace(asIt(plain, last), last, context), last, context), last);
	if (options.repair !== undefined) return writer.write(question, context, options);
	const of = afterUnanswered(asked, known, context);
	if (typeof of !== 'string') return of;
	if (of === 'itself') return writer.write(question, context, { ...options, earlier: [] });
	if (last === undefined) return writer.write(question, context, options);
	const change =
		changeAsked(question, earlier, context) ?? (await changeAgain(writer, question, known, context, options));
	if (change !== null) return change;
	const beside = whichPeriod(question, last, context) ?? rowBeside(question, last, context);
	if (beside !== null) return beside;
	for (const followUp of [
		ofTheOthers,
		withMore,
		sharesAgain,
		ofThatTime,
		ofThatOne,
		askedOfEnd,
		ofSamePick,
		besideSeveral,
		rankedAgain,
		rankedByOther,
		mostOfGroups,
		mostOftenOf,
		forEachGroup,
		countGroupsOver,
		partsOfFirst,
		highestOfMeasure,
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
	const ofAll = sharesOfAllRows(question, last, context);
	if (ofAll !== null) return ofAll;
	if (asksForShare(question)) {
		const ofList = isPointed(last.understood) && listOf(last) !== last ? sharesOfGroups(last, context) : null;
		if (ofList !== null) return ofList;
		const shares = await goOn(writer, question, last, context, options);
		if (shares.kind === 'query') return shares;
		return sharesOfGroups(last, context) ?? (areGroups(last) ? null : shareOfAll(last, context, question)) ?? shares;
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
	if (unclear !== undefined && areGroups(last) && isEitherEnd(unclear, last))
		return {
			...{
				kind: 'refused',
				message: `"${unclear}" can mean the highest or the lowest ${spoken(measureOf(last)?.name ?? 'share')}. Say which one you mean.`,
				about: unclear,
			},
			suggestions: ['Which one is the highest?', 'Which one is the lowest?'],
		};
	const pointer = last.columns.length === 0 ? null : turned(pointerIn(question, last), question, last);
	if (asksForFirst(question, last)) {
		const rows = firstRows(question, last);
		if (rows !== null) return rows;
	}
	if (pointer === null) {
		const who = await whoOfThem(writer, question, last, context, options);
		if (who !== null) return who;
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
			: await endOfRanked(writer, by, pointer.kind === 'row' && isOneFigure(last, context), last, context, options);
	if (ofRanked !== null) return ofRanked;
	if (pointer.kind === 'share')
		return (
			(await shareOfSum(writer, question, last, context, options)) ??
			shareOfAll(last, context, question) ??
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
		const found = pointedRows(pointer, from, context);
		if (found !== null) return found;
		// "which of them is the largest?" about rows with several quantities
		const [word] = pointer.kind === 'row' && 'by' in pointer.row ? (/\b\w{3,}est\b/i.exec(question) ?? []) : [];
		const them = { kind: 'about', text: `which of them is the ${word}`, row: null, isOne: false } as const;
		const read = word === undefined ? null : await readAbout(writer, them, last, context, options);
		return read ?? goOn(writer, question, last, context, options);
	}
	// A complete list can be continued directly; for groups and first rows, only those are meant.
	const isWhole = asksWhichOfThem.test(pointer.text) && !pointer.text.includes('of ');
	// "which one was the strongest?" after the number of some: of those.
	const isOfSome = isPointed(last.understood) || (planOf(last.understood, context)?.where.length ?? 0) > 0;
	if (isWhole && isOfSome && isOneFigure(last, context)) {
		const text = pointer.text.replace(/^which(?: ones?)? /i, 'which of them ');
		const among = await readAbout(writer, { ...pointer, text }, last, context, options);
		if (among !== null) return among;
	}
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

const ofThese = /\bof (?:these|those|them)\b/i;

/** "when was that teacher hired?" after one of the teachers: "when was it hired?" */
function asIt(question: string, last: Turn | undefined): string {
	const [that, noun = ''] =
		/(?<=\b(?:is|was|did|does|has|had|of|for|by|with) )(?:that|this) (\w+)\b/i.exec(question) ?? [];
	const isRows = last?.datasets?.some(({ datasetName }) => isSame(datasetName, noun)) === true;
	return that === undefined || !isRows ? question : question.replace(that, 'it');
}

/** "and how many to there?" and "sold there" after flights from a place: inserts the place's name. */
function withPlace(question: string, last: Turn | undefined, context: SchemaContext): string {
	// If the answer itself names something, that is the place.
	const isNamed = last?.columns.some(({ type }) => !isNumberType(type)) === true;
	if (last === undefined || isNamed || !(/\b(?:to|from) there\b/i.test(question) || doneThere.test(question)))
		return question;
	const values = [...conditionsOf(understoodIn(last).inner, context).values()].flatMap((text) => {
		const { kind, negated = false, not = false, values = [] } = JSON.parse(text);
		return kind === 'is' && !negated && !not && values.length === 1 ? [String(values[0])] : [];
	});
	const [value, ...others] = new Set(values);
	if (value === undefined || others.length > 0) return question;
	return question.replace(doneThere, () => `at ${value}`).replace(/\bthere\b/i, () => value);
}

/** "which books were borrowed there most often?" */
const doneThere = /(?<=[a-z]{2}(?:ed|en|ght|nt|ld|ne) )there\b/i;

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

/** "which one is in Lyon?" is about the listed ones. */
const asksWhichOne = /^(\W*(?:(?:and|but|so)\b\W*)*which) ones? (?=(?:is|are|was|were|has|have|had|did|does|do)\b)/i;

const pointerIn = (question: string, last: Turn): Pointer | null =>
	didMost(question, last) ??
	groupAtEnd(question, last) ??
	pointerOf(question) ??
	pointerOf(question.replace(asksWhichOne, '$1 of them '));

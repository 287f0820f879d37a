import { stem } from '../builtin/stem.ts';
import { textBetween, tokenize, wordsOf } from '../builtin/tokenize.ts';
import { takesAway } from '../offline/follow-up-order.ts';
import { goesOn } from '../offline/follow-up-reader.ts';
import { graphOf, partsOf } from '../offline/graph.ts';
import { type Mention, mentionsOf } from '../offline/link.ts';
import { isCourtesy } from '../offline/vocabulary.ts';
import type { SchemaContext, Turn, Written } from '../query/types.ts';
import { needsAnswer, pointerOf } from './pointers.ts';
import { asksForChart, asksForShare, asksToSort } from './rearranged.ts';

/** "and just for Germans", "and the average rent?", "what about students?": makes no sense by itself. */
const onlyNarrows =
	/^\W*(?:(?:and|but|now|then)\b\W*(?!(?:how|what|which|who|where|when|why|show|list|give|count|find|name)\b)|(?:only|just)\b|(?:what|how) about\b|without\b|(?:which|what) \w+\W*$)/i;
const replaces = /\binstead\W*$/i;
/** Requests another figure or another form of the same rows. */
const keepsRows =
	/^\W*(?:(?:and|but|so|now|then)\b\W*)*(?:how (?!about)|what (?!about)|what's|when|where|why|(?:the )?(?:average|total|number|sum|share)|by|per|as|sort|order|break|split|group|show|compare)\b/i;
/** "where was the strongest?": of one row. */
const picksRows = /\b(?:\w{3,}est|most|least|best|worst|first|last)\b/i;
const pronoun = /\b(?:those|these|them|they|their|it|its|he|she|his|her|there)\b/i;
const ofLast = /^\W*from the last answer: */i;

const nothingBefore =
	'The previous question wasn’t answered, so there’s nothing to follow up on. Ask the full question.';

/** Whether a question refers to an earlier one. */
export function leans(question: string): boolean {
	if (goesOn(question) || /^\W*(?:by|per|in|for|from|with|only|and|as)\b/i.test(question)) return true;
	const pointer = pointerOf(question);
	return pointer !== null && (pointer.kind !== 'end' || pointer.of === null);
}

/** Whether a question only says what should change. */
const changes = (question: string): boolean =>
	/^\W*(?:(?:the )?same|without|not|exclud\w+|omit|skip|leave out|compared?|break|split|group|(?:the )?(?:top|bottom))\b/i.test(
		question,
	) || [asksToSort, asksForShare, asksForChart, (text: string) => takesAway.test(text)].some((asks) => asks(question));

/** "From the last answer: the same for New York": the question, without the turns that weren't answered. */
export function fromLastAnswer(
	question: string,
	earlier: readonly Turn[],
): { question: string; earlier: readonly Turn[] } {
	const rest = question.replace(ofLast, '');
	return { question: rest, earlier: rest === question ? earlier : earlier.filter(({ sql }) => sql !== null) };
}

/**
 * What a question after an unanswered one is about: "itself", or the last "answer"; otherwise a refusal. A follow-up would build on the unanswered
 * question, unless it puts it in other words, or is about rows that the question wouldn't have changed.
 */
export function afterUnanswered(
	question: string,
	earlier: readonly Turn[],
	context: SchemaContext,
): 'itself' | 'answer' | Written {
	const before = earlier.at(-1);
	if (before === undefined || before.sql !== null) return 'answer';
	const answered = earlier.findLastIndex(({ sql }) => sql !== null);
	const isFollowUp = (text: string) => [text, text.replace(corrects, '')].some((of) => leans(of) || changes(of));
	if (!isFollowUp(before.question) || answered < 0) {
		if (!isOnlyPart(question)) return 'itself';
		if (answered < 0) return { kind: 'refused', asks: true, message: nothingBefore };
		// "and in March?" after "what time do you close?" goes on from what was answered.
		return isAboutData(before.question, context) ? shouldFollow(question, before) : 'answer';
	}
	const unanswered = earlier.slice(answered + 1).map((turn) => turn.question);
	const asked = new Set(contentOf(before.question));
	const isAgain =
		asksToSort(question) === asksToSort(before.question) && contentOf(question).some((word) => asked.has(word));
	const isAboutRows =
		pronoun.test(question) && unanswered.every((text) => keepsRows.test(text) && !picksRows.test(text));
	if (!isFollowUp(question) || isAgain || isAboutRows) return 'answer';
	return shouldFollow(question, before);
}

/** "no, by cost" */
const corrects = /^\W*(?:no|nope|sorry|actually)\b\W+/i;

const isOnlyPart = (question: string): boolean =>
	needsAnswer(question) || onlyNarrows.test(question) || replaces.test(question);

/** The question whose answer another one goes on from; null if it makes sense by itself, or if every question since then was answered. */
export function followedBy(question: string, earlier: readonly Turn[]): string | null {
	const isPart = isOnlyPart(question) || leans(question) || changes(question);
	return isPart && earlier.at(-1)?.sql === null
		? (earlier.findLast(({ sql }) => sql !== null)?.question ?? null)
		: null;
}

/** Whether a question names datasets, columns or values. */
function isAboutData(question: string, context: SchemaContext): boolean {
	const tokens = tokenize(question);
	const text = (from: number, to: number) => textBetween(tokens, from, to);
	// "minister" isn't short for the minutes of `delay_min`.
	const isMeant = ({ from, to, score, columns }: Mention) =>
		contentOf(text(from, to)).some(
			(word) => score >= 0.9 || columns.some(({ nameStems }) => score >= 0.7 && nameStems.includes(word)),
		);
	return partsOf(graphOf(context)).some((part) => mentionsOf(tokens, text, part).some(isMeant));
}

const shouldFollow = (question: string, before: Turn): Written => ({
	...{ kind: 'refused', asks: true, suggestions: [`From the last answer: ${question}`] },
	message: `I couldn’t answer "${before.question}". Should this follow the last answer instead?`,
});

const contentOf = (question: string): string[] =>
	wordsOf(question)
		.map((word) => word.toLowerCase())
		.filter((word) => !isCourtesy(word) && !phrasing.test(word))
		.map(stem);
const phrasing =
	/^(?:and|or|but|not|no|now|many|much|average|mean|total|sum|number|count|most|least|fewest|highest|lowest|top|share|percentage|same|without|instead|per|each|those|more|less|than|over|under|year|month|day|\d+)$/;

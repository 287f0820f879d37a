import { chosenBy } from '#lib/text/choices.ts';
import type { ConversationTurn } from '../../platform/conversations/conversations.ts';

/** Maximum number of words in a reply; anything longer is a question of its own. */
const mostWords = 6;

/**
 * The meaning of a message after a refused question: "origin", "the second one" and "by number of flights" answer our question. Returns the message
 * itself if it isn't a reply.
 * @param last the previous turn
 */
export async function meantBy(
	message: string,
	last: ConversationTurn | undefined,
	understands: (question: string) => Promise<boolean>,
): Promise<string> {
	if (last === undefined || last.unclear === null || message.split(/\s+/).length > mostWords) return message;
	// "list them" refers to an answer and doesn't complete a question.
	if (/\b(?:them|those|these|they|their|its|it)\b|(?<!\b(?:is|are|was|were) )there\W*$/i.test(message)) return message;
	// "not counting Sweden" changes an answer and answers no question of ours.
	if (/^\W*(?:not|without|exclud\w+|except|compared?|omit|skip|leave out)\b/i.test(message)) return message;
	const { about, suggestions } = last.unclear;
	const chosen = chosenBy(message, suggestions, last.question) ?? begunWith(message, suggestions);
	if (chosen !== null) return chosen;
	// "sort by that", "show as a chart" change an answer, too.
	if (/^\W*(?:sort|order|rank|show|draw|plot|break|split|group|top|bottom)\b|\b(?:that|this)\W*$/i.test(message))
		return message;
	// "number" chooses none of the offered figures, and completes no question.
	if (/^\W*(?:the )?number\W*$/i.test(message)) return message;
	// "only Solnit" narrows the last answer, and "which ones?" asks about it.
	if (/^\W*(?:and|but|now|then|also|only|just|how|what about|which|who|where|when|why)\b/i.test(message))
		return message;
	const [before, reply] = [last.question, message].map((text) => text.trim().replace(/[\s?.!]+$/, ''));
	if (before === undefined || reply === undefined) return message;
	const isFigure = about !== null && /^(total|sum|average|avg|mean|median|highest|lowest|max\w*|min\w*)$/i.test(about);
	// One or two words complete the question; a longer text may be a question itself, unless we asked for a measure.
	const isLong = message.trim().split(/\s+/).length > 2;
	const mayComplete =
		isFigure && !/^(?:how|what|which|who|where|when|show|list|give|count|number|total|average)\b/i.test(message);
	if (isLong && !mayComplete && (await understands(message))) return message;
	const replaced =
		about === null || !before.includes(about)
			? []
			: isFigure
				? [before.replace(about, () => `${about} ${reply}`)]
				: /^(?:by|per|in|for|from|with|only|and|at|on)\b/i.test(reply)
					? []
					: [before.replace(about, () => reply), before.replace(about, () => `${reply} ${about}`)];
	const wholes = [
		...replaced,
		...rankedBy(reply, suggestions),
		`${before} ${reply}`,
		`${before} of ${reply}`,
		`${before} by ${reply}`,
	];
	for (const whole of wholes) {
		if (await understands(whole)) return whole;
	}
	return message;
}

/** "the total" of "Total individuals by country?" and "Number of notes by country?" */
function begunWith(message: string, suggestions: readonly string[]): string | null {
	const [, word] = /^\W*(?:the )?(total|number|average)\W*$/i.exec(message) ?? [];
	const found = suggestions.filter(
		(text) => word !== undefined && text.toLowerCase().startsWith(`${word.toLowerCase()} `),
	);
	return found.length === 1 ? (found[0] ?? null) : null;
}

/** "top airports", "by number of flights": the suggested ranking. */
function rankedBy(reply: string, suggestions: readonly string[]): string[] {
	const [, things = ''] = /^(?:by )?(?:the )?(?:number|count) of ([\p{L} ]+)$/iu.exec(reply) ?? [];
	const offered = suggestions.filter(
		(text) => things !== '' && text.toLowerCase().includes(`the most ${things.toLowerCase()}`),
	);
	return offered.length === 1 ? offered : [];
}

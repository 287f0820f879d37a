/** Maximum number of choices offered, and maximum length of each. Longer lists and texts aren't offered. */
const [most, longest] = [8, 160];

interface Offered {
	/** The text without the choices. */
	readonly message: string;
	/** Possible replies, as they're sent. */
	readonly choices: readonly string[];
}

/** Extracts the choices from a message that rejects a question or asks a question back: the items of its last list. */
export function choicesIn(text: string): Offered {
	const lines = text.trimEnd().split('\n');
	const choices: string[] = [];
	for (;;) {
		const [, item] = /^\s*(?:[-*•]|\d{1,2}[.)])\s+(\S.*)$/.exec(lines.at(-1) ?? '') ?? [];
		if (item === undefined) break;
		choices.unshift(item.trim());
		lines.pop();
	}
	const message = lines.join('\n').trim();
	const areChoices = message !== '' && choices.length <= most && choices.every((choice) => choice.length <= longest);
	return areChoices && choices.every(isQuestion) ? { message, choices } : { message: text, choices: [] };
}

/** A quoted name is a possible meaning of a word, not a reply. */
const isQuestion = (choice: string): boolean => !/^"[^"]*"$/.test(choice);

const ordinals: readonly RegExp[] = ['first|1st|one', 'second|2nd|two', 'third|3rd|three', 'fourth|4th|four'].map(
	(words, index) => new RegExp(`^(the )?(${words}|${index + 1})( one)?$`),
);

/** Words that only phrase a question: a choice may phrase the same question differently. */
const phrases = /^(?:how|much|many|what|which|who|did|does|was|were|are|has|have|had|the)$/;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The choice meant by a short reply ("origin", "the second one"), or null if it matches none or several.
 * @param question what the choices rephrase; any other text is only chosen in full or by position
 */
export function chosenBy(reply: string, choices: readonly string[], question = ''): string | null {
	const text = wordsOf(reply).join(' ');
	const spoken = wordsOf(text.replaceAll(/\b(?:the|an?) | ones?$/g, ''));
	if (spoken.length === 0 || choices.length === 0) return null;
	if (/^(the )?last( one)?$/.test(text)) return choices.at(-1) ?? null;
	const place = ordinals.findIndex((ordinal) => ordinal.test(text));
	if (place >= 0) return choices[place] ?? null;
	// Words that all choices share don't distinguish them.
	const lists = choices.map(wordsOf);
	const asked = wordsOf(question.replace(/^\W*(?:and|what about|how about)\b/i, '')).filter(
		(word) => word.length > 2 && !phrases.test(word),
	);
	// A word of a longer question may be the one the choice replaces.
	const maxMissing = asked.length > 2 ? 1 : 0;
	const isFitting = (words: readonly string[]) =>
		spoken.every((word) => words.includes(word)) &&
		(asked.filter((word) => !words.includes(word)).length <= maxMissing || spoken.length === words.length);
	const fitting = choices.filter((_, index) => isFitting(lists[index] ?? []));
	return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

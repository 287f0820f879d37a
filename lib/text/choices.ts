/** Choices that are offered at most, and how long one may be: longer lists and texts are for reading. */
const [most, longest] = [8, 160];

interface Offered {
	/** The text without them. */
	readonly message: string;
	/** What can be said next, each as it is sent. */
	readonly choices: readonly string[];
}

/** The choices at the end of a message that refuses a question or asks one back: the items of its last list. */
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

/** A name in quotes is what a word may mean; by itself it says nothing. */
const isQuestion = (choice: string): boolean => !/^"[^"]*"$/.test(choice);

const ordinals: readonly RegExp[] = ['first|1st|one', 'second|2nd|two', 'third|3rd|three', 'fourth|4th|four'].map(
	(words, index) => new RegExp(`^(the )?(${words}|${index + 1})( one)?$`),
);

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The choice that a short reply means: "origin", "the second one"; null where it means none, or several.
 * @param question what the choices say more exactly; what says something else is only chosen whole or by its place
 */
export function chosenBy(reply: string, choices: readonly string[], question = ''): string | null {
	const spoken = wordsOf(reply);
	const text = spoken.join(' ');
	if (spoken.length === 0 || choices.length === 0) return null;
	if (/^(the )?last( one)?$/.test(text)) return choices.at(-1) ?? null;
	const place = ordinals.findIndex((ordinal) => ordinal.test(text));
	if (place >= 0) return choices[place] ?? null;
	// Words that all choices have say nothing about which is meant.
	const lists = choices.map(wordsOf);
	const asked = wordsOf(question).filter((word) => word.length > 2);
	// A word of a longer question may be what the choice puts another for.
	const mostMissing = asked.length > 2 ? 1 : 0;
	const isFitting = (words: readonly string[]) =>
		spoken.every((word) => words.includes(word)) &&
		(asked.filter((word) => !words.includes(word)).length <= mostMissing || spoken.length === words.length);
	const fitting = choices.filter((_, index) => isFitting(lists[index] ?? []));
	return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** Phrases that can only mean the attached rows. */
const mention = /\b(?:attached|sent along|(?:these|those) (?:rows|records)|this (?:table|page|data))\b/i;

/** Phrases that mean the attached rows even after an answer about some of them. */
export const namesAttached = (question: string): boolean =>
	/\b(?:attached|sent along|these (?:rows|records)|this (?:table|page|data))\b/i.test(question);

export const mentionsAttached = (question: string): boolean => mention.test(question);

/** The question with attached rows called just "rows", because it's then read in their context only. */
export const withoutMention = (question: string): string =>
	question
		.replaceAll(/\battached (?=(?:rows|records|data|table)\b)/gi, '')
		.replaceAll(
			/\b(rows|records|data|table)(?: (?:that|which))?(?: (?:i|we|you|are|is|was|were))? (?:sent along|sent|attached)\b/gi,
			'$1',
		)
		.replaceAll(/\bthis page\b/gi, 'these rows');

/** Whether words name all attached rows together: "these rows", "the table". */
export const isAllAttached = (words: string): boolean =>
	/^(?:(?:the|these|those|this)\b)? ?(?:rows|records|table|data|dataset)?$/i.test(words.trim());

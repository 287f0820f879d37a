/** Joins words in a sentence: "a", "a and b", "a, b and c". The British locale has no comma before the last word. */
export const listText = (words: readonly string[], last: 'and' | 'or' = 'and'): string =>
	new Intl.ListFormat('en-GB', { type: last === 'and' ? 'conjunction' : 'disjunction' }).format(words);

/** A text as it is searched: without regard to case and accents. */
export const foldForSearch = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Most words of a search that count. */
const mostWords = 8;

/** The words of what was typed. */
export const wordsOfQuery = (query: string): string[] => [...new Set(splitFolded(query))].slice(0, mostWords);

/** What a name can be found by: its words, as snake_case and camelCase separate them, and all of them as one. */
export function wordsOfName(name: string): string[] {
	const words = splitFolded(name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
	return words.length > 1 ? [...words, words.join('')] : words;
}

/** The words of a description or of code. */
export const wordsOfText = (text: string): string[] => [...new Set(splitFolded(text))];

const splitFolded = (text: string): string[] => foldForSearch(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Removes case and accents for searching. */
export const foldForSearch = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Further words of a search are ignored. */
const maxWords = 8;

const articles: readonly string[] = ['a', 'an', 'the'];
const questionWords = 'how what where who which when why can could do does is are should'.split(' ');
const fillers = [
	...articles,
	...questionWords,
	...'i we you my our me to of in on for with from by and it there this that please'.split(' '),
];

/** The search terms of what was typed. From a question such as "How do I share a dataset?", only its content words. */
export function wordsOfQuery(query: string): string[] {
	const words = [...new Set(splitFolded(query))];
	const isQuestion = questionWords.includes(words[0] ?? '');
	const telling = words.filter((word) => !(isQuestion ? fillers : articles).includes(word));
	return (telling.length > 0 ? telling : words).slice(0, maxWords);
}

/** Search terms of a name: the words of its snake_case or camelCase, and all of them joined. */
export function wordsOfName(name: string): string[] {
	const words = splitFolded(name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
	return words.length > 1 ? [...words, words.join('')] : words;
}

/** Search terms of a description or of code. */
export const wordsOfText = (text: string): string[] => [...new Set(splitFolded(text))];

const splitFolded = (text: string): string[] => foldForSearch(text).match(/[\p{L}\p{N}]+/gu) ?? [];

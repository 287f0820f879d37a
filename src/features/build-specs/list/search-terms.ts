import { foldName } from '#contract/ids.ts';

/** What is looked for: words, and phrases in double quotes, folded as names are; each once. A quote that is not closed goes to the end. */
export function termsOf(q: string): string[] {
	const terms = [...foldName(q).matchAll(/"([^"]*)"?|([^\s"]+)/g)].map(([, phrase, word]) => phrase ?? word ?? '');
	return [...new Set(terms.map((it) => (it.trim() === '' ? '' : it)).filter((it) => it !== ''))];
}

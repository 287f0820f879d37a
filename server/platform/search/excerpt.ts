import type { SearchResult } from '#contract/search.ts';
import { foldForSearch } from '#lib/search/tokenize.ts';

const longest = 160;

/** The part of a text that contains the most words; null if it contains none. */
export function excerptOf(
	from: 'description' | 'code',
	text: string,
	words: readonly string[],
): SearchResult['excerpt'] {
	let best = { count: 0, line: 0, text: '' };
	for (const [index, line] of text.split('\n').entries()) {
		const folded = foldForSearch(line);
		const count = words.filter((word) => folded.includes(word)).length;
		if (count > best.count) best = { count, line: index + 1, text: line };
	}
	if (best.count === 0) return null;
	return { from, text: cut(best.text.trim(), words), line: from === 'code' ? best.line : null };
}

/** Truncates a long text around the first of the words. */
function cut(text: string, words: readonly string[]): string {
	const characters = Array.from(text);
	if (characters.length <= longest) return text;
	const folded = characters.map((character) => foldForSearch(character)).join('');
	const first = Math.min(...words.map((word) => folded.indexOf(word)).filter((at) => at !== -1));
	const start = Math.max(0, Math.min(first - longest / 4, characters.length - longest));
	const part = characters.slice(start, start + longest).join('');
	return `${start > 0 ? '…' : ''}${part}${start + longest < characters.length ? '…' : ''}`;
}

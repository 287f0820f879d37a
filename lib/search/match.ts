import { editDistance } from '../text/edit-distance.ts';

/** How well a typed word matches a word, both folded: 1 is equal, 0 no match. */
export function wordQuality(typed: string, word: string): number {
	if (typed === word) return 1;
	if (word.startsWith(typed)) return 0.7 + (0.25 * typed.length) / word.length;
	if (typed.length >= 4 && typed.endsWith('s') && word === typed.slice(0, -1)) return 0.9;
	return typed.length >= 3 && word.includes(typed) ? 0.5 : 0;
}

/** Like `wordQuality`, but allows wrong, missing, extra and swapped letters, also in a typed prefix. */
export function typoQuality(typed: string, word: string): number {
	const most = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2;
	if (most === 0 || word.length < typed.length - most) return 0;
	const distance = editDistance(typed, word.slice(0, typed.length + most), most);
	if (distance <= most && word.length <= typed.length + most) return 0.6 - 0.1 * distance;
	if (word.length <= typed.length) return 0;
	return editDistance(typed, word.slice(0, typed.length), most) <= most ? 0.4 - 0.05 * most : 0;
}

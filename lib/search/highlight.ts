import { foldForSearch } from './tokenize.ts';

export interface TextPart {
	readonly text: string;
	readonly isMatch: boolean;
}

/** Splits a text at matches of the words. Matches at the start of a word take priority. */
export function highlightParts(text: string, words: readonly string[]): TextPart[] {
	const characters = Array.from(text);
	const folded = characters.map((character) => foldForSearch(character) || ' ');
	const plain = folded.join('');
	const marked = new Uint8Array(characters.length);
	// Folding may turn one character into several.
	const positions = folded.flatMap((part, index) => Array.from({ length: part.length }, () => index));
	for (const word of words) {
		if (word === '') continue;
		const found: number[] = [];
		for (let from = plain.indexOf(word); from !== -1; from = plain.indexOf(word, from + word.length)) found.push(from);
		const beginnings = found.filter((from) => from === 0 || !/[\p{L}\p{N}]/u.test(plain[from - 1] ?? ''));
		for (const from of beginnings.length > 0 ? beginnings : found)
			for (let index = from; index < from + word.length; index += 1) marked[positions[index] ?? 0] = 1;
	}
	const parts: { text: string; isMatch: boolean }[] = [];
	for (const [index, character] of characters.entries()) {
		const isMatch = marked[index] === 1;
		const last = parts.at(-1);
		if (last?.isMatch === isMatch) last.text += character;
		else parts.push({ text: character, isMatch });
	}
	return parts;
}

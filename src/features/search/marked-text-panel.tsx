import { markedParts } from './model.ts';

export const MarkedText = ({ text, words }: { text: string; words: readonly string[] }) =>
	markedParts(text, words).map(({ text, isMatch }, index) => {
		const Part = isMatch ? 'mark' : 'span';
		// biome-ignore lint/suspicious/noArrayIndexKey: parts of a text keep their order
		return <Part key={index}>{text}</Part>;
	});

import { createContext, useState } from 'react';

/** A highlighted figure in a text; position in UTF-16 units. */
export interface FigureMark {
	readonly start: number;
	readonly end: number;
	readonly reason: string;
}

export const MarkContext = createContext<readonly FigureMark[]>([]);

const sameMarks = (a: readonly FigureMark[], b: readonly FigureMark[]): boolean =>
	a.length === b.length &&
	a.every(
		({ start, end, reason }, index) => start === b[index]?.start && end === b[index].end && reason === b[index].reason,
	);

/** Keeps the list's identity while its marks are equal, because a context change makes React walk the whole text. */
export function useSameMarks(given: readonly FigureMark[]): readonly FigureMark[] {
	const [marks, setMarks] = useState(given);
	if (sameMarks(marks, given)) return marks;
	setMarks(given);
	return given;
}

export const markAddress = /^#unsupported-(\d+)$/;

const fencedCode = /^ {0,3}(`{3,}|~{3,}).*\n[\s\S]*?(?:^ {0,3}\1[`~]* *$|(?![\s\S]))/gm;
const inlineCode = /(`+)(?!`)[^\n]*?[^`]\1(?!`)/g;

/** Turns marked figures into self-links. Inline code is marked as a whole, code blocks not at all. */
export function withMarks(text: string, marks: readonly FigureMark[]): string {
	if (marks.length === 0) return text;
	const spansOf = (pattern: RegExp) =>
		[...text.matchAll(pattern)].map(({ 0: whole, index }) => ({ start: index, end: index + whole.length }));
	const [blocks, codes] = [spansOf(fencedCode), spansOf(inlineCode)];
	let marked = '';
	let at = 0;
	const inOrder = [...marks.entries()].sort(([, a], [, b]) => a.start - b.start);
	for (const [index, mark] of inOrder) {
		const isIn = (span: { start: number; end: number }) => span.start <= mark.start && mark.end <= span.end;
		const { start, end } = codes.find(isIn) ?? mark;
		if (start < at || end > text.length || blocks.some(isIn)) continue;
		marked += `${text.slice(at, start)}[${text.slice(start, end)}](#unsupported-${index})`;
		at = end;
	}
	return marked + text.slice(at);
}

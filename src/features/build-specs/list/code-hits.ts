import { foldName } from '#contract/ids.ts';
import type { SpecRow } from './list-model.ts';
import { termsOf } from './list-search.ts';

/** A part of a text, by UTF-16 units. */
export interface Span {
	readonly from: number;
	readonly to: number;
}

export interface CodeHit {
	/** From 1. */
	readonly line: number;
	/** Of the first find, from 1, in UTF-16 units. */
	readonly column: number;
	readonly text: string;
	readonly spans: readonly Span[];
}

const lineEnd = /\r\n|[\r\n]/;

/** The first lines of a BuildSpec's code that hold a find, at most so many. */
export function hitsIn({ spec }: SpecRow, q: string, most: number): CodeHit[] {
	const terms = termsOf(q);
	const hits: CodeHit[] = [];
	for (const [index, text] of spec.code.payload.split(lineEnd).entries()) {
		if (hits.length === most) break;
		const spans = spansIn(text, terms);
		const [first] = spans;
		if (first !== undefined) hits.push({ line: index + 1, column: first.from + 1, text, spans });
	}
	return hits;
}

/** Most of a line that is shown, in UTF-16 units. */
const longest = 200;
/** Of what is before the first find in a line that is cut. */
const before = 60;

/** A line as it is shown: without its indent, cut around the first find where it is long, in pieces that were found or not. */
export function piecesOf({ text, spans }: CodeHit): { readonly text: string; readonly isFound: boolean }[] {
	const first = spans[0]?.from ?? 0;
	const indent = Math.min(text.length - text.trimStart().length, first);
	const from = text.length - indent <= longest ? indent : Math.max(indent, first - before);
	const to = Math.min(text.length, from + longest);
	const pieces = [{ text: from > indent ? '…' : '', isFound: false }];
	let at = from;
	for (const span of spans.filter((span) => span.from < to)) {
		const end = Math.min(span.to, to);
		pieces.push(
			{ text: text.slice(at, span.from), isFound: false },
			{ text: text.slice(span.from, end), isFound: true },
		);
		at = end;
	}
	pieces.push({ text: text.slice(at, to), isFound: false }, { text: to < text.length ? '…' : '', isFound: false });
	return pieces.filter((piece) => piece.text !== '');
}

/** Where the terms are in a line of text, in order and without overlaps. */
export function spansIn(line: string, terms: readonly string[]): Span[] {
	const { folded, at } = foldLine(line);
	const found = terms.flatMap((term) => {
		const spans: Span[] = [];
		for (let from = folded.indexOf(term); from >= 0; from = folded.indexOf(term, from + term.length)) {
			const end = from + term.length;
			spans.push({ from: at(from), to: Math.max(at(end), at(end - 1) + 1) });
		}
		return spans;
	});
	found.sort((a, b) => a.from - b.from || b.to - a.to);
	const joined: { from: number; to: number }[] = [];
	for (const { from, to } of found) {
		const last = joined.at(-1);
		if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
		else joined.push({ from, to });
	}
	return joined;
}

/** A line folded, and where in the line each of its units comes from: folding may change how many there are. */
function foldLine(line: string): { readonly folded: string; readonly at: (index: number) => number } {
	const whole = foldName(line);
	if (whole.length === line.length && /^[\p{ASCII}]*$/u.test(line)) return { folded: whole, at: (index) => index };
	let folded = '';
	const positions: number[] = [];
	// A character with the marks that follow it, which composing takes together.
	for (const { 0: part, index } of line.matchAll(/\P{M}\p{M}*|\p{M}+/gsu)) {
		const piece = foldName(part);
		for (let unit = 0; unit < piece.length; unit += 1) positions.push(index);
		folded += piece;
	}
	return { folded, at: (index) => positions[index] ?? line.length };
}

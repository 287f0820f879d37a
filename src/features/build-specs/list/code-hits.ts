import { foldName } from '#contract/ids.ts';
import type { SpecRow } from './list-model.ts';
import { termsOf } from './list-search.ts';

/** A range in UTF-16 units. */
export interface Span {
	readonly from: number;
	readonly to: number;
}

export interface CodeHit {
	/** 1-based. */
	readonly line: number;
	/** 1-based column of the first match, in UTF-16 units. */
	readonly column: number;
	readonly text: string;
	readonly spans: readonly Span[];
}

const lineEnd = /\r\n|[\r\n]/;

/** The first lines of a BuildSpec's code with a match, up to `most`. */
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

/** Maximum length of a shown line, in UTF-16 units. */
const longest = 200;
/** Characters kept before the first match in a cut line. */
const before = 60;

/** A line for display: without indentation, cut around the first match if long, split into matches and other text. */
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

/** Ranges of the terms in a line, in order, without overlaps. */
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

/** A folded line, and a mapping back to the original indexes, since folding may change the length. */
function foldLine(line: string): { readonly folded: string; readonly at: (index: number) => number } {
	const whole = foldName(line);
	if (whole.length === line.length && /^[\p{ASCII}]*$/u.test(line)) return { folded: whole, at: (index) => index };
	let folded = '';
	const positions: number[] = [];
	// A character with its combining marks, which normalization composes.
	for (const { 0: part, index } of line.matchAll(/\P{M}\p{M}*|\p{M}+/gsu)) {
		const piece = foldName(part);
		for (let unit = 0; unit < piece.length; unit += 1) positions.push(index);
		folded += piece;
	}
	return { folded, at: (index) => positions[index] ?? line.length };
}

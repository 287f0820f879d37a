import type { SpecRow } from './list-model.ts';
import { termsOf } from './search-terms.ts';

/** A BuildSpec in whose code something was found. */
export interface FoundCode {
	readonly row: SpecRow;
	/** How many lines hold a find. */
	readonly lines: number;
}

/** BuildSpecs whose code holds a term of the filter, of rows that the whole filter fits: 10,000 take a few ms. */
export function searchCode(rows: readonly SpecRow[], q: string): FoundCode[] {
	const terms = termsOf(q);
	return rows.flatMap((row) => {
		const lines = countLines(row, terms);
		return lines === 0 ? [] : [{ row, lines }];
	});
}

function countLines({ code }: SpecRow, terms: readonly string[]): number {
	if (!terms.some((it) => code.includes(it))) return 0;
	const finds = terms.map((it) => nextOf(code, it));
	const [newLine, carriageReturn] = [nextOf(code, '\n'), nextOf(code, '\r')];
	let from = 0;
	for (let lines = 0; ; lines += 1) {
		let at = Number.POSITIVE_INFINITY;
		for (const find of finds) at = Math.min(at, find(from));
		if (at === Number.POSITIVE_INFINITY) return lines;
		from = Math.min(newLine(at), carriageReturn(at)) + 1;
	}
}

/** Where something comes next, infinity where it does not; of places that go forward a text is gone through once. */
function nextOf(text: string, term: string): (from: number) => number {
	let at = -1;
	return (from) => {
		if (at >= from) return at;
		const found = text.indexOf(term, from);
		at = found < 0 ? Number.POSITIVE_INFINITY : found;
		return at;
	};
}

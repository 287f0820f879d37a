import type { SpecRow } from './list-model.ts';
import { termsOf } from './search-terms.ts';

/** A BuildSpec in whose code something was found. */
export interface FoundCode {
	readonly row: SpecRow;
	/** How many lines hold a find. */
	readonly lines: number;
}

const lineEnd = /\r\n|[\r\n]/;

/** BuildSpecs whose code holds a term of the filter, of rows that the whole filter fits: 10,000 take a few ms. */
export function searchCode(rows: readonly SpecRow[], q: string): FoundCode[] {
	const terms = termsOf(q);
	return rows.flatMap((row) => {
		const lines = countLines(row, terms);
		return lines === 0 ? [] : [{ row, lines }];
	});
}

function countLines({ code }: SpecRow, terms: readonly string[]): number {
	const next = terms.map((term) => ({ term, at: code.indexOf(term) })).filter((it) => it.at >= 0);
	for (let lines = 0; ; lines += 1) {
		const at = Math.min(...next.filter((it) => it.at >= 0).map((it) => it.at));
		if (at === Number.POSITIVE_INFINITY) return lines;
		const end = code.slice(at, at + 4_096).search(lineEnd);
		const after = end >= 0 ? at + end + 1 : endOfLine(code, at);
		for (const it of next) if (it.at >= 0 && it.at < after) it.at = code.indexOf(it.term, after);
	}
}

/** For lines that are longer than any that people write. */
function endOfLine(text: string, from: number): number {
	const ends = ['\n', '\r'].map((it) => text.indexOf(it, from)).filter((it) => it >= 0);
	return ends.length === 0 ? text.length : Math.min(...ends) + 1;
}

import { tokenizeCode } from '#lib/sql/lexer.ts';

/** Lines and columns from 1, in UTF-16 code units; the end is the first place after the range. */
export interface Range {
	readonly line: number;
	readonly column: number;
	readonly endLine: number;
	readonly endColumn: number;
}

/** The statement with the semicolons at its end made spaces, so that it can stand in parentheses and every offset stays. */
export function withoutFinalSemicolons(sql: string): string {
	let text = sql;
	for (const token of tokenizeCode(sql).toReversed()) {
		if (token.text !== ';') break;
		text = `${text.slice(0, token.start)} ${text.slice(token.end)}`;
	}
	return text;
}

/** UTF-16 offset of a byte offset in the UTF-8 form, or null where it lies outside of the text. */
export function offsetOfByte(sql: string, byte: number): number | null {
	const bytes = Buffer.from(sql);
	return byte >= 0 && byte <= bytes.length ? bytes.subarray(0, byte).toString().length : null;
}

export function placeOf(sql: string, offset: number): { line: number; column: number } {
	const before = sql.slice(0, offset);
	return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** The word at an offset; behind the last word, that word's end; the very start of a text without words. */
export function rangeAt(sql: string, offset: number): Range {
	const all = tokenizeCode(sql);
	const token = all.find(({ end }) => end > offset);
	const last = all.at(-1);
	const start = token === undefined ? (last?.end ?? 0) : Math.max(token.start, offset);
	const end = token === undefined || token.isOpen ? start + 1 : token.end;
	const from = placeOf(sql, start);
	const to = placeOf(sql, end);
	return { ...from, endLine: to.line, endColumn: to.column };
}

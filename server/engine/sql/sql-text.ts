import { tokenizeCode } from '#lib/sql/lexer.ts';
import { foldSql, unquoted } from '#lib/sql/quoting.ts';
import { EngineError } from '../errors.ts';

/** 1-based lines and columns in UTF-16 code units; the end is exclusive. */
export interface Range {
	readonly line: number;
	readonly column: number;
	readonly endLine: number;
	readonly endColumn: number;
}

/** Replaces the statement's final semicolons with spaces, so that it fits in parentheses and every offset stays the same. */
export function withoutFinalSemicolons(sql: string): string {
	let text = sql;
	for (const token of tokenizeCode(sql).toReversed()) {
		if (token.text !== ';') break;
		text = `${text.slice(0, token.start)} ${text.slice(token.end)}`;
	}
	return text;
}

/** UTF-16 offset of a byte offset in UTF-8, or null if it's out of range. */
export function offsetOfByte(sql: string, byte: number): number | null {
	const bytes = Buffer.from(sql);
	return byte >= 0 && byte <= bytes.length ? bytes.subarray(0, byte).toString().length : null;
}

export function placeOf(sql: string, offset: number): { line: number; column: number } {
	const before = sql.slice(0, offset);
	return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** The word at an offset; after the last word, that word's end; without any words, the start; an empty range for no offset. */
export function rangeAt(sql: string, offset: number | null): Range {
	if (offset === null) return { line: 1, column: 1, endLine: 1, endColumn: 1 };
	const all = tokenizeCode(sql);
	const token = all.find(({ end }) => end > offset);
	const last = all.at(-1);
	const start = token === undefined ? (last?.end ?? 0) : Math.max(token.start, offset);
	const end = token === undefined || token.isOpen ? start + 1 : token.end;
	const from = placeOf(sql, start);
	const to = placeOf(sql, end);
	return { ...from, endLine: to.line, endColumn: to.column };
}

/** Positions an error without a position at the first name that its message quotes, if it's clear which word of the text that is. */
export function atNamed(sql: string, error: EngineError): EngineError {
	const [, name] = /["`]([^"`]+)["`]/.exec(error.message) ?? [];
	if (error.line !== null || name === undefined) return error;
	const tokens = tokenizeCode(sql);
	const named = tokens.filter(({ text }) => foldSql(unquoted(text)) === foldSql(name));
	const output = named.filter((token) => foldSql(tokens[tokens.indexOf(token) - 1]?.text ?? '') === 'as');
	const [found, other] = error.code === 'UNSUPPORTED_TYPE' && output.length > 0 ? output : named;
	if (found === undefined || other !== undefined) return error;
	return new EngineError(error.code, error.message, placeOf(sql, found.start), error.mayBeOfData);
}

/** Advice for an unknown column whose double-quoted name is probably meant as a string; null if it isn't in double quotes. */
export function textAdvice(sql: string, offset: number): { readonly literal: string; readonly hint: string } | null {
	const [, name] = /^"([^"'\\]*)"(?!\s*\.)/.exec(sql.slice(offset)) ?? [];
	return name === undefined ? null : { literal: `'${name}'`, hint: ` For text, use single quotes: '${name}'.` };
}

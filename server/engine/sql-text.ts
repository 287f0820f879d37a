/** A word, quoted identifier, string or sign of a statement; offsets in UTF-16 code units, `end` is the first after it. */
export interface Token {
	readonly kind: 'word' | 'quoted' | 'string' | 'parameter' | 'sign';
	readonly start: number;
	readonly end: number;
	readonly text: string;
}

/** Lines and columns from 1, in UTF-16 code units; the end is the first place after the range. */
export interface Range {
	readonly line: number;
	readonly column: number;
	readonly endLine: number;
	readonly endColumn: number;
}

const lexemes = [
	['space', /\s+|--[^\n\r]*/y],
	['string', /[eE]'(?:[^'\\]|''|\\[\s\S])*'|[xX]?'(?:[^']|'')*'|\$([\p{L}_][\p{L}\p{N}_]*)?\$[\s\S]*?\$\1\$/uy],
	['quoted', /"(?:[^"]|"")*"/y],
	['parameter', /\$[\p{L}\p{N}_]+|\?/uy],
	['word', /[\p{L}\p{N}_][\p{L}\p{M}\p{N}_$]*/uy],
	['sign', /[\s\S]/uy],
] as const;

/** The tokens of a statement, without white space and comments, as DuckDB's lexer sees them. */
export function tokens(sql: string): Token[] {
	const found: Token[] = [];
	let at = 0;
	while (at < sql.length) {
		const comment = sql.startsWith('/*', at) ? commentEnd(sql, at) : at;
		if (comment > at) {
			at = comment;
			continue;
		}
		for (const [kind, pattern] of lexemes) {
			pattern.lastIndex = at;
			const text = pattern.exec(sql)?.[0];
			if (text === undefined) continue;
			if (kind !== 'space') found.push({ kind, start: at, end: at + text.length, text });
			at += text.length;
			break;
		}
	}
	return found;
}

/** Block comments nest, as in PostgreSQL. */
function commentEnd(sql: string, start: number): number {
	const mark = /\/\*|\*\//g;
	mark.lastIndex = start;
	let depth = 0;
	for (let it = mark.exec(sql); it !== null; it = mark.exec(sql)) {
		depth += it[0] === '/*' ? 1 : -1;
		if (depth === 0) return mark.lastIndex;
	}
	return sql.length;
}

/** The statement with the semicolons at its end made spaces, so that it can stand in parentheses and every offset stays. */
export function withoutFinalSemicolons(sql: string): string {
	let text = sql;
	for (const token of tokens(sql).toReversed()) {
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
	const all = tokens(sql);
	const token = all.find((it) => it.end > offset);
	const last = all.at(-1);
	const [start, end] = token ? [Math.max(token.start, offset), token.end] : [last?.end ?? 0, (last?.end ?? 0) + 1];
	const from = placeOf(sql, start);
	const to = placeOf(sql, end);
	return { ...from, endLine: to.line, endColumn: to.column };
}

const plainName = /^[a-z_][a-z0-9_]*$/i;

/** A name as an identifier, quoted always. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A name as a person would write it: quoted only where it must be. */
export const written = (name: string): string => (plainName.test(name) ? name : quoted(name));

export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A piece of a statement; offsets in UTF-16 code units, `end` is the first after it. */
export interface Token {
	readonly kind: 'word' | 'quoted' | 'string' | 'number' | 'parameter' | 'comment' | 'sign';
	readonly start: number;
	readonly end: number;
	/** As it is written. */
	readonly text: string;
	/** A word in lower case, or a sign; empty for what stands in quotes, numbers and comments. */
	readonly key: string;
	/** A string, comment or quoted identifier whose end is not written yet. */
	readonly isOpen: boolean;
}

type Lexeme = readonly [kind: Token['kind'], end: number, isOpen: boolean];

const patterns = {
	word: /[\p{L}_][\p{L}\p{M}\p{N}_$]*/uy,
	string: /[eE]'(?:[^'\\]|''|\\[\s\S])*'|[xX]?'(?:[^']|'')*'/y,
	dollars: /\$([\p{L}_][\p{L}\p{N}_]*)?\$[\s\S]*?\$\1\$/uy,
	parameter: /\$[\p{L}\p{N}_]+/uy,
	quoted: /"(?:[^"]|"")*"/y,
	number: /\d[\d_]*(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?/y,
	sign: /::|->>?|=>|:=|\|\||[<>!]=|<>|[\s\S]/y,
};

/**
 * The tokens of a text as DuckDB's lexer sees them, comments included. What has no end yet is one open token: a string or a
 * comment to the end of the text, a quoted identifier to the end of its line.
 */
export function tokenise(sql: string): Token[] {
	const found: Token[] = [];
	for (let at = 0; at < sql.length; ) {
		if (isSpace(sql.charCodeAt(at))) {
			at += 1;
			continue;
		}
		const [kind, end, isOpen] = lexemeAt(sql, at);
		found.push(tokenOf(kind, at, end, sql.slice(at, end), isOpen));
		at = end;
	}
	return found;
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;

/** The letters, digits and `_` of ASCII, told by their codes: nearly all that a text holds. */
const isPlain = (code: number): boolean =>
	(code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;

/** The end of what a pattern finds at a place, or -1. */
function endOf(pattern: RegExp, sql: string, at: number): number {
	pattern.lastIndex = at;
	return pattern.test(sql) ? pattern.lastIndex : -1;
}

function lexemeAt(sql: string, at: number): Lexeme {
	const code = sql.charCodeAt(at);
	const isDigit = code >= 48 && code <= 57;
	if (isPlain(code) && !isDigit) {
		if (sql.charCodeAt(at + 1) === 39 && 'eExX'.includes(sql[at] ?? '')) return stringAt(sql, at);
		let end = at + 1;
		while (isPlain(sql.charCodeAt(end))) end += 1;
		const next = sql.charCodeAt(end);
		return ['word', next > 127 || next === 36 ? endOf(patterns.word, sql, at) : end, false];
	}
	if (isDigit || (code === 46 && isPlain(sql.charCodeAt(at + 1)))) {
		const end = endOf(patterns.number, sql, at);
		if (end > 0) return ['number', end, false];
	}
	if (code === 39) return stringAt(sql, at);
	if (code === 34) {
		const end = endOf(patterns.quoted, sql, at);
		return ['quoted', end < 0 ? lineEnd(sql, at) : end, end < 0];
	}
	if (code === 45 && sql.charCodeAt(at + 1) === 45) return ['comment', lineEnd(sql, at), false];
	if (code === 47 && sql.charCodeAt(at + 1) === 42) return commentAt(sql, at);
	return rareAt(sql, at, code);
}

function rareAt(sql: string, at: number, code: number): Lexeme {
	if (code === 63) return ['parameter', at + 1, false];
	if (code === 36) {
		const text = endOf(patterns.dollars, sql, at);
		if (text > 0) return ['string', text, false];
		const name = endOf(patterns.parameter, sql, at);
		if (name > 0) return ['parameter', name, false];
	}
	const word = code > 127 ? endOf(patterns.word, sql, at) : -1;
	return word > 0 ? ['word', word, false] : ['sign', endOf(patterns.sign, sql, at), false];
}

function stringAt(sql: string, at: number): Lexeme {
	const end = endOf(patterns.string, sql, at);
	return ['string', end < 0 ? sql.length : end, end < 0];
}

const lineEnd = (sql: string, at: number): number => {
	const end = sql.indexOf('\n', at);
	return end < 0 ? sql.length : end;
};

/** Block comments nest, as in PostgreSQL. */
function commentAt(sql: string, start: number): Lexeme {
	const mark = /\/\*|\*\//g;
	mark.lastIndex = start;
	let depth = 0;
	for (let it = mark.exec(sql); it !== null; it = mark.exec(sql)) {
		depth += it[0] === '/*' ? 1 : -1;
		if (depth === 0) return ['comment', mark.lastIndex, false];
	}
	return ['comment', sql.length, true];
}

function tokenOf(kind: Token['kind'], start: number, end: number, text: string, isOpen: boolean): Token {
	const key = kind === 'word' ? text.toLowerCase() : kind === 'sign' ? text : '';
	return { kind, start, end, text, key, isOpen };
}

/** Whether a token is this word or sign; never true of what stands in quotes. */
export const is = (token: Token | undefined, key: string): boolean => token !== undefined && token.key === key;

/** Whether a token is one of these words or signs. */
export const isOf = (token: Token | undefined, keys: ReadonlySet<string>): boolean =>
	token !== undefined && token.key !== '' && keys.has(token.key);

/** Whether a token may name something. */
export const isName = (token: Token | undefined): token is Token => token?.kind === 'word' || token?.kind === 'quoted';

/** The name that a token stands for, as it is written but for its quotes. */
export const nameOf = ({ kind, text, isOpen }: Token): string =>
	kind === 'quoted' ? text.slice(1, isOpen ? undefined : -1).replaceAll('""', '"') : text;

/** A token of a statement; UTF-16 offsets, `end` is exclusive. */
export interface Token {
	readonly kind: 'word' | 'quoted' | 'string' | 'number' | 'parameter' | 'comment' | 'sign';
	readonly start: number;
	readonly end: number;
	readonly text: string;
	/** A lowercase word or an operator. Empty for quoted text, numbers and comments. */
	readonly key: string;
	/** A string, comment or quoted identifier that isn't closed yet. */
	readonly isOpen: boolean;
}

type Lexeme = readonly [kind: Token['kind'], end: number, isOpen: boolean];

/**
 * Characters besides ASCII's that DuckDB treats as white space. All other non-ASCII characters may be part of a name.
 */
const wideSpaces = '\\u00a0\\u2000-\\u200b\\u202f\\u205f\\u3000\\ufeff';
const nonAscii = `[^\\0-\\x7f${wideSpaces}]`;
const digits = '\\d+(?:_\\d+)*';

const patterns = {
	wideSpace: new RegExp(`[${wideSpaces}]`),
	word: new RegExp(`(?:[A-Za-z_]|${nonAscii})(?:[\\w$]|${nonAscii})*`, 'y'),
	escapes: /[eE]'[^'\\]*(?:(?:''|\\[\s\S])[^'\\]*)*'/y,
	string: /[bBnNxX]?'[^']*(?:''[^']*)*'/y,
	dollarTag: new RegExp(`\\$(?:(?:[A-Za-z_]|${nonAscii})(?:\\w|${nonAscii})*)?\\$`, 'y'),
	parameter: new RegExp(`\\$(?:\\d+|(?:[A-Za-z_]|${nonAscii})(?:\\w|${nonAscii})*)|\\?\\d*`, 'y'),
	quoted: /"[^"]*(?:""[^"]*)*"/y,
	number: new RegExp(`(?:${digits}(?:\\.(?!\\.)(?:${digits})?)?|\\.${digits})(?:[eE][+-]?${digits})?`, 'y'),
	operator: /[-~!@#^&|`+*/%<>=]+/y,
	sign: /::|\.\.|:=|[\s\S]/y,
};

/**
 * Tokenizes SQL like DuckDB's lexer, including comments. Unclosed text is one open token: strings and comments run to
 * the end of the text, quoted identifiers to the end of their line.
 */
export function tokenize(sql: string): Token[] {
	const found: Token[] = [];
	for (let index = 0; index < sql.length; ) {
		if (isSpace(sql, index)) {
			index += 1;
			continue;
		}
		const [kind, end, isOpen] = lexemeAt(sql, index);
		found.push(tokenOf(kind, index, end, sql.slice(index, end), isOpen));
		index = end;
	}
	return found;
}

export const tokenizeCode = (sql: string): Token[] => tokenize(sql).filter(({ kind }) => kind !== 'comment');

/** DuckDB doesn't treat the vertical tab as white space, but it can't be part of anything else. */
function isSpace(sql: string, at: number): boolean {
	const code = sql.charCodeAt(at);
	return code === 32 || (code >= 9 && code <= 13) || (code > 127 && patterns.wideSpace.test(sql.charAt(at)));
}

/** ASCII letters, digits and `_`: most of any text. */
const isPlain = (code: number): boolean =>
	(code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;

function endOf(pattern: RegExp, sql: string, at: number): number {
	pattern.lastIndex = at;
	return pattern.test(sql) ? pattern.lastIndex : -1;
}

function lexemeAt(sql: string, at: number): Lexeme {
	const code = sql.charCodeAt(at);
	const isDigit = code >= 48 && code <= 57;
	if (isPlain(code) && !isDigit) {
		if (sql.charCodeAt(at + 1) === 39 && 'bBeEnNxX'.includes(sql.charAt(at))) return stringAt(sql, at);
		let end = at + 1;
		while (isPlain(sql.charCodeAt(end))) end += 1;
		const next = sql.charCodeAt(end);
		return ['word', next > 127 || next === 36 ? endOf(patterns.word, sql, at) : end, false];
	}
	if (isDigit || code === 46) {
		const end = endOf(patterns.number, sql, at);
		if (end > 0) return ['number', end, false];
	}
	if (code === 39) return stringAt(sql, at);
	if (code === 34) {
		const end = endOf(patterns.quoted, sql, at);
		return ['quoted', end < 0 ? lineEnd(sql, at) : end, end < 0];
	}
	if (sql.startsWith('--', at)) return ['comment', lineEnd(sql, at), false];
	if (sql.startsWith('/*', at)) return commentAt(sql, at);
	if (code === 36) {
		const start = endOf(patterns.dollarTag, sql, at);
		const end = start < 0 ? -1 : sql.indexOf(sql.slice(at, start), start);
		if (start > 0) return ['string', end < 0 ? sql.length : end + start - at, end < 0];
	}
	const parameter = code === 36 || code === 63 ? endOf(patterns.parameter, sql, at) : -1;
	if (parameter > 0) return ['parameter', parameter, false];
	return code > 127 ? ['word', endOf(patterns.word, sql, at), false] : ['sign', signEnd(sql, at), false];
}

/** As in PostgreSQL, an operator ends where a comment begins, and ends with + or - only if it can't be arithmetic. */
function signEnd(sql: string, at: number): number {
	const end = endOf(patterns.operator, sql, at);
	if (end < 0) return endOf(patterns.sign, sql, at);
	const text = sql.slice(at, end).split(/(?!^)(?:--|\/\*)/, 1)[0] ?? '';
	const operator = /[~!@#^&|`%]/.test(text) ? text : text.replace(/(?!^)[+-]+$/, '');
	return at + operator.length;
}

function stringAt(sql: string, at: number): Lexeme {
	const end = endOf('eE'.includes(sql.charAt(at)) ? patterns.escapes : patterns.string, sql, at);
	return ['string', end < 0 ? sql.length : end, end < 0];
}

function lineEnd(sql: string, at: number): number {
	const end = sql.slice(at).search(/[\n\r]/);
	return end < 0 ? sql.length : at + end;
}

/** Block comments nest, as in PostgreSQL. */
function commentAt(sql: string, start: number): Lexeme {
	const mark = /\/\*|\*\//g;
	mark.lastIndex = start;
	let depth = 0;
	for (let found = mark.exec(sql); found !== null; found = mark.exec(sql)) {
		depth += found[0] === '/*' ? 1 : -1;
		if (depth === 0) return ['comment', mark.lastIndex, false];
	}
	return ['comment', sql.length, true];
}

function tokenOf(kind: Token['kind'], start: number, end: number, text: string, isOpen: boolean): Token {
	const key = kind === 'word' ? text.toLowerCase() : kind === 'sign' ? text : '';
	return { kind, start, end, text, key, isOpen };
}

/** Whether a token is this word or operator. Never true for quoted text. */
export const is = (token: Token | undefined, key: string): boolean => token !== undefined && token.key === key;

export const isOf = (token: Token | undefined, keys: ReadonlySet<string>): boolean =>
	token !== undefined && token.key !== '' && keys.has(token.key);

export const isName = (token: Token | undefined): token is Token => token?.kind === 'word' || token?.kind === 'quoted';

/** The name a token represents, without its quotes. */
export const nameOf = ({ kind, text, isOpen }: Token): string =>
	kind === 'quoted' ? text.slice(1, isOpen ? undefined : -1).replaceAll('""', '"') : text;

import { EngineError } from '../errors.ts';
import { placeOf } from '../sql/sql-text.ts';

export interface SparkToken {
	readonly kind: 'word' | 'quoted' | 'string' | 'sign';
	readonly text: string;
	readonly start: number;
	readonly end: number;
}

const spaces = /[ \t\n\f\r\v\u00a0\u1680\u2000-\u200a\u2028\u202f\u205f\u3000]+/y;
/** A comment that ends with a backslash continues on the next line. */
const lineComment = /--(?:\\\n|[^\r\n])*\r?\n?/y;
const patterns: readonly (readonly [SparkToken['kind'], RegExp])[] = [
	['string', /[rR](?:'[^']*'|"[^"]*")/y],
	['word', /[\p{L}\d_]+/uy],
	['string', /'(?:[^'\\]|\\[\s\S])*'/y],
	['quoted', /"[^"\\]*"|`(?:[^`]|``)*`/y],
	['sign', /\/\*\+|\*\/|[(),.[\]!=<>+\-*/%~&|^:?;]/y],
];

export const problemAt = (sql: string, offset: number, message: string): EngineError =>
	new EngineError('NOT_ONE_SELECT', message, placeOf(sql, offset));

/**
 * The tokens of a statement as Spark's lexer sees them, without comments. Anything that two lexers could read differently is refused, so that
 * nobody can hide a word from us that Spark then reads. @throws EngineError
 */
export function tokenizeSpark(sql: string): SparkToken[] {
	const found: SparkToken[] = [];
	for (let index = 0; index < sql.length; ) {
		const skipped = endOf(spaces, sql, index) ?? endOf(lineComment, sql, index) ?? blockCommentEnd(sql, index);
		if (skipped !== null) {
			index = skipped;
			continue;
		}
		const token = tokenAt(sql, index);
		found.push(token);
		index = token.end;
	}
	return found;
}

function tokenAt(sql: string, start: number): SparkToken {
	// Spark reads an address such as `s3://bucket/--x` as one name.
	if (sql.startsWith('://', start))
		throw problemAt(sql, start, 'URLs such as s3://… can’t be read. Use a source instead.');
	for (const [kind, pattern] of patterns) {
		const end = endOf(pattern, sql, start);
		if (end === null) continue;
		// After a number, as in `1e-5r'…'`, this lexer would read the letter separately, whereas Spark starts a raw string.
		if (kind === 'word' && end - start > 1 && /[rR]/.test(sql.charAt(end - 1)) && /['"]/.test(sql.charAt(end)))
			throw problemAt(sql, end, 'The letter before this quote is ambiguous. Add a space before the quote.');
		return { kind, text: sql.slice(start, end), start, end };
	}
	const sign = sql.charAt(start);
	const message = /['"`]/.test(sign)
		? unclosed(sign)
		: `"${String.fromCodePoint(sql.codePointAt(start) ?? 0)}" isn’t valid here in Spark SQL. Remove it, or put it in quotes.`;
	throw problemAt(sql, start, message);
}

const unclosed = (quote: string): string =>
	quote === '"'
		? 'This " has no closing ", or the name contains a backslash. Close the name, or remove the backslash.'
		: `This ${quote} has no closing ${quote}. Add one.`;

/** End of a block comment; null if there is none. A hint isn't a comment: its words are tokens. */
function blockCommentEnd(sql: string, start: number): number | null {
	if (!sql.startsWith('/*', start) || sql.charAt(start + 2) === '+') return null;
	const end = sql.indexOf('*/', start + 2);
	if (end < 0) throw problemAt(sql, start, 'This comment isn’t closed. Add */ at its end.');
	if (sql.slice(start + 2, end).includes('/*'))
		throw problemAt(sql, start, 'Nested comments aren’t supported. Remove the inner comment.');
	return end + 2;
}

function endOf(pattern: RegExp, sql: string, at: number): number | null {
	pattern.lastIndex = at;
	return pattern.test(sql) ? pattern.lastIndex : null;
}

export function sparkName({ kind, text }: SparkToken): string {
	if (kind !== 'quoted') return text;
	const mark = text.charAt(0);
	return text.slice(1, -1).replaceAll(mark + mark, mark);
}

export const sparkQuoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

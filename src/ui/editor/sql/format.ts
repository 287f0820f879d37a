import { duckdb, formatDialect, spark } from 'sql-formatter';
import { type Token, tokenize } from '#lib/sql/lexer.ts';
import type { SqlDialect } from './knowledge.ts';

export type Formatted =
	| { readonly text: string; readonly problem: null }
	/** Why nothing was changed. */
	| { readonly text: null; readonly problem: string };

/**
 * Lays SQL out anew; every word, name and comment stays. Where the result would hold anything else than the text did, it is
 * not taken.
 * @param indent what every line but the first begins with
 */
export function formatSql(text: string, indent = '', dialect: SqlDialect = 'duckdb'): Formatted {
	try {
		const formatted = formatDialect(text, {
			dialect: dialect === 'spark' ? spark : duckdb,
			tabWidth: 2,
			expressionWidth: 80,
			linesBetweenQueries: 1,
		});
		const ends = /\n$/.test(text) ? '\n' : '';
		const before = tokenize(text);
		// lines within a string or a comment take no indent
		const laid = [formatted.trimEnd().replaceAll('\n', `\n${indent}`), formatted.trimEnd()];
		const taken = laid.find((value) => sameTokens(before, tokenize(value)));
		return taken === undefined
			? { text: null, problem: 'The code wasn’t formatted: formatting would change more than its layout.' }
			: { text: taken + ends, problem: null };
	} catch (error) {
		const found = /line (\d+) column (\d+)/.exec(error instanceof Error ? error.message : '');
		const where = found === null ? '' : ` at line ${found[1]}, column ${found[2]}`;
		return { text: null, problem: `The code wasn’t formatted: there is a syntax error${where}.` };
	}
}

const bare = ({ kind, text }: Token): string => (kind === 'comment' ? text.replaceAll(/\s+/g, ' ').trim() : text);

const sameTokens = (a: readonly Token[], b: readonly Token[]): boolean =>
	a.length === b.length && a.every((token, at) => bare(token) === bare(b[at] as Token));

/** Where in a formatted text a place of the old one is: at the same token, as far into it. */
export function offsetAfter(before: string, after: string, offset: number): number {
	const tokens = tokenize(before);
	const index = tokens.findIndex((token) => token.end >= offset);
	const old = tokens[index];
	const now = tokenize(after)[index];
	if (old === undefined || now === undefined) return after.length;
	return Math.min(now.end, now.start + Math.max(0, offset - old.start));
}

import { duckdb, formatDialect, spark } from 'sql-formatter';
import { type Token, tokenize } from '#lib/sql/lexer.ts';
import type { SqlDialect } from './knowledge.ts';

export type Formatted =
	| { readonly text: string; readonly problem: null }
	/** Why nothing changed. */
	| { readonly text: null; readonly problem: string };

/**
 * Formats SQL, keeping every word, name and comment. The result is rejected if it contains anything else.
 * @param indent of every line but the first
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
		// Lines within a string or comment can't be indented.
		const laid = [formatted.trimEnd().replaceAll('\n', `\n${indent}`), formatted.trimEnd()];
		const taken = laid.find((value) => sameTokens(before, tokenize(value)));
		return taken === undefined
			? { text: null, problem: 'Couldn’t format the code. Formatting would change more than its layout.' }
			: { text: taken + ends, problem: null };
	} catch (error) {
		const found = /line (\d+) column (\d+)/.exec(error instanceof Error ? error.message : '');
		const where = found === null ? '' : ` at line ${found[1]}, column ${found[2]}`;
		return { text: null, problem: `Couldn’t format the code. Fix the syntax error${where}, then try again.` };
	}
}

const bare = ({ kind, text }: Token): string => (kind === 'comment' ? text.replaceAll(/\s+/g, ' ').trim() : text);

const sameTokens = (a: readonly Token[], b: readonly Token[]): boolean =>
	a.length === b.length && a.every((token, index) => bare(token) === bare(b[index] as Token));

/** Maps an offset to the formatted text: same token, same distance into it. */
export function offsetAfter(before: string, after: string, offset: number): number {
	const tokens = tokenize(before);
	const index = tokens.findIndex((token) => token.end >= offset);
	const old = tokens[index];
	const now = tokenize(after)[index];
	if (old === undefined || now === undefined) return after.length;
	return Math.min(now.end, now.start + Math.max(0, offset - old.start));
}

import { is, isName, isOf, nameOf, type Token } from '#lib/sql/lexer.ts';
import type { FromItem, Query } from './tree.ts';

/** Splits a text into a set of words. */
export const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

export const joinWords = wordsOf('join natural asof positional left right full inner cross semi anti outer');
const notAliases = new Set([...joinWords, 'on', 'using', 'as', 'tablesample', 'lateral', 'pivot', 'unpivot', 'at']);
export const opening: ReadonlySet<string> = new Set(['(', '[', '{']);
export const closing: ReadonlySet<string> = new Set([')', ']', '}']);

export const nesting = (token: Token | undefined): -1 | 0 | 1 =>
	isOf(token, opening) ? 1 : isOf(token, closing) ? -1 : 0;

const isJoinWord = (tokens: readonly Token[], at: number): boolean =>
	isOf(tokens[at], joinWords) && !is(tokens[at + 1], '(');

/**
 * Items of a FROM clause, including joins.
 * @param inner subqueries by the offset of their opening parenthesis
 */
export function readFromItems(tokens: readonly Token[], inner: ReadonlyMap<number, Query>): FromItem[] {
	const found: FromItem[] = [];
	let at = 0;
	let wantsItem = true;
	while (at < tokens.length) {
		const token = tokens[at];
		if (token === undefined) break;
		if (isJoinWord(tokens, at) || is(token, ',') || is(token, 'lateral')) {
			wantsItem ||= is(token, 'join') || is(token, ',');
			at += 1;
		} else if (is(token, 'on') || !wantsItem) {
			wantsItem = false;
			at = afterCondition(tokens, at);
		} else if (is(token, '(') && !inner.has(token.start)) {
			// Parentheses around a join are ignored.
			at += 1;
		} else {
			const read = readItem(tokens, at, inner);
			if (read.item !== null) found.push(read.item);
			wantsItem = false;
			at = Math.max(read.next, at + 1);
		}
	}
	return found;
}

/** Position after ON and its expression, USING and its columns, or anything that isn't an item. */
function afterCondition(tokens: readonly Token[], start: number): number {
	let depth = 0;
	for (let index = start; index < tokens.length; index += 1) {
		if (depth <= 0 && index > start && (isJoinWord(tokens, index) || is(tokens[index], ','))) return index;
		if (depth <= 0 && index === start && is(tokens[index], ',')) return index;
		depth += nesting(tokens[index]);
	}
	return tokens.length;
}

function readItem(
	tokens: readonly Token[],
	first: number,
	inner: ReadonlyMap<number, Query>,
): { readonly item: FromItem | null; readonly next: number } {
	let at = first;
	let alias: string | null = null;
	// DuckDB also accepts a leading alias: `f: aviation.flights`.
	if (isName(tokens[at]) && is(tokens[at + 1], ':')) {
		alias = nameOf(tokens[at] as Token);
		at += 2;
	}
	const start = tokens[at]?.start ?? 0;
	let path: string[] | null = null;
	let query: Query | null = null;
	const head = tokens[at];
	if (is(head, '(')) {
		query = inner.get(start) ?? null;
		at = afterGroup(tokens, at);
	} else {
		const names: string[] = [];
		while (isName(tokens[at])) {
			names.push(nameOf(tokens[at] as Token));
			at += 1;
			const dot = tokens[at];
			if (!is(dot, '.')) break;
			at += 1;
			// A word after a space isn't part of an incomplete name.
			if (tokens[at]?.start !== dot?.end) break;
		}
		if (names.length === 0) return { item: null, next: at + 1 };
		if (is(tokens[at], '(')) at = afterGroup(tokens, at);
		else path = names;
	}
	const end = tokens[at - 1]?.end ?? start;
	if (is(tokens[at], 'tablesample'))
		while (at < tokens.length && !is(tokens[at], 'as') && !is(tokens[at], ',') && !isJoinWord(tokens, at)) at += 1;
	if (is(tokens[at], 'as')) at += 1;
	const named = tokens[at];
	if (isName(named) && !isOf(named, notAliases)) {
		alias = nameOf(named);
		at += 1;
	}
	const columnNames: string[] = [];
	if (alias !== null && is(tokens[at], '(')) {
		for (at += 1; at < tokens.length && !is(tokens[at], ')'); at += 1) {
			const name = tokens[at];
			if (isName(name)) columnNames.push(nameOf(name));
		}
		at += 1;
	}
	return { item: { path, alias, columnNames, query, start, end }, next: at };
}

function afterGroup(tokens: readonly Token[], start: number): number {
	let depth = 0;
	for (let index = start; index < tokens.length; index += 1) {
		depth += nesting(tokens[index]);
		if (depth === 0) return index + 1;
	}
	return tokens.length;
}

import { is, isName, isOf, nameOf, type Token, tokenize } from '#lib/sql/lexer.ts';
import { closing, joinWords, nesting, opening, wordsOf } from './from-items.ts';
import { readQueries } from './queries.ts';
import { positionIn, type QueryPosition } from './scope.ts';
import type { Query } from './tree.ts';

export interface ReadSql {
	readonly text: string;
	readonly tokens: readonly Token[];
	readonly queries: readonly Query[];
}

/** Parses a whole text. Takes milliseconds for thousands of lines, so do it once per version. */
export function readSql(text: string): ReadSql {
	const tokens = tokenize(text);
	return { text, tokens, queries: readQueries(tokens, text.length) };
}

export type Wanted =
	/** In a string, comment, number or new name: no suggestions. */
	| 'nothing'
	/** An item of FROM or JOIN. */
	| 'dataset'
	/** A column, function, or other expression. */
	| 'value'
	/** After a value: an operator, the next clause, or an alias. */
	| 'word'
	| 'type'
	/** The start of a statement or subquery. */
	| 'query';

export interface Cursor {
	readonly wanted: Wanted;
	/** Names before the typed one: `f.` gives `['f']`. */
	readonly qualifier: readonly string[];
	/** Range of the typed word; empty at the cursor if there is none. */
	readonly start: number;
	readonly end: number;
	readonly typed: string;
	readonly position: QueryPosition | null;
}

/** A value follows these. */
const beforeValue = wordsOf(
	'select distinct all where and or not on having qualify by when then else case in like ilike between limit offset interval exists any some filter over partition using exclude replace rename values escape as lambda',
);

export function cursorAt({ tokens, queries }: ReadSql, offset: number): Cursor {
	const touched = tokens.findLast((token) => token.start < offset && offset <= token.end);
	const position = positionIn(queries, offset);
	const isWriting = isName(touched);
	const start = isWriting ? touched.start : offset;
	const cursor = {
		start,
		end: isWriting ? touched.end : offset,
		position,
		qualifier: [] as readonly string[],
		typed: '',
	};
	if (touched !== undefined && !isWriting && isSilent(touched, offset)) return { ...cursor, wanted: 'nothing' };
	const typed = isWriting ? touched.text.slice(0, offset - start) : '';
	const before = tokens.filter((token) => token.end <= start && token.kind !== 'comment');
	const { qualifier, at } = qualifierBefore(before);
	const lead = before.slice(0, at);
	return { ...cursor, typed, qualifier, wanted: wantedAfter(lead, position, qualifier.length > 0) };
}

const isSilent = (token: Token, offset: number): boolean =>
	token.kind === 'number' ||
	(['string', 'comment'].includes(token.kind) && (offset < token.end || token.isOpen || token.text.startsWith('--')));

function qualifierBefore(before: readonly Token[]): { readonly qualifier: readonly string[]; readonly at: number } {
	const qualifier: string[] = [];
	let at = before.length;
	while (is(before[at - 1], '.') && isName(before[at - 2])) {
		qualifier.unshift(nameOf(before[at - 2] as Token));
		at -= 2;
	}
	return { qualifier, at };
}

function wantedAfter(lead: readonly Token[], position: QueryPosition | null, isMember: boolean): Wanted {
	const last = lead.at(-1);
	if (last === undefined || is(last, ';')) return 'query';
	if (is(last, '::')) return 'type';
	if (is(last, 'as')) return isCast(lead) ? 'type' : isCteHead(lead) ? 'query' : 'nothing';
	if (isCteName(lead)) return 'nothing';
	const select = position?.select ?? null;
	const clause = position?.clause ?? null;
	if (select === null) return is(last, ')') || is(last, '(') ? 'query' : 'word';
	if (clause?.name === 'from' && last.start >= clause.start) return wantedInFrom(lead, clause.start, isMember);
	if (clause?.name === 'other') return 'query';
	return wantedInValue(lead, isMember);
}

function wantedInValue(lead: readonly Token[], isMember: boolean): Wanted {
	const last = lead.at(-1);
	if (isMember) return 'value';
	if (is(last, '(') && isOf(lead.at(-2), new Set(['exists', 'in', 'any', 'all']))) return 'value';
	if (isOf(last, closing) || last?.kind === 'number' || last?.kind === 'string' || last?.kind === 'parameter')
		return 'word';
	if (last?.kind === 'quoted') return 'word';
	if (last?.kind === 'word') return beforeValue.has(last.key) ? 'value' : 'word';
	return is(last, '*') && !isFactor(lead.at(-2)) ? 'word' : 'value';
}

const isFactor = (token: Token | undefined): boolean =>
	token?.kind === 'number' ||
	token?.kind === 'quoted' ||
	isOf(token, closing) ||
	(token?.kind === 'word' && !beforeValue.has(token.key));

const isAfter = (tokens: readonly Token[], at: number, word: string, before: string): boolean =>
	is(tokens[at], word) && is(tokens[at - 1], before);

function wantedInFrom(lead: readonly Token[], from: number, isMember: boolean): Wanted {
	let wants: 'item' | 'alias' | 'condition' = 'item';
	let depth = 0;
	for (const [index, token] of lead.entries()) {
		if (token.start <= from) continue;
		if (isOf(token, opening)) depth += 1;
		else if (isOf(token, closing)) depth = Math.max(0, depth - 1);
		else if (depth > 0) continue;
		// LATERAL VIEW OUTER
		else if (is(token, 'lateral') || isAfter(lead, index, 'view', 'lateral') || isAfter(lead, index, 'outer', 'view'))
			wants = 'item';
		else if (is(token, ',') || is(token, 'join')) wants = 'item';
		else if (is(token, 'on') || is(token, 'using')) wants = 'condition';
		else if (wants === 'item' && isName(token) && !isOf(token, joinWords) && !is(lead[index - 1], ':')) wants = 'alias';
		else if (isOf(token, joinWords)) wants = 'alias';
	}
	if (depth > 0) {
		const opens = lastOpen(lead);
		const isJoin =
			wants === 'item' && (opens < 1 || !isName(lead[opens - 1]) || isOf(lead[opens - 1], new Set(['from', 'join'])));
		return isJoin ? 'dataset' : wantedInValue(lead, isMember);
	}
	if (wants === 'condition') return is(lead.at(-1), 'using') ? 'word' : wantedInValue(lead, isMember);
	return wants === 'item' ? 'dataset' : 'word';
}

function lastOpen(tokens: readonly Token[]): number {
	let depth = 0;
	for (let index = tokens.length - 1; index >= 0; index -= 1) {
		depth += nesting(tokens[index]);
		if (depth > 0) return index;
	}
	return -1;
}

const isCast = (lead: readonly Token[]): boolean => {
	const called = lead[lastOpen(lead) - 1];
	return is(called, 'cast') || is(called, 'try_cast');
};

/** After `with name as`, the query's parenthesis follows. */
const isCteHead = (lead: readonly Token[]): boolean => isCteName(lead.slice(0, -2)) || isCteName(lead.slice(0, -1));

/** Whether a CTE's name comes next: after WITH, or after a comma between CTEs. */
function isCteName(lead: readonly Token[]): boolean {
	const last = lead.at(-1);
	if (is(last, 'with') || is(last, 'recursive')) return true;
	if (!is(last, ',') || !is(lead.at(-2), ')')) return false;
	let depth = 0;
	for (let index = lead.length - 2; index >= 0; index -= 1) {
		depth -= nesting(lead[index]);
		if (depth === 0) return is(lead[index - 1], 'as') || is(lead[index - 1], 'materialized');
	}
	return false;
}

export interface CallAt {
	readonly name: string;
	/** 0-based argument with the cursor. */
	readonly argument: number;
}

/** The call whose parentheses contain an offset. */
export function callAt({ tokens }: Pick<ReadSql, 'tokens'>, offset: number): CallAt | null {
	const touched = tokens.findLast((token) => token.start < offset && offset <= token.end);
	if (touched?.kind === 'comment' && isSilent(touched, offset)) return null;
	const lead = tokens.filter((token) => token.end <= offset && token.kind !== 'comment');
	const open = lastOpen(lead);
	const called = lead[open - 1];
	if (open < 1 || !is(lead[open], '(') || called?.kind !== 'word' || called.end !== lead[open]?.start) return null;
	let depth = 0;
	let argument = 0;
	for (const token of lead.slice(open + 1)) {
		depth += nesting(token);
		if (depth === 0 && is(token, ',')) argument += 1;
	}
	return { name: called.key, argument };
}

/** The dotted path at an offset, and which of its names. */
export function pathAt(
	tokens: readonly Token[],
	offset: number,
): { readonly names: readonly Token[]; readonly at: number } | null {
	const index = tokens.findIndex((token) => isName(token) && token.start <= offset && offset <= token.end);
	if (index < 0) return null;
	let first = index;
	while (is(tokens[first - 1], '.') && isName(tokens[first - 2])) first -= 2;
	const names: Token[] = [];
	for (let at = first; isName(tokens[at]); at += 2) {
		names.push(tokens[at] as Token);
		if (!is(tokens[at + 1], '.')) break;
	}
	return { names, at: (index - first) / 2 };
}

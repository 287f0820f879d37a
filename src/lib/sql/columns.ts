import { is, isName, isOf, nameOf, type Token } from '#lib/sql/lexer.ts';
import { foldSql } from '#lib/sql/quoting.ts';
import { closing, nesting, wordsOf } from './from-items.ts';
import type { Cte, FromItem, Query, Select } from './tree.ts';

export interface ScopeColumn {
	readonly name: string;
	/** DuckDB's name of its type; null for an expression. */
	readonly type: string | null;
	/** The dataset it comes from unchanged, and its name there; null for an expression. */
	readonly origin: { readonly path: readonly string[]; readonly name: string } | null;
}

/** A dataset's columns by its path of one to three names; null if unknown. */
export type ColumnsOf = (path: readonly string[]) => readonly ScopeColumn[] | null;

/** CTEs visible to a query, nearest last. */
export function ctesFor(query: Query | null): Cte[] {
	return query === null ? [] : [...ctesFor(query.parent), ...query.ctes];
}

/** Maximum depth of CTEs and subqueries. */
const deepest = 24;

/** The columns of a FROM item; null if unknown. */
export function columnsOfItem(
	item: FromItem,
	select: Select,
	columnsOf: ColumnsOf,
	depth = 0,
): readonly ScopeColumn[] | null {
	const cte = item.path === null ? undefined : cteOf(item.path, select.query);
	const columns = depth > deepest ? null : read();
	return renamed(columns, item.columnNames);

	function read(): readonly ScopeColumn[] | null {
		if (item.query !== null) return columnsOfQuery(item.query, columnsOf, depth + 1);
		if (item.path === null) return null;
		if (cte === undefined) return columnsOf(item.path);
		const own = cte.query === null ? null : columnsOfQuery(cte.query, columnsOf, depth + 1);
		return renamed(own, cte.columnNames);
	}
}

export function cteOf(path: readonly string[], query: Query): Cte | undefined {
	const [name] = path;
	if (path.length !== 1 || name === undefined) return undefined;
	return ctesFor(query).findLast((cte) => foldSql(cte.name) === foldSql(name));
}

const plain = (name: string): ScopeColumn => ({ name, type: null, origin: null });

function renamed(columns: readonly ScopeColumn[] | null, names: readonly string[]): readonly ScopeColumn[] | null {
	if (names.length === 0) return columns;
	const rest = columns?.slice(names.length) ?? [];
	return [...names.map((name, index) => ({ ...(columns?.[index] ?? plain(name)), name })), ...rest];
}

/** A query's result columns: those of its first SELECT. */
export function columnsOfQuery(query: Query, columnsOf: ColumnsOf, depth = 0): readonly ScopeColumn[] | null {
	const [first] = query.selects;
	if (depth > deepest || first === undefined) return null;
	const list = first.clauses.find((clause) => clause.name === 'select');
	if (list === undefined) {
		const values = first.clauses.find((clause) => clause.name === 'values');
		return values === undefined ? allColumns(first, columnsOf, depth) : valueColumns(values.tokens);
	}
	return itemsOf(list.tokens).flatMap((item) => columnsOfSelectItem(item, first, columnsOf, depth));
}

/** All columns of a SELECT's FROM, in order; null if none are known. */
function allColumns(select: Select, columnsOf: ColumnsOf, depth: number): readonly ScopeColumn[] | null {
	const known = select.from.map((item) => columnsOfItem(item, select, columnsOf, depth));
	return known.every((candidate) => candidate === null) ? null : known.flatMap((item) => item ?? []);
}

/** `VALUES (1, 2)` has columns `col0` and `col1`. */
function valueColumns(tokens: readonly Token[]): ScopeColumn[] {
	const end = tokens.findIndex((token) => is(token, ')'));
	const first = tokens.slice(1, end < 0 ? undefined : end);
	return itemsOf(first).map((_, index) => plain(`col${index}`));
}

/** Splits a list at its commas, except inside parentheses. */
export function itemsOf(tokens: readonly Token[]): Token[][] {
	const found: Token[][] = [[]];
	let depth = 0;
	for (const token of tokens) {
		depth += nesting(token);
		if (depth === 0 && is(token, ',')) found.push([]);
		else found.at(-1)?.push(token);
	}
	return found.filter((candidate) => candidate.length > 0);
}

function columnsOfSelectItem(
	given: readonly Token[],
	select: Select,
	columnsOf: ColumnsOf,
	depth: number,
): readonly ScopeColumn[] {
	const tokens = (is(given[0], 'distinct') || is(given[0], 'all')) && !is(given[1], '.') ? given.slice(1) : given;
	const [first, second, third] = tokens;
	if (is(first, '*')) return starColumns(tokens, allColumns(select, columnsOf, depth) ?? []);
	if (isName(first) && is(second, '.') && is(third, '*')) {
		const item = itemNamed(select, nameOf(first));
		return starColumns(tokens, item === undefined ? [] : (columnsOfItem(item, select, columnsOf, depth) ?? []));
	}
	const alias = aliasOf(tokens);
	const value = alias === null ? tokens : tokens.slice(alias.from, alias.to);
	const column = plainColumn(value, select, columnsOf, depth);
	if (alias !== null) return [{ ...(column ?? plain(alias.name)), name: alias.name }];
	return column === null ? [] : [column];
}

/** Alias and value of a SELECT item: `value AS name`, `value name` or `name: value`. */
export function aliasOf(
	tokens: readonly Token[],
): { readonly name: string; readonly from: number; readonly to: number } | null {
	const [first, second] = tokens;
	if (isName(first) && is(second, ':')) return { name: nameOf(first), from: 2, to: tokens.length };
	const [before, last] = [tokens.at(-2), tokens.at(-1)];
	if (!isName(last) || before === undefined) return null;
	if (is(before, 'as')) return { name: nameOf(last), from: 0, to: tokens.length - 2 };
	const isValue = before.kind !== 'sign' && !isOf(before, endsNoValue);
	const isNamed = !is(last, 'end');
	if (!isNamed || !(isValue || isOf(before, closing))) return null;
	return { name: nameOf(last), from: 0, to: tokens.length - 1 };
}

const endsNoValue = wordsOf(
	'and or not is in like ilike between case when then else over filter distinct from as cast interval exists any all similar to escape at time zone',
);

/** Expands `*` with EXCLUDE, REPLACE and RENAME. */
function starColumns(tokens: readonly Token[], columns: readonly ScopeColumn[]): readonly ScopeColumn[] {
	const excluded = new Set(
		listAfter(tokens, 'exclude').flatMap((item) => item.filter(isName).map((name) => foldSql(nameOf(name)))),
	);
	const names = new Map<string, string>();
	for (const [from, as, to] of listAfter(tokens, 'rename')) {
		if (isName(from) && is(as, 'as') && isName(to)) names.set(foldSql(nameOf(from)), nameOf(to));
	}
	const replaced = new Set(
		listAfter(tokens, 'replace').flatMap((item) => (isName(item.at(-1)) ? foldSql(nameOf(item.at(-1) as Token)) : [])),
	);
	return columns
		.filter((column) => !excluded.has(foldSql(column.name)))
		.map((column) => (replaced.has(foldSql(column.name)) ? plain(column.name) : column))
		.map((column) => ({ ...column, name: names.get(foldSql(column.name)) ?? column.name }));
}

function listAfter(tokens: readonly Token[], word: string): Token[][] {
	const at = tokens.findIndex((token) => is(token, word));
	if (at < 0) return [];
	if (!is(tokens[at + 1], '(')) return itemsOf(tokens.slice(at + 1, at + 2));
	const end = tokens.findIndex((token, index) => index > at && is(token, ')'));
	return itemsOf(tokens.slice(at + 2, end < 0 ? undefined : end));
}

/** Name of a FROM item: its alias, or the last name of its path. */
export const nameOfItem = (item: FromItem): string | null => item.alias ?? item.path?.at(-1) ?? null;

export const itemNamed = (select: Select, name: string): FromItem | undefined =>
	select.from.find((item) => foldSql(nameOfItem(item) ?? '') === foldSql(name));

/** The column a value refers to, if it's just a name. */
function plainColumn(
	tokens: readonly Token[],
	select: Select,
	columnsOf: ColumnsOf,
	depth: number,
): ScopeColumn | null {
	const names = tokens.filter((_, index) => index % 2 === 0);
	const dots = tokens.filter((_, index) => index % 2 === 1);
	if (tokens.length % 2 === 0 || !names.every(isName) || !dots.every((dot) => is(dot, '.'))) return null;
	const name = names.at(-1);
	if (name === undefined) return null;
	const owner = names.at(-2);
	const items =
		owner === undefined ? select.from : select.from.filter((item) => item === itemNamed(select, nameOf(owner)));
	const found = items
		.flatMap((item) => columnsOfItem(item, select, columnsOf, depth) ?? [])
		.find((column) => foldSql(column.name) === foldSql(nameOf(name)));
	return found ?? plain(nameOf(name));
}

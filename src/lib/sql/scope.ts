import { foldSql } from '#lib/sql/quoting.ts';
import {
	aliasOf,
	type ColumnsOf,
	columnsOfItem,
	cteOf,
	ctesFor,
	itemsOf,
	nameOfItem,
	type ScopeColumn,
} from './columns.ts';
import type { Clause, Cte, FromItem, Query, Select } from './tree.ts';

/** Where in the tree of queries an offset stands. */
export interface QueryPosition {
	readonly query: Query;
	/** The SELECT at the offset, or the last one that begins before it; null before the first. */
	readonly select: Select | null;
	readonly clause: Clause | null;
}

/** The innermost query that an offset stands in. */
export function positionIn(queries: readonly Query[], offset: number): QueryPosition | null {
	const statement = queries.findLast((query) => query.start <= offset) ?? queries[0];
	if (statement === undefined) return null;
	let query = statement;
	for (;;) {
		const inner = query.inner.find((query) => query.start <= offset && offset <= query.end);
		if (inner === undefined) break;
		query = inner;
	}
	const select = query.selects.findLast((select) => select.start <= offset) ?? null;
	const clause = select?.clauses.findLast((clause) => clause.start <= offset) ?? null;
	return { query, select, clause };
}

export interface ScopeItem {
	readonly item: FromItem;
	/** What it is called here; null where it has no name. */
	readonly name: string | null;
	/** Null where its columns cannot be known. */
	readonly columns: readonly ScopeColumn[] | null;
	/** 0: of the SELECT at the place, 1: of the one around it, and so on. */
	readonly level: number;
}

/** What can be read at a place: its own FROM first, then what the queries around it read. */
export function itemsAt(position: QueryPosition, columnsOf: ColumnsOf): ScopeItem[] {
	const found: ScopeItem[] = [];
	let { query, select } = position;
	for (let level = 0; ; level += 1) {
		const around = select;
		for (const item of around?.from ?? []) {
			// a subquery that is being written reads nothing of itself
			if (around === null || (item.query !== null && contains(item.query, position.query))) continue;
			found.push({ item, name: nameOfItem(item), columns: columnsOfItem(item, around, columnsOf), level });
		}
		const { parent } = query;
		if (parent === null || query.parent === null) return found;
		const { start } = query;
		// a CTE reads nothing of the query that it belongs to
		const isCte = parent.ctes.some((cte) => cte.query === query);
		query = parent;
		select = isCte ? null : (parent.selects.find((select) => select.start <= start && start <= select.end) ?? null);
	}
}

function contains(outer: Query, inner: Query): boolean {
	for (let query: Query | null = inner; query !== null; query = query.parent) if (query === outer) return true;
	return false;
}

/** CTEs that can be read at an offset: those before it, and the one that it stands in. */
export function ctesAt(position: QueryPosition, offset: number): Cte[] {
	const seen = new Map<string, Cte>();
	for (const cte of ctesFor(position.query)) if (cte.start < offset) seen.set(foldSql(cte.name), cte);
	return [...seen.values()];
}

/** The names that the list of a SELECT gives its values; they can be used in what follows. */
export function aliasesOf(select: Select | null): string[] {
	const list = select?.clauses.find((clause) => clause.name === 'select');
	return itemsOf(list?.tokens ?? []).flatMap((item) => aliasOf(item)?.name ?? []);
}

/** What a text reads by name, CTEs left out, each place once. */
export function datasetsRead(queries: readonly Query[]): FromItem[] {
	return queries.flatMap((query) => [
		...query.selects.flatMap((select) =>
			select.from.filter(({ path }) => path !== null && path.length > 0 && cteOf(path, query) === undefined),
		),
		...datasetsRead(query.inner),
	]);
}

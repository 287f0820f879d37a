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

export interface QueryPosition {
	readonly query: Query;
	/** The SELECT at the offset, or the last one before it; null before the first. */
	readonly select: Select | null;
	readonly clause: Clause | null;
}

/** The innermost query at an offset. */
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
	/** Its name here, or null. */
	readonly name: string | null;
	/** Null if unknown. */
	readonly columns: readonly ScopeColumn[] | null;
	/** 0: the SELECT at the position, 1: the enclosing one, and so on. */
	readonly level: number;
}

/** Items visible at a position: its own FROM first, then the enclosing queries'. */
export function itemsAt(position: QueryPosition, columnsOf: ColumnsOf): ScopeItem[] {
	const found: ScopeItem[] = [];
	let { query, select } = position;
	for (let level = 0; ; level += 1) {
		const around = select;
		for (const item of around?.from ?? []) {
			// An incomplete subquery can't read itself.
			if (around === null || (item.query !== null && contains(item.query, position.query))) continue;
			found.push({ item, name: nameOfItem(item), columns: columnsOfItem(item, around, columnsOf), level });
		}
		const { parent } = query;
		if (parent === null || query.parent === null) return found;
		const { start } = query;
		// A CTE can't read the query it belongs to.
		const isCte = parent.ctes.some((cte) => cte.query === query);
		query = parent;
		select = isCte ? null : (parent.selects.find((select) => select.start <= start && start <= select.end) ?? null);
	}
}

function contains(outer: Query, inner: Query): boolean {
	for (let query: Query | null = inner; query !== null; query = query.parent) if (query === outer) return true;
	return false;
}

/** CTEs visible at an offset: earlier ones, and the one around it. */
export function ctesAt(position: QueryPosition, offset: number): Cte[] {
	const seen = new Map<string, Cte>();
	for (const cte of ctesFor(position.query)) if (cte.start < offset) seen.set(foldSql(cte.name), cte);
	return [...seen.values()];
}

/** Aliases in a SELECT's list, which later clauses can use. */
export function aliasesOf(select: Select | null): string[] {
	const list = select?.clauses.find((clause) => clause.name === 'select');
	return itemsOf(list?.tokens ?? []).flatMap((item) => aliasOf(item)?.name ?? []);
}

/** All named items a text reads, except CTEs, by position. */
export function datasetsRead(queries: readonly Query[]): FromItem[] {
	return queries.flatMap((query) => [
		...query.selects.flatMap((select) =>
			select.from.filter(({ path }) => path !== null && path.length > 0 && cteOf(path, query) === undefined),
		),
		...datasetsRead(query.inner),
	]);
}

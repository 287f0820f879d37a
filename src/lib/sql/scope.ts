import { foldSql } from '#lib/sql/quoting.ts';
import { aliasOf, type ColumnsOf, columnsOfItem, ctesFor, itemsOf, nameOfItem, type ScopeColumn } from './columns.ts';
import type { Clause, Cte, FromItem, Query, Select } from './tree.ts';

/** Where in the tree of queries an offset stands. */
export interface QueryPlace {
	readonly query: Query;
	/** The SELECT at the offset, or the last one that begins before it; null before the first. */
	readonly select: Select | null;
	/** The clause of that SELECT. */
	readonly clause: Clause | null;
}

/** The innermost query that an offset stands in. */
export function placeIn(queries: readonly Query[], offset: number): QueryPlace | null {
	const statement = queries.findLast((it) => it.start <= offset) ?? queries[0];
	if (statement === undefined) return null;
	let query = statement;
	for (;;) {
		const inner = query.inner.find((it) => it.start <= offset && offset <= it.end);
		if (inner === undefined) break;
		query = inner;
	}
	const select = query.selects.findLast((it) => it.start <= offset) ?? null;
	const clause = select?.clauses.findLast((it) => it.start <= offset) ?? null;
	return { query, select, clause };
}

/** What a FROM makes readable at some place. */
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
export function itemsAt(place: QueryPlace, columnsOf: ColumnsOf): ScopeItem[] {
	const found: ScopeItem[] = [];
	let { query, select } = place;
	for (let level = 0; ; level += 1) {
		const around = select;
		for (const item of around?.from ?? []) {
			// a subquery that is being written reads nothing of itself
			if (around === null || (item.query !== null && contains(item.query, place.query))) continue;
			found.push({ item, name: nameOfItem(item), columns: columnsOfItem(item, around, columnsOf), level });
		}
		const { parent } = query;
		if (parent === null || query.parent === null) return found;
		const { start } = query;
		// a CTE reads nothing of the query that it belongs to
		const isCte = parent.ctes.some((it) => it.query === query);
		query = parent;
		select = isCte ? null : (parent.selects.find((it) => it.start <= start && start <= it.end) ?? null);
	}
}

function contains(outer: Query, inner: Query): boolean {
	for (let it: Query | null = inner; it !== null; it = it.parent) if (it === outer) return true;
	return false;
}

/** CTEs that can be read at an offset: those before it, and the one that it stands in. */
export function ctesAt(place: QueryPlace, offset: number): Cte[] {
	const seen = new Map<string, Cte>();
	for (const it of ctesFor(place.query)) if (it.start < offset) seen.set(foldSql(it.name), it);
	return [...seen.values()];
}

/** The names that the list of a SELECT gives its values; they can be used in what follows. */
export function aliasesOf(select: Select | null): string[] {
	const list = select?.clauses.find((it) => it.name === 'select');
	return itemsOf(list?.tokens ?? []).flatMap((it) => aliasOf(it)?.name ?? []);
}

/** What a text reads by name, CTEs left out, each place once. */
export function datasetsRead(queries: readonly Query[]): FromItem[] {
	return queries.flatMap((query) => [
		...query.selects.flatMap((select) =>
			select.from.filter(({ path }) => {
				const [name] = path ?? [];
				if (path === null || name === undefined) return false;
				return path.length > 1 || !ctesFor(query).some((it) => foldSql(it.name) === foldSql(name));
			}),
		),
		...datasetsRead(query.inner),
	]);
}

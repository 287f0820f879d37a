import type { Token } from '#lib/sql/lexer.ts';

export interface Cte {
	readonly name: string;
	/** `name(a, b)`; empty: its query's own. */
	readonly columnNames: readonly string[];
	readonly query: Query | null;
	readonly start: number;
}

/** What a FROM or JOIN reads. */
export interface FromItem {
	/** `owner.namespace.dataset`, or the one name of a CTE; null for a subquery, a function, or nothing yet. */
	readonly path: readonly string[] | null;
	readonly alias: string | null;
	readonly columnNames: readonly string[];
	readonly query: Query | null;
	/** Offsets of the path, subquery or function, without its alias. */
	readonly start: number;
	readonly end: number;
}

export interface Clause {
	/** `select`, `from`, `where`, `group by`, … */
	readonly name: string;
	/** Offset of its first word, and of what follows it. */
	readonly start: number;
	readonly end: number;
	readonly tokens: readonly Token[];
}

/** One SELECT, or one FROM without it. */
export interface Select {
	readonly query: Query;
	readonly start: number;
	readonly end: number;
	readonly clauses: readonly Clause[];
	readonly from: readonly FromItem[];
}

/** What stands in one pair of parentheses, or in none: its CTEs, and SELECTs joined by UNION and the like. */
export interface Query {
	readonly start: number;
	readonly end: number;
	readonly parent: Query | null;
	readonly ctes: readonly Cte[];
	readonly selects: readonly Select[];
	/** Queries in parentheses within it, those of its CTEs included. */
	readonly inner: readonly Query[];
}

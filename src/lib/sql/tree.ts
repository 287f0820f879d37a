import type { Token } from '#lib/sql/lexer.ts';

export interface Cte {
	readonly name: string;
	/** `name(a, b)`; empty: its query's own. */
	readonly columnNames: readonly string[];
	readonly query: Query | null;
	readonly start: number;
}

export interface FromItem {
	/** `owner.namespace.dataset`, or a CTE's name; null for a subquery, a function, or nothing yet. */
	readonly path: readonly string[] | null;
	readonly alias: string | null;
	readonly columnNames: readonly string[];
	readonly query: Query | null;
	/** Offsets of the path, subquery or function, without alias. */
	readonly start: number;
	readonly end: number;
}

export interface Clause {
	/** `select`, `from`, `where`, `group by`, … */
	readonly name: string;
	/** Offset of its first word, and of what follows. */
	readonly start: number;
	readonly end: number;
	readonly tokens: readonly Token[];
}

/** One SELECT, or a FROM without one. */
export interface Select {
	readonly query: Query;
	readonly start: number;
	readonly end: number;
	readonly clauses: readonly Clause[];
	readonly from: readonly FromItem[];
}

/** The content of a pair of parentheses or of a statement: CTEs, and SELECTs combined by UNION and the like. */
export interface Query {
	readonly start: number;
	readonly end: number;
	readonly parent: Query | null;
	readonly ctes: readonly Cte[];
	readonly selects: readonly Select[];
	/** Nested queries, including those of CTEs. */
	readonly inner: readonly Query[];
}

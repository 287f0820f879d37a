import type { DatasetCoordinate } from '#contract/dataset.ts';
import { graphOf } from '../offline/graph.ts';
import { planOf } from '../offline/offline-writer.ts';
import { toSql } from '../offline/to-sql.ts';
import type { SchemaContext } from '../query/types.ts';

export interface RowsBehind {
	readonly dataset: DatasetCoordinate;
	/** Selects all columns of those rows. */
	readonly sql: string;
	readonly areAll: boolean;
	/** The column whose maximum or minimum is the answer; otherwise null. */
	readonly extreme: string | null;
}

/** @param understood as returned by a reader; null if no reader of ours read it */
export function rowsBehind(understood: unknown, context: SchemaContext): RowsBehind | null {
	const plan = planOf(understood, context);
	if (plan === null) return null;
	const { figures, groups, where, with: others, without } = plan;
	const [counted] = figures;
	// "how many drivers work there?" is about drivers, not about the depots before.
	const isCount = figures.length === 1 && groups.length === 0 && counted?.fn === 'count' && counted.column === null;
	const main = isCount && counted !== undefined ? counted.table : plan.main;
	const none = { figures: [], groups: [], having: [], order: [], limit: null, outer: null };
	const rows = { ...plan, ...none, main, shown: main.columns, distinct: false, once: true };
	const { sql } = toSql(rows, graphOf(context));
	const [figure, ...more] = figures;
	const isExtreme =
		figure !== undefined &&
		/^(min|max)$/.test(figure.fn) &&
		figure.column?.table === main &&
		more.length + groups.length === 0 &&
		plan.outer === null;
	return {
		dataset: main.dataset.coordinate,
		sql,
		areAll: where.length + others.length + without.length + plan.each.length === 0,
		extreme: isExtreme ? (figure.column?.name ?? null) : null,
	};
}

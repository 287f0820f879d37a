import type { DatasetCoordinate } from '#contract/dataset.ts';
import { asIntent } from '../builtin/follow-up.ts';
import { readSchema } from '../builtin/schema.ts';
import { toSql as intentToSql } from '../builtin/to-sql.ts';
import { graphOf } from '../offline/graph.ts';
import { planOf } from '../offline/offline-writer.ts';
import { toSql as planToSql } from '../offline/to-sql.ts';
import type { SchemaContext } from '../query/types.ts';

/** The rows that an answer was counted, computed or listed from. */
export interface RowsBehind {
	readonly dataset: DatasetCoordinate;
	/** All columns of those rows. */
	readonly sql: string;
	/** Whether they are all that the dataset has. */
	readonly areAll: boolean;
	/** The column whose largest or smallest value is the answer; null where it is something else. */
	readonly extreme: string | null;
}

/** @param understood as a reader handed it out; null where nobody here did */
export const rowsBehind = (understood: unknown, context: SchemaContext): RowsBehind | null =>
	ofIntent(understood, context) ?? ofPlan(understood, context);

function ofIntent(understood: unknown, context: SchemaContext): RowsBehind | null {
	const schema = readSchema(context);
	const intent = asIntent(understood, schema);
	const root = schema.tables.find(({ key }) => key === intent?.root);
	if (intent === null || root === undefined) return null;
	const { filters, measures, dimensions, over } = intent;
	const none = { measures: [], dimensions: [], having: [], order: [], show: [], limit: null };
	const { sql } = intentToSql({ ...intent, ...none, ties: false, distinct: false, over: null }, schema);
	const [measure, ...others] = measures;
	const isExtreme =
		measure?.kind === 'aggregate' &&
		/^(min|max)$/.test(measure.fn) &&
		others.length + dimensions.length + measure.column.via.length === 0 &&
		over === null;
	return {
		dataset: root.dataset.coordinate,
		sql,
		areAll: filters.length === 0,
		extreme: isExtreme ? measure.column.column : null,
	};
}

function ofPlan(understood: unknown, context: SchemaContext): RowsBehind | null {
	const plan = planOf(understood, context);
	if (plan === null) return null;
	const { main, figures, groups, where, with: others, without } = plan;
	const none = { figures: [], groups: [], having: [], order: [], limit: null, outer: null };
	const rows = { ...plan, ...none, shown: main.columns, distinct: false, once: true };
	const { sql } = planToSql(rows, graphOf(context));
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

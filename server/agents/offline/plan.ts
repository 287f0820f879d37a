import { isDeepStrictEqual } from 'node:util';
import type { Comparison } from '../builtin/intent.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { displayOf } from './columns.ts';
import type { Edge } from './graph.ts';

export type Where =
	| { readonly kind: 'is'; readonly column: Column; readonly values: readonly string[]; readonly not: boolean }
	| {
			readonly kind: 'number';
			readonly column: Column;
			readonly op: Comparison;
			readonly value: number;
			readonly not: boolean;
	  }
	| { readonly kind: 'oneOf'; readonly column: Column; readonly values: readonly number[] }
	/** Compares with the value of a named row in the same dataset. */
	| {
			readonly kind: 'than';
			readonly column: Column;
			readonly op: Comparison;
			readonly of: Column;
			readonly value: string;
	  }
	/** Refers to a row of another dataset with that name: "from Dublin to Holyhead". */
	| {
			readonly kind: 'end';
			readonly column: Column;
			readonly to: Column;
			readonly of: Column;
			readonly values: readonly string[];
	  }
	/** ISO dates: `from` inclusive, `to` exclusive; null is open. */
	| {
			readonly kind: 'time';
			readonly column: Column;
			readonly from: string | null;
			readonly to: string | null;
			readonly not?: boolean;
	  }
	/** A recurring part of a date: weekday 1 (Monday) to 7, month 1 to 12, hour 0 to 23. */
	| {
			readonly kind: 'part';
			readonly column: Column;
			readonly part: 'weekday' | 'month' | 'hour';
			readonly values: readonly number[];
			readonly not?: boolean;
	  }
	/** Any or all of several conditions on the same dataset; the column is the first one's. */
	| { readonly kind: 'any' | 'all'; readonly column: Column; readonly of: readonly Where[] }
	| {
			readonly kind: 'between';
			readonly column: Column;
			readonly from: number;
			readonly to: number;
			readonly not?: boolean;
	  }
	| {
			readonly kind: 'text';
			readonly column: Column;
			readonly how: 'contains' | 'starts' | 'ends';
			readonly text: string;
			readonly not: boolean;
			/** A regular expression for whole words, in any form that occurs in the column's values. */
			readonly words?: string;
	  }
	| {
			readonly kind: 'columns';
			readonly column: Column;
			readonly op: Comparison;
			readonly other: Column;
			readonly not?: boolean;
	  }
	/** Another dataset has the same value. */
	| { readonly kind: 'shared'; readonly column: Column; readonly other: Column }
	/** No value is recorded; `not`: there is a value. */
	| { readonly kind: 'missing'; readonly column: Column; readonly not: boolean }
	| {
			readonly kind: 'extreme';
			readonly column: Column;
			readonly fn: 'min' | 'max' | 'avg';
			readonly op: Comparison;
			/** Which rows to take it of, instead of all. */
			readonly among?: Where;
			/** Takes it of the rows with the same value in this column. */
			readonly per?: Column;
	  };

export type Fn =
	| 'avg'
	| 'sum'
	| 'min'
	| 'max'
	| 'median'
	| 'range'
	| 'any'
	| 'distinct'
	| 'count'
	| 'exists'
	| 'share'
	| 'ratio'
	| 'change'
	| 'gap';

/** An aggregate of a column, or the number of a dataset's rows. */
export interface Figure {
	readonly fn: Fn;
	readonly column: Column | null;
	readonly table: Table;
	/** For a share: which of the counted rows; without it, each group's part of all rows. */
	readonly of?: Where;
	/** The rows to compare with, instead of all rows; for a gap, the row whose value is subtracted from that of the other. */
	readonly per?: Where;
	readonly percent?: boolean;
	/** For a ratio: the dataset whose row count is the divisor. */
	readonly over?: Table;
	/** For a ratio of two other figures: amount of the first per `factor` of the second. */
	readonly rate?: { readonly of: Figure; readonly per: Figure; readonly factor: number };
	readonly years?: { readonly column: Column; readonly from: number; readonly to: number };
}

/** A condition on the number of related rows in a dataset, or on an aggregate of them. */
export interface Having {
	readonly table: Table;
	readonly op: Comparison;
	readonly value: number;
	readonly figure?: Figure;
}

/** A query, halfway between words and SQL. */
export interface Plan {
	readonly main: Table;
	/** Which column links to another dataset, if there are several and the question says which. */
	readonly ways: readonly Edge[];
	readonly shown: readonly Column[];
	readonly figures: readonly Figure[];
	/** What figures are calculated for; without figures, what the first rows in the order are listed for. */
	readonly groups: readonly (Column | Table)[];
	readonly where: readonly Where[];
	/** Datasets that must have at least one related row, and datasets that must have none. */
	readonly with: readonly Table[];
	readonly without: readonly Table[];
	readonly having: readonly Having[];
	readonly order: readonly { readonly by: Column | Figure; readonly direction: 'asc' | 'desc' }[];
	readonly limit: number | null;
	/** Aggregate over the figures of all groups: the average of their counts. */
	readonly outer: Fn | null;
	readonly distinct: boolean;
	/** Lists each thing once, however many rows it has in other datasets. */
	readonly once: boolean;
	/** "for each keeper": also those that nothing is counted for. */
	readonly ofEvery?: boolean;
	/** Each listed thing must have a row for every one of these, and none for those with `not`. */
	readonly each: readonly Where[];
	readonly notes?: readonly string[];
}

export const isNot = (where: Where): boolean => 'not' in where && where.not === true;
export const asserted = (where: Where): Where => (isNot(where) ? ({ ...where, not: false } as Where) : where);

/** The column whose values are listed, rather than rows: "which streets have both a maple and a ginkgo". */
export function eachOf({ shown: [column, ...others], figures }: Pick<Plan, 'shown' | 'figures'>): Column | null {
	const isOfMany = column !== undefined && !column.unique && column !== displayOf(column.table);
	return isOfMany && others.length + figures.length === 0 ? column : null;
}

/** Whether a plan selects only some of the rows of another. */
export function selectsMore(plan: Plan, than: Plan): boolean {
	const others = ({ having, without, with: needed, each }: Plan) =>
		having.length + without.length + needed.length + each.length;
	const isKept = (where: Where) =>
		than.where.some((other) => isDeepStrictEqual({ ...other, column: null }, { ...where, column: null }));
	return plan.limit !== null || plan.outer !== null || others(plan) > others(than) || !plan.where.every(isKept);
}

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
export type Condition = Without<Where, 'column'>;

export const contradicts = (a: Where, b: Where): boolean => a.column === b.column && excludes(a, b);

export function excludes(a: Condition, b: Condition): boolean {
	if (a.kind === 'is' && b.kind === 'is')
		return a.not === b.not
			? !a.not && !a.values.some((value) => b.values.includes(value))
			: (a.not ? b : a).values.every((value) => (a.not ? a : b).values.includes(value));
	if (a.kind === 'time' && b.kind === 'time')
		return (a.to !== null && b.from !== null && a.to <= b.from) || (b.to !== null && a.from !== null && b.to <= a.from);
	const [x, y] = [rangeOf(a), rangeOf(b)];
	return x !== null && y !== null && (x[0] > y[1] || y[0] > x[1]);
}

function rangeOf(where: Condition): readonly [number, number] | null {
	if (where.kind === 'between') return [where.from, where.to];
	if (where.kind !== 'number' || where.not) return null;
	const { op, value } = where;
	return [op.startsWith('<') ? Number.NEGATIVE_INFINITY : value, op.startsWith('>') ? Number.POSITIVE_INFINITY : value];
}

/** The values of two conditions, for a message. */
export const bothOf = (a: Where, b: Where): string =>
	a.kind === 'is' && b.kind === 'is' ? ` ("${a.values[0]}" and "${b.values[0]}")` : '';

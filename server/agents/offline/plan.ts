import type { Comparison } from '../builtin/intent.ts';
import type { Column, Table } from '../builtin/schema.ts';
import type { Edge } from './graph.ts';

/** A condition that rows meet. */
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
	/** Compared with what a row of the same dataset has that is named. */
	| {
			readonly kind: 'than';
			readonly column: Column;
			readonly op: Comparison;
			readonly of: Column;
			readonly value: string;
	  }
	/** Leads to a row of another dataset that is called so: "from Dublin to Holyhead". */
	| {
			readonly kind: 'end';
			readonly column: Column;
			readonly to: Column;
			readonly of: Column;
			readonly values: readonly string[];
	  }
	/** ISO dates: `from` is in, `to` is out; null is open. */
	| {
			readonly kind: 'time';
			readonly column: Column;
			readonly from: string | null;
			readonly to: string | null;
			readonly not?: boolean;
	  }
	/** A part of a date that comes again: weekday 1 (Monday) to 7, month 1 to 12, hour 0 to 23. */
	| {
			readonly kind: 'part';
			readonly column: Column;
			readonly part: 'weekday' | 'month' | 'hour';
			readonly values: readonly number[];
			readonly not?: boolean;
	  }
	/** One of several conditions on the same dataset, or all of them; the column is the first one's. */
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
			/** Whole words, in any form that the column's values have of them, as a regular expression. */
			readonly words?: string;
	  }
	| { readonly kind: 'columns'; readonly column: Column; readonly op: Comparison; readonly other: Column }
	/** Whether nothing is recorded; `not`: something is. */
	| { readonly kind: 'missing'; readonly column: Column; readonly not: boolean }
	| { readonly kind: 'extreme'; readonly column: Column; readonly fn: 'min' | 'max' | 'avg'; readonly op: Comparison };

export type Fn = 'avg' | 'sum' | 'min' | 'max' | 'median' | 'any' | 'distinct' | 'count' | 'share' | 'ratio' | 'change';

/** A figure: of a column, or the number of a dataset's rows. */
export interface Figure {
	readonly fn: Fn;
	readonly column: Column | null;
	readonly table: Table;
	/** Of a share: which rows, of those that are counted; each group's part of all rows where there is none. */
	readonly of?: Where;
	/** What they are compared with instead of all rows. */
	readonly per?: Where;
	readonly percent?: boolean;
	/** Of a ratio: the dataset whose number of rows the other number is divided by. */
	readonly over?: Table;
	/** Of a ratio of two other figures: so many of the first for each `factor` of the second. */
	readonly rate?: { readonly of: Figure; readonly per: Figure; readonly factor: number };
	/** Of a change: from one year to another. */
	readonly years?: { readonly column: Column; readonly from: number; readonly to: number };
}

/** A condition on how many rows of a dataset belong together, or on a figure of them. */
export interface Having {
	readonly table: Table;
	readonly op: Comparison;
	readonly value: number;
	readonly figure?: Figure;
}

/** A query, half way between words and SQL. */
export interface Plan {
	readonly main: Table;
	/** Which column leads to another dataset, where several do and the question says which. */
	readonly ways: readonly Edge[];
	readonly shown: readonly Column[];
	readonly figures: readonly Figure[];
	readonly groups: readonly (Column | Table)[];
	readonly where: readonly Where[];
	/** Datasets of which each row has at least one, and those of which it has none. */
	readonly with: readonly Table[];
	readonly without: readonly Table[];
	readonly having: readonly Having[];
	readonly order: readonly { readonly by: Column | Figure; readonly direction: 'asc' | 'desc' }[];
	readonly limit: number | null;
	/** What is reckoned of the figures of all groups: the average of their numbers. */
	readonly outer: Fn | null;
	readonly distinct: boolean;
	/** Things are listed, each once, however often another dataset has them. */
	readonly once: boolean;
	/** What is listed is there with each of these, in whichever rows. */
	readonly each: readonly Where[];
	/** What was taken otherwise than it was written, in words. */
	readonly notes?: readonly string[];
}

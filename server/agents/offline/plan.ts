import type { Comparison } from '../builtin/intent.ts';
import type { Column, Table } from '../builtin/schema.ts';

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
	| { readonly kind: 'year'; readonly column: Column; readonly value: number }
	| { readonly kind: 'between'; readonly column: Column; readonly from: number; readonly to: number }
	| {
			readonly kind: 'text';
			readonly column: Column;
			readonly how: 'contains' | 'starts' | 'ends';
			readonly text: string;
			readonly not: boolean;
	  }
	| { readonly kind: 'extreme'; readonly column: Column; readonly fn: 'min' | 'max' | 'avg'; readonly op: Comparison };

export type Fn = 'avg' | 'sum' | 'min' | 'max' | 'median' | 'distinct' | 'count';

/** A figure: of a column, or the number of a dataset's rows. */
export interface Figure {
	readonly fn: Fn;
	readonly column: Column | null;
	readonly table: Table;
}

/** A query, half way between words and SQL. */
export interface Plan {
	readonly main: Table;
	readonly shown: readonly Column[];
	readonly figures: readonly Figure[];
	readonly groups: readonly (Column | Table)[];
	readonly where: readonly Where[];
	/** Datasets of which each row has at least one, and those of which it has none. */
	readonly with: readonly Table[];
	readonly without: readonly Table[];
	readonly having: readonly { readonly table: Table; readonly op: Comparison; readonly value: number }[];
	readonly order: readonly { readonly by: Column | Figure; readonly direction: 'asc' | 'desc' }[];
	readonly limit: number | null;
	readonly distinct: boolean;
}

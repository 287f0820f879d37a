import type { PlainValue } from '../../source/row-source.ts';

export type Side = 'before' | 'after';

export type RowChange = 'same' | 'changed' | 'added' | 'removed';

/** Why a cell has no value on a side. */
export const missingAfter = 'This row is new, and the column was removed';
export const missingBefore = 'This row was removed, and the column is new';

export interface ColumnChange {
	readonly name: string;
	readonly before: string;
	readonly after: string;
}

export interface SharedKey {
	readonly side: Side;
	readonly rows: number;
	readonly values: readonly PlainValue[];
}

export interface Comparison {
	readonly rows: { readonly before: number; readonly after: number };
	readonly columns: {
		readonly added: readonly { readonly name: string; readonly type: string }[];
		readonly removed: readonly { readonly name: string; readonly type: string }[];
		readonly retyped: readonly ColumnChange[];
		/** Changed cells per common column. */
		readonly changed: readonly { readonly name: string; readonly cells: number; readonly isKey: boolean }[];
	};
	/** Key columns; null: whole rows were matched. */
	readonly key: readonly string[] | null;
	readonly counts: Readonly<Record<RowChange, number>>;
	/** Whether rows of the two sides are in a different order. */
	readonly reordered: boolean;
	/** Rows whose key isn't unique on their side, so they can't be matched. */
	readonly ambiguous: {
		readonly before: number;
		readonly after: number;
		readonly samples: readonly SharedKey[];
	};
	/** Rows with a null in their key. */
	readonly withoutKey: { readonly before: number; readonly after: number };
	/** Sums of numeric columns by name, as exact text, if the comparison included them. */
	readonly sums?: ReadonlyMap<string, { readonly before: string | null; readonly after: string | null }>;
	/** Peak memory of the comparison, bytes; 0 if it wasn't made here. */
	readonly bytes: number;
}

export interface ComparisonView {
	readonly changes: readonly RowChange[];
	/** Only rows where this column changed, plus added or removed ones if requested. */
	readonly column: string | null;
}

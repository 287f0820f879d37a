import type { PlainValue } from '../../source/row-source.ts';

export type Side = 'before' | 'after';

export type RowChange = 'same' | 'changed' | 'added' | 'removed';

export interface ColumnChange {
	readonly name: string;
	readonly before: string;
	readonly after: string;
}

/** A value of the key that several rows of one side share. */
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
		/** How many cells changed of each column that both sides have. */
		readonly changed: readonly { readonly name: string; readonly cells: number; readonly isKey: boolean }[];
	};
	/** The columns that tell which row became which; null: whole rows were matched with equal ones. */
	readonly key: readonly string[] | null;
	readonly counts: Readonly<Record<RowChange, number>>;
	/** Whether rows of both sides stand in another order to each other. */
	readonly reordered: boolean;
	/** Rows whose key others of their side have too; which of them became which cannot be told. */
	readonly ambiguous: {
		readonly before: number;
		readonly after: number;
		readonly samples: readonly SharedKey[];
	};
	/** Rows whose key is null in part. */
	readonly withoutKey: { readonly before: number; readonly after: number };
	/** Sums of columns of numbers by name, as exact text, where they came with the comparison. */
	readonly sums?: ReadonlyMap<string, { readonly before: string | null; readonly after: string | null }>;
	/** Most that the comparison held at one time, bytes; 0 where it wasn't made here. */
	readonly bytes: number;
}

export interface ComparisonView {
	readonly changes: readonly RowChange[];
	/** Only rows in which this column's cell changed, and what was added or removed if it is asked for. */
	readonly column: string | null;
}

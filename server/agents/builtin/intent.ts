/** What was understood of a question, as JSON: datasets and columns by name, so that it outlives the context it was read in. */
export interface Step {
	readonly from: string;
	readonly table: string;
	readonly to: string;
}

export interface ColumnRef {
	/** `owner/namespace/name`, folded. */
	readonly table: string;
	readonly column: string;
	/** The links that lead there from the root, in order; empty for the root's own columns. */
	readonly via: readonly Step[];
}

export type TimeUnit =
	| 'hour'
	| 'day'
	| 'week'
	| 'month'
	| 'quarter'
	| 'year'
	| 'weekday'
	| 'month of the year'
	| 'hour of the day';

export interface Dimension {
	readonly column: ColumnRef;
	/** Null where the values themselves are the groups. */
	readonly unit: TimeUnit | null;
}

export type Comparison = '=' | '<' | '<=' | '>' | '>=';

/** What every condition has: the column it is on, and whether it's negated. */
interface OnColumn {
	readonly column: ColumnRef;
	readonly negated: boolean;
}

export type Filter = OnColumn &
	(
		| { readonly kind: 'is'; readonly values: readonly string[] }
		| {
				readonly kind: 'text';
				readonly how: 'contains' | 'starts' | 'ends';
				readonly text: string;
				readonly wholeWord: boolean;
		  }
		| { readonly kind: 'number'; readonly op: Comparison; readonly value: number }
		| { readonly kind: 'between'; readonly from: number; readonly to: number }
		/** ISO dates or times; `from` is in, `to` is out; null is open. */
		| { readonly kind: 'time'; readonly from: string | null; readonly to: string | null }
		/** A recurring part of a date: weekday 1 (Monday) to 7, month 1 to 12, hour 0 to 23. */
		| {
				readonly kind: 'part';
				readonly part: 'weekday' | 'month' | 'hour';
				readonly op: Comparison;
				readonly values: readonly number[];
		  }
		/** One of several conditions on the column. */
		| { readonly kind: 'any'; readonly of: readonly Filter[] }
		| { readonly kind: 'empty' }
	);

export type Aggregate = 'avg' | 'sum' | 'min' | 'max' | 'median';

export type Measure =
	| { readonly kind: 'count' }
	| { readonly kind: 'distinct'; readonly column: ColumnRef; readonly unit: TimeUnit | null }
	| { readonly kind: 'aggregate'; readonly fn: Aggregate; readonly column: ColumnRef }
	/** The column as it is, where one row is one group. */
	| { readonly kind: 'plain'; readonly column: ColumnRef }
	/** Percent of the rows that also pass these filters. */
	| { readonly kind: 'share'; readonly filters: readonly Filter[] }
	/** Percent of the whole that falls to each group, of rows or of a sum. */
	| { readonly kind: 'shareOfAll'; readonly column: ColumnRef | null }
	/** One measure for each so many of another. */
	| { readonly kind: 'rate'; readonly of: Measure; readonly per: Measure; readonly factor: number }
	/** The column's value in one year less that in an earlier one; negative where it fell. */
	| {
			readonly kind: 'change';
			readonly column: ColumnRef;
			readonly over: ColumnRef;
			readonly from: number;
			readonly to: number;
			readonly fall: boolean;
	  };

export interface Order {
	readonly by: { readonly measure: number } | { readonly dimension: number } | { readonly column: ColumnRef };
	readonly direction: 'asc' | 'desc';
}

export interface Intent {
	/** The dataset whose rows are counted, reckoned with or listed. */
	readonly root: string;
	readonly measures: readonly Measure[];
	readonly dimensions: readonly Dimension[];
	readonly filters: readonly Filter[];
	readonly having: readonly { readonly measure: Measure; readonly op: Comparison; readonly value: number }[];
	readonly order: readonly Order[];
	/** Rows at most; with `ties` all rows that share the last place too. */
	readonly limit: number | null;
	readonly ties: boolean;
	/** Columns of a list; empty means all. Only where there are no measures. */
	readonly show: readonly ColumnRef[];
	/** Only different rows of the list. */
	readonly distinct: boolean;
	/** The groups are counted, or their measure averaged, instead of shown. */
	readonly over: 'count' | 'avg' | 'min' | 'max' | 'median' | null;
	/** What was taken otherwise than it was written: typing errors, one of several columns, in words. */
	readonly notes: readonly string[];
}

import type { CellKind, PlainValue } from '../../source/row-source.ts';
import type { Bin } from './number-bins.ts';

export interface TopValue {
	readonly value: PlainValue;
	readonly count: number;
	/** Whether this is the truncated start of a long text, which can't be filtered by. */
	readonly isCut: boolean;
}

/** Statistics of a numeric column. Infinities and NaN are counted separately and excluded otherwise. */
export interface NumberFacts {
	readonly mean: number | null;
	readonly quarter: number;
	readonly median: number;
	readonly threeQuarters: number;
	/** Maximum rank error of the quantiles, as a fraction of all values; 0: exact. */
	readonly error: number;
	readonly notNumbers: number;
	readonly infinite: number;
}

/** Lengths of text in characters (Unicode code points), of blobs in bytes. */
export interface LengthFacts {
	readonly least: number;
	readonly most: number;
	readonly mean: number;
}

export type Shape =
	| { readonly kind: 'histogram'; readonly bins: readonly Bin[] }
	/** `slack`: maximum undercount of each value; 0: exact. `others`: rows with any other value. */
	| {
			readonly kind: 'top';
			readonly values: readonly TopValue[];
			readonly others: number;
			readonly slack: number;
	  };

/** Statistics of a column, for the rows read. */
export interface ColumnProfile {
	/** Index in its source. */
	readonly column: number;
	readonly name: string;
	readonly type: string;
	readonly kind: CellKind;
	readonly rows: number;
	readonly nulls: number;
	/** Missing cells, in files whose rows have different shapes. */
	readonly missing: number;
	/** Empty fields in a text column that otherwise contains numbers; excluded from the other statistics. */
	readonly empty: number;
	/** Never more than the rows. `reason`: why it's an estimate, if known. */
	readonly distinct: { readonly count: number; readonly exact: boolean; readonly reason?: string | null };
	/** Exact minimum and maximum; null if nothing is ordered. */
	readonly least: PlainValue;
	readonly most: PlainValue;
	/** Times outside all bins: infinities and years outside 0000–9999. */
	readonly unplaced: number;
	readonly numbers: NumberFacts | null;
	readonly lengths: LengthFacts | null;
	readonly shape: Shape | null;
}

import type { CellKind, PlainValue } from '../../source/row-source.ts';
import type { Bin } from './number-bins.ts';

export interface TopValue {
	readonly value: PlainValue;
	readonly count: number;
	/** Whether this is only the beginning of a long text: no filter finds the rows by it. */
	readonly isCut: boolean;
}

/** What a column of numbers is like; infinities and NaN are counted apart and in none of the other figures. */
export interface NumberFacts {
	readonly mean: number | null;
	readonly quarter: number;
	readonly median: number;
	readonly threeQuarters: number;
	/** Largest error of the quantiles in ranks, as a share of all values; 0: exact. */
	readonly error: number;
	readonly notNumbers: number;
	readonly infinite: number;
}

/** Lengths of texts in characters (Unicode code points), of blobs in bytes. */
export interface LengthFacts {
	readonly least: number;
	readonly most: number;
	readonly mean: number;
}

export type Shape =
	| { readonly kind: 'histogram'; readonly bins: readonly Bin[] }
	/** `slack`: how many more of each value there may be; 0: counts are exact. `others`: rows of none of these values. */
	| {
			readonly kind: 'top';
			readonly values: readonly TopValue[];
			readonly others: number;
			readonly slack: number;
	  };

/** What the values of one column are like, of the rows that were looked at. */
export interface ColumnProfile {
	/** The column's index in its source. */
	readonly column: number;
	readonly name: string;
	readonly type: string;
	readonly kind: CellKind;
	readonly rows: number;
	readonly nulls: number;
	/** Cells that their row does not have, of files whose rows differ in shape. */
	readonly missing: number;
	/** Fields with nothing in them, of a column of text that otherwise reads as numbers; in none of the other figures. */
	readonly empty: number;
	/** Never more than the rows. `reason`: why it is an estimate, where that is known. */
	readonly distinct: { readonly count: number; readonly exact: boolean; readonly reason?: string | null };
	/** Smallest and largest value, exact; null where nothing can be ordered. */
	readonly least: PlainValue;
	readonly most: PlainValue;
	/** Times that are in no bin: infinities, and what is not of the years 0000 to 9999. */
	readonly unplaced: number;
	readonly numbers: NumberFacts | null;
	readonly lengths: LengthFacts | null;
	readonly shape: Shape | null;
}

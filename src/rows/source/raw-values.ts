import type { PlainValue } from './row-source.ts';

/** Values of consecutive rows in a file's raw form, without nulls. No objects are created for them. */
export type RawValues =
	/** Doubles, or integers that fit in a double. */
	| (RawNumbers & { readonly kind: 'numbers' })
	/** Days, or ticks since 1970. */
	| (RawNumbers & { readonly kind: 'ticks'; readonly clock: Clock })
	/** UTF-8 texts with a four-byte prefix each: the first begins at `from` + 4, each ends at one of `ends`. */
	| { readonly kind: 'texts'; readonly bytes: Uint8Array; readonly from: number; readonly ends: Uint32Array }
	/** Indexes into a dictionary of texts. */
	| { readonly kind: 'codes'; readonly codes: ArrayLike<number>; text(code: number): string };

interface RawNumbers {
	readonly values: Float64Array | Int32Array;
	/** The cell value for this number. */
	value(number: number): PlainValue;
}

/** Meaning of ticks. */
export interface Clock {
	/** ms since 1970. */
	at(tick: number): number;
	/** Whole seconds since 1970. */
	seconds(tick: number): number;
	/** Nanoseconds within the second. */
	nanos(tick: number): number;
}

/** A page of rows that are read one by one. */
export const plainPage = (rows: number): RawPage => ({ start: 0, end: rows, raw: () => null, positions: () => null });

/** Consecutive rows of a batch. */
export interface RawPage {
	/** Relative to the batch's first; end exclusive. */
	readonly start: number;
	readonly end: number;
	/** Null if there is no raw form. @throws SourceError if they can't be decoded */
	raw(): RawValues | null;
	/** Each row's index into `raw`, -1 for null; null if every row has a value. */
	positions(): Int32Array | null;
}

import type { PlainValue } from './row-source.ts';

/** Values of some consecutive rows as they lie in a file, without those that are null; there is no object for any of them. */
export type RawValues =
	/** Doubles, or whole numbers that a double holds. */
	| (RawNumbers & { readonly kind: 'numbers' })
	/** Days, or instants that count from 1970. */
	| (RawNumbers & { readonly kind: 'ticks'; readonly clock: Clock })
	/** UTF-8 texts, each with four bytes before it: the first begins at `from` + 4, and each ends at one of `ends`. */
	| { readonly kind: 'texts'; readonly bytes: Uint8Array; readonly from: number; readonly ends: Uint32Array }
	/** Positions in a dictionary of texts. */
	| { readonly kind: 'codes'; readonly codes: ArrayLike<number>; text(code: number): string };

interface RawNumbers {
	readonly values: Float64Array | Int32Array;
	/** What a cell with this number holds. */
	value(number: number): PlainValue;
}

/** What ticks mean. */
export interface Clock {
	/** ms since 1970. */
	at(tick: number): number;
	/** Whole seconds since 1970. */
	seconds(tick: number): number;
	/** Since the whole second. */
	nanos(tick: number): number;
}

/** So many rows that are read one by one. */
export const plainPage = (rows: number): RawPage => ({ start: 0, end: rows, raw: () => null, positions: () => null });

/** Some consecutive rows of a batch. */
export interface RawPage {
	/** Counted from the batch's first, end exclusive. */
	readonly start: number;
	readonly end: number;
	/** Null where the values can't be read this way. @throws SourceError where they cannot be decoded */
	raw(): RawValues | null;
	/** Of each row the position of its value among those of `raw`, -1 for null; null where each has one. */
	positions(): Int32Array | null;
}

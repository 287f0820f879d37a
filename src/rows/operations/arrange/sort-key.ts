import type { PlainValue } from '../../source/row-source.ts';

/** Collects the values of one column, in the order of their rows, and tells how they follow each other. */
export interface SortKey {
	/** @returns false for a value that has no place in the order: null, or no value of this kind */
	add(place: number, value: PlainValue): boolean;
	/** Of each place a number: equal for equal values, smaller for smaller ones. */
	ranks(count: number, pause: () => Promise<void>): Promise<Uint32Array>;
}

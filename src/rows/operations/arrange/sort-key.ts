import type { RawPage } from '../../source/raw-values.ts';
import type { PlainValue } from '../../source/row-source.ts';

/** Collects the values of one column, in the order of their rows, and tells how they follow each other. */
export interface SortKey {
	/** @returns false for a value that has no position in the order: null, or no value of this kind */
	add(position: number, value: PlainValue): boolean;
	/** All values of a page as they lie in it, the first at `position`. @returns false where they have to be added one by one */
	addPage?(position: number, page: RawPage): boolean;
	/** Of each position a number: equal for equal values, smaller for smaller ones. */
	ranks(count: number, pause: () => Promise<void>): Promise<Uint32Array>;
}

const buckets = 65_536;

/** Positions sorted by keys of 32-bit words, the most significant first; stable, and linear in the number of words. */
export async function orderOf(
	words: readonly Uint32Array[],
	count: number,
	pause: () => Promise<void>,
): Promise<Uint32Array> {
	let order = new Uint32Array(count);
	for (let position = 0; position < count; position += 1) order[position] = position;
	let spare = new Uint32Array(count);
	for (const word of words.toReversed()) {
		for (const shift of [0, 16]) {
			await pause();
			if (!pass(word, shift, order, spare)) continue;
			[order, spare] = [spare, order];
		}
	}
	return order;
}

/** One stable pass over 16 bits. @returns whether anything was moved: not where all have the same bits */
function pass(word: Uint32Array, shift: number, from: Uint32Array, to: Uint32Array): boolean {
	const starts = new Uint32Array(buckets + 1);
	for (let position = 0; position < from.length; position += 1) {
		const bits = ((word[position] ?? 0) >>> shift) & 0xffff;
		starts[bits + 1] = (starts[bits + 1] ?? 0) + 1;
	}
	if (starts[(((word[0] ?? 0) >>> shift) & 0xffff) + 1] === from.length) return false;
	for (let bits = 0; bits < buckets; bits += 1) starts[bits + 1] = (starts[bits + 1] ?? 0) + (starts[bits] ?? 0);
	for (let at = 0; at < from.length; at += 1) {
		const position = from[at] ?? 0;
		const bits = ((word[position] ?? 0) >>> shift) & 0xffff;
		const target = starts[bits] ?? 0;
		to[target] = position;
		starts[bits] = target + 1;
	}
	return true;
}

/** Doubles as two words each that are in the same order; NaN is the largest, as in SQL, and both zeros are one. */
export function doubleWords(values: Float64Array): [Uint32Array, Uint32Array] {
	const high = new Uint32Array(values.length);
	const low = new Uint32Array(values.length);
	const double = new Float64Array(1);
	const halves = new Uint32Array(double.buffer);
	for (let position = 0; position < values.length; position += 1) {
		const value = values[position] ?? 0;
		double[0] = Number.isNaN(value) ? Number.NaN : value + 0;
		const [first = 0, second = 0] = halves;
		const isNegative = second >>> 31 === 1 && !Number.isNaN(value);
		high[position] = isNegative ? ~second : (second | 0x80000000) >>> 0;
		low[position] = isNegative ? ~first : first;
	}
	return [high, low];
}

/** Numbers positions by their order, equal ones equally. */
export function rankBy(order: Uint32Array, isEqual: (a: number, b: number) => boolean): Uint32Array {
	const ranks = new Uint32Array(order.length);
	let rank = 0;
	for (let at = 1; at < order.length; at += 1) {
		const position = order[at] ?? 0;
		if (!isEqual(order[at - 1] ?? 0, position)) rank += 1;
		ranks[position] = rank;
	}
	return ranks;
}

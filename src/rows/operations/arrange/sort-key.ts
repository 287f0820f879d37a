import type { RawPage } from '../../source/raw-values.ts';
import type { PlainValue } from '../../source/row-source.ts';

/** Collects a column's values in row order and determines their sort order. */
export interface SortKey {
	/** @returns false for a value without a sort position: null, or another kind */
	add(position: number, value: PlainValue): boolean;
	/** All values of a page in their raw form, starting at `position`. @returns false if they must be added one by one */
	addPage?(position: number, page: RawPage): boolean;
	/** A number per position: equal for equal values, smaller for smaller ones. */
	ranks(count: number, pause: () => Promise<void>): Promise<Uint32Array>;
}

const buckets = 65_536;

/** Sorts positions by keys of 32-bit words, most significant first. Stable, and linear in the number of words. */
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

/** One stable pass over 16 bits. @returns whether anything moved; nothing does if all bits are equal */
function pass(word: Uint32Array, shift: number, from: Uint32Array, to: Uint32Array): boolean {
	const starts = new Uint32Array(buckets + 1);
	for (let position = 0; position < from.length; position += 1) {
		const bits = ((word[position] ?? 0) >>> shift) & 0xffff;
		starts[bits + 1] = (starts[bits + 1] ?? 0) + 1;
	}
	if (starts[(((word[0] ?? 0) >>> shift) & 0xffff) + 1] === from.length) return false;
	for (let bits = 0; bits < buckets; bits += 1) starts[bits + 1] = (starts[bits + 1] ?? 0) + (starts[bits] ?? 0);
	for (let index = 0; index < from.length; index += 1) {
		const position = from[index] ?? 0;
		const bits = ((word[position] ?? 0) >>> shift) & 0xffff;
		const target = starts[bits] ?? 0;
		to[target] = position;
		starts[bits] = target + 1;
	}
	return true;
}

/** Encodes doubles as two words each in the same order. NaN is the greatest, as in SQL, and both zeros are equal. */
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

/** Ranks positions by their order, with equal ranks for equal ones. */
export function rankBy(order: Uint32Array, isEqual: (a: number, b: number) => boolean): Uint32Array {
	const ranks = new Uint32Array(order.length);
	let rank = 0;
	for (let index = 1; index < order.length; index += 1) {
		const position = order[index] ?? 0;
		if (!isEqual(order[index - 1] ?? 0, position)) rank += 1;
		ranks[position] = rank;
	}
	return ranks;
}

/**
 * Quantiles of any number of numbers: exact up to `capacity` of them, and beyond it in little more memory by levels of
 * sorted halves, each value of level `h` standing for 2^h values (after Karnin, Lang, Liberty, "Optimal quantile
 * approximation in streams", with levels of one size).
 */
export class QuantileSketch {
	readonly #levels: Level[] = [];
	readonly #capacity: number;
	#count = 0;
	/** Most ranks by which an answer can be off. */
	#slack = 0;

	/** @param capacity values that are kept in each level */
	constructor(capacity: number) {
		this.#capacity = Math.max(2, capacity + (capacity % 2));
	}

	get count(): number {
		return this.#count;
	}

	/** Largest error of an answer, as a share of all values; 0: answers are exact. */
	get error(): number {
		return this.#count === 0 ? 0 : this.#slack / this.#count;
	}

	add(value: number): void {
		this.#count += 1;
		this.#put(0, value);
	}

	/** The values at ranks, 0 to 1, with linear interpolation between neighbors. */
	quantiles(ranks: readonly number[]): number[] {
		const weighted: [value: number, weight: number][] = [];
		this.#levels.forEach(({ values, size }, level) => {
			for (let at = 0; at < size; at += 1) weighted.push([values[at] as number, 2 ** level]);
		});
		weighted.sort(([a], [b]) => a - b);
		return quantilesOf(weighted, ranks);
	}

	#put(index: number, value: number): void {
		const level = this.#levels[index] ?? this.#grow();
		if (level.size === level.values.length) enlarge(level, this.#capacity);
		level.values[level.size] = value;
		level.size += 1;
		if (level.size < this.#capacity || (index === 0 && this.#count <= this.#capacity)) return;
		this.#halve(index, level);
	}

	/** Every other value goes on, once the even ones and once the odd: errors of neighbors cancel. */
	#halve(index: number, level: Level): void {
		const { values, size } = level;
		values.subarray(0, size).sort();
		level.size = 0;
		this.#slack += 2 ** index;
		for (let at = level.odd ? 1 : 0; at < size; at += 2) this.#put(index + 1, values[at] as number);
		level.odd = !level.odd;
	}

	#grow(): Level {
		const level = { values: new Float64Array(Math.min(this.#capacity, 256)), size: 0, odd: false };
		this.#levels.push(level);
		return level;
	}
}

interface Level {
	values: Float64Array;
	size: number;
	odd: boolean;
}

function enlarge(level: Level, most: number): void {
	const larger = new Float64Array(Math.max(level.size + 1, Math.min(most, level.size * 2)));
	larger.set(level.values);
	level.values = larger;
}

function interpolated(position: number, valueAt: (position: number) => number | undefined): number {
	const low = valueAt(Math.floor(position)) ?? Number.NaN;
	const high = valueAt(Math.ceil(position)) ?? Number.NaN;
	return low === high ? low : low + (high - low) * (position - Math.floor(position));
}

/** Quantiles of sorted numbers; between two of them linearly, as DuckDB's quantile_cont. */
export const quantilesIn = (sorted: Float64Array, ranks: readonly number[]): number[] =>
	ranks.map((rank) => interpolated(rank * (sorted.length - 1), (position) => sorted[position]));

/** The same of sorted values that each stand for `weight` equal ones. */
export function quantilesOf(
	sorted: readonly (readonly [value: number, weight: number])[],
	ranks: readonly number[],
): number[] {
	let total = 0;
	for (const [, weight] of sorted) total += weight;
	return ranks.map((rank) => interpolated(rank * (total - 1), (position) => valueAt(sorted, position)));
}

function valueAt(sorted: readonly (readonly [value: number, weight: number])[], position: number): number {
	let passed = 0;
	for (const [value, weight] of sorted) {
		passed += weight;
		if (passed > position) return value;
	}
	return sorted.at(-1)?.[0] ?? Number.NaN;
}

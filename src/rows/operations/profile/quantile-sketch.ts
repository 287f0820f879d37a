/**
 * Quantiles of any number of values: exact up to `capacity`, beyond it in little more memory through levels of sorted
 * halves, where each value in level `h` represents 2^h values (after Karnin, Lang, Liberty, "Optimal quantile
 * approximation in streams", with levels of one size).
 */
export class QuantileSketch {
	readonly #levels: Level[] = [];
	readonly #capacity: number;
	#count = 0;
	/** Maximum rank error. */
	#slack = 0;

	/** @param capacity values per level */
	constructor(capacity: number) {
		this.#capacity = Math.max(2, capacity + (capacity % 2));
	}

	get count(): number {
		return this.#count;
	}

	/** Maximum error as a fraction of all values; 0: exact. */
	get error(): number {
		return this.#count === 0 ? 0 : this.#slack / this.#count;
	}

	add(value: number): void {
		this.#count += 1;
		this.#put(0, value);
	}

	/** Values at ranks from 0 to 1, linearly interpolated. */
	quantiles(ranks: readonly number[]): number[] {
		const weighted: [value: number, weight: number][] = [];
		this.#levels.forEach(({ values, size }, level) => {
			for (let index = 0; index < size; index += 1) weighted.push([values[index] as number, 2 ** level]);
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

	/** Promotes every other value, alternating between even and odd ones so that errors cancel. */
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

/** Quantiles of sorted numbers, linearly interpolated like DuckDB's quantile_cont. */
export const quantilesIn = (sorted: Float64Array, ranks: readonly number[]): number[] =>
	ranks.map((rank) => interpolated(rank * (sorted.length - 1), (position) => sorted[position]));

/** Like `quantilesIn`, but each value represents `weight` equal ones. */
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

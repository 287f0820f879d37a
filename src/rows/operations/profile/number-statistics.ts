import type { NumberFacts } from './column-profile.ts';
import { NumberBins } from './number-bins.ts';
import { QuantileSketch, quantilesIn, quantilesOf } from './quantile-sketch.ts';
import { eachOf, SortedRuns } from './sorted-runs.ts';
import type { Tally } from './tally.ts';

export class NumberStatistics {
	readonly bins: NumberBins;
	readonly #tally: Tally;
	readonly #isTallied: boolean;
	readonly #runs: SortedRuns;
	readonly #sketch: QuantileSketch;
	/** All numbers, sorted, if all are kept. */
	#all: Float64Array | null = null;
	#isCut = false;
	#count = 0;
	#sum = 0;
	#lost = 0;
	#large = 0n;
	#isLarge = false;
	readonly #special = new Set<number>();
	#notNumbers = 0;
	#infinite = 0;

	/**
	 * @param room maximum numbers kept
	 * @param tally counts distinct numbers if not all are kept
	 * @param isTallied whether the tally already has all of them, as exact text
	 */
	constructor(whole: boolean, room: number, tally: Tally, isTallied: boolean) {
		this.bins = new NumberBins(whole);
		this.#sketch = new QuantileSketch(room);
		this.#tally = tally;
		this.#isTallied = isTallied;
		this.#runs = new SortedRuns(room, (sorted, isLast) => this.#take(sorted, isLast));
	}

	add(near: number, value: string | number | bigint): void {
		const isLarge = typeof value === 'bigint' && !Number.isSafeInteger(near);
		if (!Number.isFinite(near)) this.#addSpecial(near);
		else {
			this.#gather(near);
			if (isLarge) this.#large += value;
			else this.#add(near);
		}
		if (!isLarge) return;
		this.#isLarge = true;
		if (!this.#isTallied) this.#tally.add(value);
	}

	/** Adds doubles, and integers that fit in a double. */
	addAll(values: Float64Array | Int32Array): void {
		for (let index = 0; index < values.length; index += 1) {
			const value = values[index] as number;
			// Excludes NaN and infinities.
			if (value - value === 0) {
				this.#gather(value);
				this.#add(value);
			} else this.#addSpecial(value);
		}
	}

	end(): void {
		this.#runs.end();
	}

	/** Number of distinct numbers; null if the tally counts them. */
	distinct(): number | null {
		if (this.#all === null || this.#isLarge || this.#isTallied) return null;
		let count = this.#special.size;
		eachOf(this.#all, () => {
			count += 1;
		});
		return count;
	}

	/** Adds all numbers to the tally, unless it has them. */
	tallyAll(): void {
		if (this.#all !== null) this.#tallyRun(this.#all);
	}

	/** While all distinct values are counted, quantiles are exact. */
	facts(): NumberFacts | null {
		if (this.#count + this.#notNumbers + this.#infinite === 0) return null;
		const ranks = [0.25, 0.5, 0.75];
		const { error } = this.#sketch;
		const byTally = error > 0 && this.#tally.isExact;
		const quantiles = () => {
			if (this.#all !== null) return quantilesIn(this.#all, ranks);
			return byTally ? quantilesOf(weighted(this.#tally), ranks) : this.#sketch.quantiles(ranks);
		};
		const [quarter = Number.NaN, median = Number.NaN, threeQuarters = Number.NaN] = quantiles();
		return {
			mean: this.#count === 0 ? null : (this.#sum + this.#lost + Number(this.#large)) / this.#count,
			quarter,
			median,
			threeQuarters,
			error: byTally ? 0 : error,
			notNumbers: this.#notNumbers,
			infinite: this.#infinite,
		};
	}

	#take(sorted: Float64Array, isLast: boolean): void {
		this.bins.addSorted(sorted);
		if (isLast && !this.#isCut) {
			this.#all = sorted;
			return;
		}
		this.#isCut = true;
		for (let index = 0; index < sorted.length; index += 1) this.#sketch.add(sorted[index] as number);
		this.#tallyRun(sorted);
	}

	/** Numbers too large for a double are already in it, exactly. */
	#tallyRun(sorted: Float64Array): void {
		if (this.#isTallied) return;
		eachOf(sorted, (value, count) => {
			if (!this.#isLarge || Number.isSafeInteger(value)) this.#tally.add(value, count);
		});
	}

	#gather(value: number): void {
		if (this.#count === 0) this.bins.begin(value);
		this.#count += 1;
		this.#runs.add(value);
	}

	#addSpecial(value: number): void {
		this.#special.add(value);
		if (!this.#isTallied) this.#tally.add(value);
		if (Number.isNaN(value)) this.#notNumbers += 1;
		else this.#infinite += 1;
	}

	/** Tracks the rounding error of the sum (Neumaier's summation). */
	#add(value: number): void {
		const sum = this.#sum + value;
		this.#lost += Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - sum + value : value - sum + this.#sum;
		this.#sum = sum;
	}
}

function weighted(tally: Tally): [number, number][] {
	const all = Array.from(tally.entries(), ([value, count]): [number, number] => [Number(value), count]);
	return all.filter(([value]) => Number.isFinite(value)).sort(([a], [b]) => a - b);
}

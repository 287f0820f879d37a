import type { RawValues } from '../../source/raw-values.ts';
import type { TimeExtremes } from '../../values/time-extremes.ts';
import { eachOf, SortedRuns } from './sorted-runs.ts';
import type { Tally } from './tally.ts';
import type { TimeBins } from './time-bins.ts';

export type Ticks = Extract<RawValues, { kind: 'ticks' }>;

export interface TimeCollectors {
	readonly bins: TimeBins;
	readonly ends: TimeExtremes;
}

/** Statistics of times that arrive as numbers. */
export class TickStatistics {
	readonly #tally: Tally;
	readonly #collectors: TimeCollectors;
	readonly #of: Pick<Ticks, 'clock' | 'value'>;
	readonly #runs: SortedRuns;
	/** All of them, sorted, if all are kept. */
	#all: Float64Array | null = null;
	#isCut = false;

	/** @param room maximum kept @param of defines their meaning */
	constructor(room: number, of: Pick<Ticks, 'clock' | 'value'>, tally: Tally, collectors: TimeCollectors) {
		this.#tally = tally;
		this.#collectors = collectors;
		this.#of = of;
		this.#runs = new SortedRuns(room, (sorted, isLast) => this.#take(sorted, isLast));
	}

	/** @returns false if one of them is outside all bins */
	addAll({ values }: Ticks): boolean {
		if (values.length === 0) return true;
		let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
		for (let index = 0; index < values.length; index += 1) {
			const value = values[index] as number;
			if (value < least) least = value;
			if (value > most) most = value;
		}
		const { bins, ends } = this.#collectors;
		const [first, last] = [this.#text(least), this.#text(most)];
		if (!bins.begin(first) || !bins.begin(last)) return false;
		ends.add(first);
		ends.add(last);
		for (let index = 0; index < values.length; index += 1) this.#runs.add(values[index] as number);
		return true;
	}

	end(): void {
		this.#runs.end();
	}

	/** Number of distinct times; null if the tally counts them. */
	distinct(): number | null {
		if (this.#all === null) return null;
		let count = 0;
		eachOf(this.#all, () => {
			count += 1;
		});
		return count;
	}

	/** Adds all times to the tally, unless it has them. */
	tallyAll(): void {
		if (this.#all !== null) this.#tallyRun(this.#all);
	}

	#take(sorted: Float64Array, isLast: boolean): void {
		this.#collectors.bins.addSorted(sorted, this.#of.clock.at);
		if (isLast && !this.#isCut) {
			this.#all = sorted;
			return;
		}
		this.#isCut = true;
		this.#tallyRun(sorted);
	}

	#tallyRun(sorted: Float64Array): void {
		eachOf(sorted, (value, count) => this.#tally.add(this.#text(value), count));
	}

	#text(tick: number): string {
		return String(this.#of.value(tick));
	}
}

import { sortDoubles } from './sort-doubles.ts';

/** Gathers numbers and passes them on in sorted runs of limited size. */
export class SortedRuns {
	readonly #most: number;
	readonly #onRun: (sorted: Float64Array, isLast: boolean) => void;
	#values = new Float64Array(256);
	#size = 0;

	/** @param most numbers per run */
	constructor(most: number, onRun: (sorted: Float64Array, isLast: boolean) => void) {
		this.#most = Math.max(256, most);
		this.#onRun = onRun;
	}

	add(value: number): void {
		if (this.#size === this.#values.length) this.#makeRoom();
		this.#values[this.#size] = value;
		this.#size += 1;
	}

	end(): void {
		this.#give(true);
		this.#values = new Float64Array();
	}

	#makeRoom(): void {
		if (this.#size >= this.#most) {
			this.#give(false);
			return;
		}
		const larger = new Float64Array(Math.min(this.#most, this.#size * 4));
		larger.set(this.#values);
		this.#values = larger;
	}

	#give(isLast: boolean): void {
		this.#onRun(sortDoubles(this.#values.subarray(0, this.#size)), isLast);
		this.#size = 0;
	}
}

/** Calls back with each distinct number in a sorted run and its count. Both zeros are equal. */
export function eachOf(sorted: Float64Array, take: (value: number, count: number) => void): void {
	for (let from = 0; from < sorted.length; ) {
		const value = sorted[from] as number;
		let to = from + 1;
		while (to < sorted.length && sorted[to] === value) to += 1;
		take(value, to - from);
		from = to;
	}
}

import type { PlainValue } from '../../source/row-source.ts';
import { Hasher } from '../../values/hash.ts';
import { DistinctSketch } from './distinct-sketch.ts';

type Key = string | number | bigint | boolean;

/** Counts values exactly up to a cap, then by lossy counting (Manku and Motwani, 2002) with an estimate of the distinct ones. */
export class Tally {
	readonly #cap: number;
	readonly #keepCounts: boolean;
	#counts = new Map<Key, number>();
	#sketch: DistinctSketch | null = null;
	#forgotten = 0;
	readonly #hasher = new Hasher();

	/** @param keepCounts whether counts still matter beyond the cap */
	constructor(cap: number, keepCounts: boolean) {
		this.#cap = cap;
		this.#keepCounts = keepCounts;
	}

	get isExact(): boolean {
		return this.#sketch === null;
	}

	add(value: Key, times = 1): void {
		const key = value === 0 ? 0 : value;
		if (this.#sketch !== null) {
			this.#note(this.#sketch, key);
			if (!this.#keepCounts) return;
		}
		this.#counts.set(key, (this.#counts.get(key) ?? 0) + times);
		if (this.#counts.size > this.#cap) this.#overflow();
	}

	distinct(): { readonly count: number; readonly exact: boolean } {
		return this.#sketch === null
			? { count: this.#counts.size, exact: true }
			: { count: this.#sketch.estimate(), exact: false };
	}

	/** The most frequent values; `slack` is the maximum undercount. */
	top(count: number): {
		readonly values: { readonly value: PlainValue; readonly count: number }[];
		readonly slack: number;
	} {
		const best: [Key, number][] = [];
		for (const entry of this.#counts) {
			if (best.length === count && entry[1] <= (best.at(-1)?.[1] ?? 0)) continue;
			const position = best.findIndex(([, least]) => least < entry[1]);
			best.splice(position === -1 ? best.length : position, 0, entry);
			if (best.length > count) best.pop();
		}
		return { values: best.map(([value, times]) => ({ value, count: times })), slack: this.#forgotten };
	}

	/** Every value with its count. Only while the tally is exact. */
	entries(): IterableIterator<[Key, number]> {
		return this.#counts.entries();
	}

	#overflow(): void {
		if (this.#sketch === null) {
			this.#sketch = new DistinctSketch();
			for (const key of this.#counts.keys()) this.#note(this.#sketch, key);
		}
		if (!this.#keepCounts) {
			this.#counts.clear();
			return;
		}
		const median = medianOf([...this.#counts.values()]);
		this.#forgotten += median;
		for (const [key, times] of this.#counts) {
			if (times <= median) this.#counts.delete(key);
		}
	}

	#note(sketch: DistinctSketch, key: Key): void {
		this.#hasher.reset();
		this.#hasher.add(key);
		this.#hasher.finish();
		sketch.add(this.#hasher.first, this.#hasher.second);
	}
}

function medianOf(counts: number[]): number {
	return counts.sort((a, b) => a - b)[counts.length >> 1] ?? 1;
}

/** A histogram bin: values in [`from`, `to`), as exact text that a filter accepts. */
export interface Bin {
	readonly from: string;
	readonly to: string;
	readonly count: number;
}

const maxFineBins = 4_096;
const maxBins = 24;
const factors = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];

/**
 * Counts numbers in fine bins whose width is a power of ten, growing when there are too many, so that any rounder width
 * can be derived at the end. Numbers are compared with exactly the displayed edges, so a filter by them finds the same
 * number of rows.
 */
export class NumberBins {
	#exponent: number | null = null;
	#counts = new Map<number, number>();
	#least = Number.POSITIVE_INFINITY;
	#most = Number.NEGATIVE_INFINITY;

	/** @param whole whether all numbers are integers, so bins are at least 1 wide */
	constructor(whole: boolean) {
		if (whole) this.#exponent = 0;
	}

	/** Chooses the initial width from one of the numbers. */
	begin(value: number): void {
		this.#exponent ??= value === 0 ? -20 : Math.max(-20, Math.floor(Math.log10(Math.abs(value))) - 6);
	}

	/** Adds sorted numbers, after `begin`. */
	addSorted(sorted: Float64Array): void {
		const [least, most] = [sorted[0], sorted.at(-1)];
		if (least === undefined || most === undefined) return;
		if (least < this.#least) this.#least = least;
		if (most > this.#most) this.#most = most;
		while (Math.max(Math.abs(least), Math.abs(most)) > 1e15 * width(this.#exponent ?? 0)) this.#coarsen();
		for (let from = 0; from < sorted.length; ) {
			const exponent = this.#exponent ?? 0;
			const index = indexOf(sorted[from] as number, exponent);
			const end = edge(index + 1, exponent);
			let to = from + 1;
			while (to < sorted.length && (sorted[to] as number) < end) to += 1;
			this.#counts.set(index, (this.#counts.get(index) ?? 0) + to - from);
			while (this.#counts.size > maxFineBins) this.#coarsen();
			from = to;
		}
	}

	/** At most two dozen contiguous bins of equal, round width; none without numbers. */
	bins(): Bin[] {
		if (this.#exponent === null || this.#counts.size === 0) return [];
		const exponent = this.#exponent;
		const first = indexOf(this.#least, exponent);
		const last = indexOf(this.#most, exponent);
		const factor = roundFactor(last - first + 1, first);
		const from = Math.floor(first / factor);
		const counts = new Array<number>(Math.floor(last / factor) - from + 1).fill(0);
		for (const [index, count] of this.#counts) {
			const at = Math.floor(index / factor) - from;
			counts[at] = (counts[at] ?? 0) + count;
		}
		return counts.map((count, index) => ({
			from: String(edge((from + index) * factor, exponent)),
			to: String(edge((from + index + 1) * factor, exponent)),
			count,
		}));
	}

	#coarsen(): void {
		this.#exponent = (this.#exponent ?? 0) + 1;
		const before = this.#counts;
		this.#counts = new Map();
		for (const [index, count] of before) {
			const at = Math.floor(index / 10);
			this.#counts.set(at, (this.#counts.get(at) ?? 0) + count);
		}
	}
}

function roundFactor(fine: number, first: number): number {
	for (let scale = 1; ; scale *= 10_000) {
		for (const step of factors) {
			const factor = step * scale;
			if (Math.floor((first + fine - 1) / factor) - Math.floor(first / factor) < maxBins) return factor;
		}
	}
}

const width = (exponent: number): number => (exponent < 0 ? 1 / 10 ** -exponent : 10 ** exponent);
/** Powers of ten up to this are exact, so a product or quotient with one is rounded once. */
const exactPower = 22;

/** The number nearest to `index` powers of ten. */
function edge(index: number, exponent: number): number {
	if (Math.abs(exponent) > exactPower) return Number(`${index}e${exponent}`);
	return exponent < 0 ? index / 10 ** -exponent : index * 10 ** exponent;
}

function indexOf(value: number, exponent: number): number {
	let index = Math.floor(exponent < 0 ? value * 10 ** -exponent : value / 10 ** exponent);
	if (edge(index + 1, exponent) <= value) index += 1;
	else if (edge(index, exponent) > value) index -= 1;
	return index;
}

const indexBits = 14;
const registers = 1 << indexBits;
const rankBits = 32;

/**
 * Estimates the number of distinct values in 16 KiB (HyperLogLog; estimator of Otmar Ertl, "New cardinality estimation
 * algorithms for HyperLogLog sketches", 2017). Standard error: 0.8 %.
 */
export class DistinctSketch {
	readonly #ranks = new Uint8Array(registers);

	/** Adds a value by two independent words of its hash. */
	add(first: number, second: number): void {
		const index = first >>> (32 - indexBits);
		const rank = Math.clz32(second) + 1;
		if ((this.#ranks[index] as number) < rank) this.#ranks[index] = rank;
	}

	estimate(): number {
		const counts = new Float64Array(rankBits + 2);
		for (const rank of this.#ranks) counts[rank] = (counts[rank] as number) + 1;
		let sum = registers * tau(1 - (counts[rankBits + 1] as number) / registers);
		for (let rank = rankBits; rank >= 1; rank -= 1) sum = 0.5 * (sum + (counts[rank] as number));
		sum += registers * sigma((counts[0] as number) / registers);
		return Math.round((registers * registers) / (2 * Math.LN2) / sum);
	}
}

function sigma(share: number): number {
	if (share === 1) return Number.POSITIVE_INFINITY;
	let [x, y, z, before] = [share, 1, share, -1];
	while (z !== before) {
		x *= x;
		before = z;
		z += x * y;
		y += y;
	}
	return z;
}

function tau(share: number): number {
	if (share === 0 || share === 1) return 0;
	let [x, y, z, before] = [share, 1, 1 - share, -1];
	while (z !== before) {
		x = Math.sqrt(x);
		before = z;
		y *= 0.5;
		z -= (1 - x) ** 2 * y;
	}
	return z / 3;
}

/** Equal bins of a numeric range, with round limits. */
export interface Binning {
	/** A number's bin, or NaN. */
	of(value: number): number;
	start(piece: number): number;
	readonly count: number;
}

/** Up to this many distinct values, each is its own group. */
const fewValues = 24;
const usualPieces = 40;

/** Bins for a numeric range; null if there are few enough distinct values. */
export function binsOf(values: Float64Array): Binning | null {
	let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	const different = new Set<number>();
	for (const value of values) {
		if (!Number.isFinite(value)) continue;
		if (value < min) min = value;
		if (value > max) max = value;
		if (different.size <= fewValues) different.add(value);
	}
	return different.size <= fewValues ? null : binsBetween(min, max, usualPieces);
}

export function binsBetween(min: number, max: number, wanted: number): Binning {
	const width = roundWidth((max - min) / wanted);
	// 0.3 / 0.1 is slightly less than 3.
	const piece = (value: number) => Math.floor(value / width + 1e-9);
	const first = piece(min);
	return {
		of: (value) => (Number.isFinite(value) ? piece(value) - first : Number.NaN),
		// For fractional widths, a quotient of integers: 0.3, not 0.30000000000000004.
		start: (at) => (width < 1 ? (first + at) / Math.round(1 / width) : (first + at) * width),
		count: piece(max) - first + 1,
	};
}

function roundWidth(width: number): number {
	if (!(width > 0)) return 1;
	const power = 10 ** Math.floor(Math.log10(width));
	const factor = [1, 2, 5, 10].find((value) => value * power >= width) ?? 10;
	return factor * power;
}

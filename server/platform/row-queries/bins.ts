export interface Binning {
	/** The 0-based bin of a value, as an expression. */
	sql(of: string): string;
	start(piece: number): number;
}

export function binsBetween(least: number, most: number, wanted: number): Binning {
	const width = roundWidth((most - least) / wanted);
	// 0.3 / 0.1 is a little less than 3
	const first = Math.floor(least / width + 1e-9);
	return {
		sql: (of) => `CAST(floor(${of} / '${width}'::DOUBLE + 1e-9::DOUBLE) - '${first}'::DOUBLE AS BIGINT)`,
		// For fractional widths, divide integers: 0.3, not 0.30000000000000004.
		start: (at) => (width < 1 ? (first + at) / Math.round(1 / width) : (first + at) * width),
	};
}

function roundWidth(width: number): number {
	if (!(width > 0)) return 1;
	const power = 10 ** Math.floor(Math.log10(width));
	const factor = [1, 2, 5, 10].find((value) => value * power >= width) ?? 10;
	return factor * power;
}

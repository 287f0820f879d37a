/** An exact number in units of 10^-scale. */
export interface Scaled {
	readonly units: bigint;
	readonly scale: number;
}

const plainNumber = /^([+-]?)(\d+)(?:\.(\d*))?$/;

/** Parses plain decimal text, `-12.50`. @returns null for other text */
export function readScaled(text: string): Scaled | null {
	const [, sign = '', whole = '', fraction = ''] = plainNumber.exec(text) ?? [];
	if (whole === '') return null;
	const units = BigInt(whole + fraction);
	return { units: sign === '-' ? -units : units, scale: fraction.length };
}

/** `-1250` with scale 2 becomes `-12.50`. */
export function writeScaled({ units, scale }: Scaled): string {
	if (scale <= 0) return String(units * 10n ** BigInt(-scale));
	const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
	return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Compares two numbers by value, however they're written. NaN is last, as in the service's engine. */
export function compareNumbers(a: number | bigint | string, b: number | bigint | string): number {
	if (typeof a !== 'string' && typeof b !== 'string') {
		if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
		if (Number.isNaN(b)) return -1;
		return a < b ? -1 : a > b ? 1 : 0;
	}
	const [x, y] = [
		typeof a === 'number' ? null : readScaled(String(a)),
		typeof b === 'number' ? null : readScaled(String(b)),
	];
	if (x === null || y === null) return compareNumbers(Number(a), Number(b));
	const scale = Math.max(x.scale, y.scale);
	const [left, right] = [x, y].map((scaled) => scaled.units * 10n ** BigInt(scale - scaled.scale)) as [bigint, bigint];
	return left < right ? -1 : left > right ? 1 : 0;
}

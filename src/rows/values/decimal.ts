/** An exact number: `whole`, and the digits after the point as integers of 15 digits each, with the same sign. */
export interface Decimal {
	readonly whole: bigint;
	readonly parts: readonly number[];
}

const pattern = /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?\s*$/;
const odd: Readonly<Record<string, number>> = {
	nan: Number.NaN,
	inf: Number.POSITIVE_INFINITY,
	infinity: Number.POSITIVE_INFINITY,
	'-inf': Number.NEGATIVE_INFINITY,
	'-infinity': Number.NEGATIVE_INFINITY,
};
/** Beyond this power of ten, the nearest double is used. */
const largestPower = 400;

/** The double nearest to a text's number, or null. `isExact`: no other number has this double. */
export function nearest(text: string): { readonly near: number; readonly isExact: boolean } | null {
	const match = pattern.exec(text);
	if (match === null || (match[2] === '' && (match[3] ?? '') === '')) {
		const named = odd[text.trim().toLowerCase()];
		return named === undefined ? null : { near: named, isExact: true };
	}
	const near = Number(text);
	// 15 digits survive conversion to a double and back (IEEE 754, DBL_DIG).
	return { near, isExact: (match[2] ?? '').length + (match[3] ?? '').length <= 15 };
}

/** A text's exact number; null for other text, NaN and infinities. */
export function decimalOf(text: string): Decimal | null {
	const match = pattern.exec(text);
	if (match === null) return null;
	const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
	if (whole === '' && fraction === '') return null;
	const power = Number(exponent);
	if (Math.abs(power) > largestPower) return null;
	const digits = `${whole}${fraction}`;
	const point = whole.length + power;
	const before = point <= 0 ? '' : digits.slice(0, point).padEnd(point, '0');
	const after = point >= 0 ? digits.slice(point) : `${'0'.repeat(-point)}${digits}`;
	const factor = sign === '-' ? -1 : 1;
	const parts: number[] = [];
	for (let index = 0; index < after.length; index += 15)
		parts.push(factor * Number(after.slice(index, index + 15).padEnd(15, '0')));
	while (parts.length > 0 && parts.at(-1) === 0) parts.pop();
	return { whole: BigInt(factor) * BigInt(before || '0'), parts: parts.map((part) => part + 0) };
}

/** Comparator for `Array.sort`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
	if (a.whole !== b.whole) return a.whole < b.whole ? -1 : 1;
	for (let index = 0; index < Math.max(a.parts.length, b.parts.length); index += 1) {
		const difference = (a.parts[index] ?? 0) - (b.parts[index] ?? 0);
		if (difference !== 0) return difference;
	}
	return 0;
}

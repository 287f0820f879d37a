/** A sum of numbers with exact digits: units of 10^-scale. */
interface Scaled {
	readonly units: bigint;
	readonly scale: number;
}

const plainNumber = /^([+-]?)(\d+)(?:\.(\d*))?$/;

/** Reads a number's plain text, `-12.50`. @returns null for all other texts */
function readScaled(text: string): Scaled | null {
	const [, sign = '', whole = '', fraction = ''] = plainNumber.exec(text) ?? [];
	if (whole === '') return null;
	const units = BigInt(whole + fraction);
	return { units: sign === '-' ? -units : units, scale: fraction.length };
}

/** Adds numbers up: integers and decimals of any size exactly, doubles with the rounding errors carried along. */
export class ExactSum {
	#units = 0n;
	#scale = 0;
	#float = 0;
	#lost = 0;
	#count = 0;
	#hasFloat = false;
	#least: number | bigint | string | null = null;
	#most: number | bigint | string | null = null;

	/** Numbers that were added. */
	get count(): number {
		return this.#count;
	}

	/** The smallest and the largest as exact text; null when there are none. */
	get extremes(): readonly [string, string] | null {
		return this.#least === null || this.#most === null ? null : [String(this.#least), String(this.#most)];
	}

	/** @returns whether it is a number; what is none is left out. NaN and infinities are numbers */
	add(value: number | bigint | string): boolean {
		const isFloat = typeof value === 'number' && !Number.isSafeInteger(value);
		if (isFloat) this.#addFloat(value);
		else {
			const scaled = typeof value === 'string' ? readScaled(value) : { units: BigInt(value), scale: 0 };
			if (scaled === null) return false;
			this.#addScaled(scaled);
		}
		this.#count += 1;
		if (this.#least === null || compareNumbers(value, this.#least) < 0) this.#least = value;
		if (this.#most === null || compareNumbers(value, this.#most) > 0) this.#most = value;
		return true;
	}

	/** The sum as text. */
	get sum(): string {
		if (this.#hasFloat) return String(this.#asFloat());
		return writeScaled({ units: this.#units, scale: this.#scale });
	}

	/** The mean, rounded half away from zero to six digits more than the numbers have; null when there are none. */
	get average(): string | null {
		if (this.#count === 0) return null;
		if (this.#hasFloat) return String(this.#asFloat() / this.#count);
		const scale = this.#scale + 6;
		const units = this.#units * 1_000_000n;
		const count = BigInt(this.#count);
		const half = units < 0n ? -count : count;
		return writeScaled({ units: (units * 2n + half) / (count * 2n), scale }).replace(/\.?0+$/, '');
	}

	#asFloat(): number {
		return this.#float + this.#lost + Number(writeScaled({ units: this.#units, scale: this.#scale }));
	}

	#addScaled({ units, scale }: Scaled): void {
		if (scale > this.#scale) {
			this.#units *= 10n ** BigInt(scale - this.#scale);
			this.#scale = scale;
		}
		this.#units += units * 10n ** BigInt(this.#scale - scale);
	}

	/** Neumaier's summation. */
	#addFloat(value: number): void {
		this.#hasFloat = true;
		const sum = this.#float + value;
		if (Number.isFinite(sum)) {
			this.#lost += Math.abs(this.#float) >= Math.abs(value) ? this.#float - sum + value : value - sum + this.#float;
		}
		this.#float = sum;
	}
}

function writeScaled({ units, scale }: Scaled): string {
	if (scale === 0) return String(units);
	const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
	return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Order of two numbers by value, however they are written. NaN comes after all others, as in the service's engine. */
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
	const [left, right] = [x, y].map((it) => it.units * 10n ** BigInt(scale - it.scale)) as [bigint, bigint];
	return left < right ? -1 : left > right ? 1 : 0;
}

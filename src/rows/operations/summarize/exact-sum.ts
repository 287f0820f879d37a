import { compareNumbers, readScaled, type Scaled, writeScaled } from '../../values/scaled.ts';

/** Sums numbers: integers and decimals of any size exactly, doubles with compensated rounding. */
export class ExactSum {
	#units = 0n;
	#scale = 0;
	#float = 0;
	#lost = 0;
	#count = 0;
	#hasFloat = false;
	#least: number | bigint | string | null = null;
	#most: number | bigint | string | null = null;

	get count(): number {
		return this.#count;
	}

	/** Minimum and maximum as exact text; null without numbers. */
	get extremes(): readonly [string, string] | null {
		return this.#least === null || this.#most === null ? null : [String(this.#least), String(this.#most)];
	}

	/** @returns whether it's a number, including NaN and infinities; others are skipped */
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

	get sum(): string {
		if (this.#hasFloat) return String(this.#asFloat());
		return writeScaled({ units: this.#units, scale: this.#scale });
	}

	/** The mean, rounded half away from zero to six more digits than the numbers have; null without numbers. */
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

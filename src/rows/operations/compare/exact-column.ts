import { isMissing, type PlainValue } from '../../source/row-source.ts';

const tags = { none: 0, null: 1, missing: 2, false: 3, true: 4, number: 5, text: 6, integer: 7, bytes: 8 } as const;

/** Values of one column, packed, to be compared exactly with others. Texts stay as their UTF-16 units. */
export class ExactColumn {
	readonly #tags: Uint8Array;
	/** The number itself, or where its text begins. */
	readonly #numbers: Float64Array;
	#units = new Uint16Array(1_024);
	#used = 0;
	readonly #first: number;

	/** For rows `first` up to and without `end`. */
	constructor(first: number, end: number) {
		this.#first = first;
		this.#tags = new Uint8Array(end - first);
		this.#numbers = new Float64Array(end - first);
	}

	get bytes(): number {
		return this.#tags.byteLength + this.#numbers.byteLength + this.#units.byteLength;
	}

	set(row: number, value: PlainValue): void {
		const at = row - this.#first;
		if (typeof value === 'number') {
			this.#tags[at] = tags.number;
			this.#numbers[at] = value;
			return;
		}
		this.#tags[at] = tagOf(value);
		if (typeof value === 'bigint') {
			const near = Number(value);
			if (Number.isSafeInteger(near)) {
				this.#tags[at] = tags.number;
				this.#numbers[at] = near;
			} else this.#keep(at, String(value));
		} else if (typeof value === 'string' || value instanceof Uint8Array) this.#keep(at, value);
	}

	/** Whether the value of a row is this one: 5 is 5n, 0 is -0 and NaN is NaN. */
	equals(row: number, value: PlainValue): boolean {
		const at = row - this.#first;
		const tag = this.#tags[at];
		if (typeof value === 'number') return tag === tags.number && isSameNumber(this.#numbers[at] as number, value);
		if (typeof value === 'bigint') {
			const near = Number(value);
			if (Number.isSafeInteger(near)) return tag === tags.number && this.#numbers[at] === near;
			return tag === tags.integer
				? this.#holds(at, String(value))
				: tag === tags.number && BigInt(near) === value && this.#numbers[at] === near;
		}
		if (tag !== tagOf(value)) return false;
		return typeof value === 'string' || value instanceof Uint8Array ? this.#holds(at, value) : true;
	}

	#keep(at: number, value: string | Uint8Array): void {
		const { length } = value;
		if (this.#used + length + 2 > this.#units.length) this.#grow(length + 2);
		const units = this.#units;
		this.#numbers[at] = this.#used;
		units[this.#used] = length & 0xffff;
		units[this.#used + 1] = length >>> 16;
		this.#used += 2;
		for (let index = 0; index < length; index += 1)
			units[this.#used + index] = typeof value === 'string' ? value.charCodeAt(index) : (value[index] as number);
		this.#used += length;
	}

	#holds(at: number, value: string | Uint8Array): boolean {
		const units = this.#units;
		const start = this.#numbers[at] as number;
		const length = (units[start] as number) + (units[start + 1] as number) * 0x1_0000;
		if (length !== value.length) return false;
		for (let index = 0; index < length; index += 1) {
			const unit = typeof value === 'string' ? value.charCodeAt(index) : value[index];
			if (units[start + 2 + index] !== unit) return false;
		}
		return true;
	}

	#grow(more: number): void {
		const larger = new Uint16Array(Math.max(this.#units.length * 2, this.#used + more));
		larger.set(this.#units.subarray(0, this.#used));
		this.#units = larger;
	}
}

function tagOf(value: Exclude<PlainValue, number>): number {
	if (typeof value === 'string') return tags.text;
	if (value === null) return tags.null;
	if (typeof value === 'bigint') return tags.integer;
	if (typeof value === 'boolean') return value ? tags.true : tags.false;
	return isMissing(value) ? tags.missing : tags.bytes;
}

const isSameNumber = (a: number, b: number): boolean => a === b || (Number.isNaN(a) && Number.isNaN(b));

/** Whether two values are the same: 5 is 5n, 0 is -0, NaN is NaN and null is null. */
export function isSameValue(a: PlainValue, b: PlainValue): boolean {
	const column = new ExactColumn(0, 1);
	column.set(0, a);
	return column.equals(0, b);
}

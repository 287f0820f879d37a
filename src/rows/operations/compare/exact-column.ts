import type { RawPage, RawValues } from '../../source/raw-values.ts';
import { isMissing, type PlainValue } from '../../source/row-source.ts';

const tags = {
	none: 0,
	null: 1,
	missing: 2,
	false: 3,
	true: 4,
	number: 5,
	text: 6,
	integer: 7,
	bytes: 8,
	/** A time as its number of ticks. */
	tick: 9,
	/** Text as UTF-8 bytes. */
	utf8: 10,
} as const;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Packed values of a column for exact comparison. Text stays in UTF-16 or in its original bytes. */
export class ExactColumn {
	readonly #tags: Uint8Array;
	/** The number, or the start of its text. */
	readonly #numbers: Float64Array;
	#units = new Uint16Array(1_024);
	#used = 0;
	readonly #first: number;
	#textOf: (tick: number) => PlainValue = String;

	/** Covers rows `first` to `end` (exclusive). */
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

	/** Adds a page's raw values. @param start row of its first value */
	setPage(page: RawPage, raw: RawValues, start: number, isWanted: (row: number) => boolean): void {
		const positions = page.positions();
		if (raw.kind === 'ticks') this.#textOf = raw.value;
		for (let index = 0; index < page.end - page.start; index += 1) {
			const row = start + index;
			if (!isWanted(row)) continue;
			const position = positions === null ? index : (positions[index] as number);
			if (position < 0) this.set(row, null);
			else if (raw.kind === 'texts') {
				this.#tags[row - this.#first] = tags.utf8;
				this.#keepBytes(row - this.#first, raw.bytes, ...boundsOf(raw, position));
			} else if (raw.kind === 'codes') this.set(row, raw.text(raw.codes[position] as number));
			else {
				this.#tags[row - this.#first] = raw.kind === 'ticks' ? tags.tick : tags.number;
				this.#numbers[row - this.#first] = raw.values[position] as number;
			}
		}
	}

	/** Whether a row's value equals a page's raw value at a position; -1 is null. */
	equalsRaw(row: number, raw: RawValues, position: number): boolean {
		const at = row - this.#first;
		const tag = this.#tags[at];
		if (position < 0) return tag === tags.null;
		if (raw.kind === 'codes') return this.equals(row, raw.text(raw.codes[position] as number));
		if (raw.kind === 'texts') {
			const [from, to] = boundsOf(raw, position);
			if (tag === tags.utf8 && this.#holdsBytes(at, raw.bytes, from, to)) return true;
			// Different bytes may be the same text, since invalid UTF-8 decodes to one character.
			return this.equals(row, decoder.decode(raw.bytes.subarray(from, to)));
		}
		const number = raw.values[position] as number;
		if (raw.kind === 'ticks' && tag !== tags.tick) return this.equals(row, raw.value(number));
		return (raw.kind === 'ticks' || tag === tags.number) && isSameNumber(this.#numbers[at] as number, number);
	}

	/** Whether a row's value equals this one: 5 equals 5n, 0 equals -0, NaN equals NaN. */
	equals(row: number, value: PlainValue): boolean {
		const at = row - this.#first;
		const tag = this.#tags[at];
		if (tag === tags.tick) return this.#textOf(this.#numbers[at] as number) === value;
		if (tag === tags.utf8) return this.#textAt(at) === value;
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

	#keepBytes(at: number, bytes: Uint8Array, from: number, to: number): void {
		this.#begin(at, to - from);
		const units = this.#units;
		for (let index = from; index < to; index += 1) units[this.#used + index - from] = bytes[index] as number;
		this.#used += to - from;
	}

	#holdsBytes(at: number, bytes: Uint8Array, from: number, to: number): boolean {
		const units = this.#units;
		const start = (this.#numbers[at] as number) + 2;
		if (this.#lengthAt(at) !== to - from) return false;
		for (let index = from; index < to; index += 1) if (units[start + index - from] !== bytes[index]) return false;
		return true;
	}

	#textAt(at: number): string {
		const start = (this.#numbers[at] as number) + 2;
		return decoder.decode(Uint8Array.from(this.#units.subarray(start, start + this.#lengthAt(at))));
	}

	#lengthAt(at: number): number {
		const start = this.#numbers[at] as number;
		return (this.#units[start] as number) + (this.#units[start + 1] as number) * 0x1_0000;
	}

	/** Reserves space for a number of units, and returns its start. */
	#begin(at: number, length: number): void {
		if (this.#used + length + 2 > this.#units.length) this.#grow(length + 2);
		this.#numbers[at] = this.#used;
		this.#units[this.#used] = length & 0xffff;
		this.#units[this.#used + 1] = length >>> 16;
		this.#used += 2;
	}

	#keep(at: number, value: string | Uint8Array): void {
		const { length } = value;
		this.#begin(at, length);
		const units = this.#units;
		for (let index = 0; index < length; index += 1)
			units[this.#used + index] = typeof value === 'string' ? value.charCodeAt(index) : (value[index] as number);
		this.#used += length;
	}

	#holds(at: number, value: string | Uint8Array): boolean {
		const units = this.#units;
		const start = this.#numbers[at] as number;
		const length = this.#lengthAt(at);
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

export const boundsOf = ({ from, ends }: Extract<RawValues, { kind: 'texts' }>, position: number): [number, number] => [
	(position === 0 ? from : (ends[position - 1] as number)) + 4,
	ends[position] as number,
];

function tagOf(value: Exclude<PlainValue, number>): number {
	if (typeof value === 'string') return tags.text;
	if (value === null) return tags.null;
	if (typeof value === 'bigint') return tags.integer;
	if (typeof value === 'boolean') return value ? tags.true : tags.false;
	return isMissing(value) ? tags.missing : tags.bytes;
}

export const isSameNumber = (a: number, b: number): boolean => a === b || (Number.isNaN(a) && Number.isNaN(b));

/** Whether two values are equal: 5 equals 5n, 0 equals -0, NaN equals NaN, null equals null. */
export function isSameValue(a: PlainValue, b: PlainValue): boolean {
	if (a === b) return true;
	if (typeof a === 'number')
		return typeof b === 'number' ? isSameNumber(a, b) : typeof b === 'bigint' && isInteger(a, b);
	if (typeof a === 'bigint') return typeof b === 'number' && isInteger(b, a);
	if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
	if (isMissing(a) || isMissing(b)) return isMissing(a) && isMissing(b);
	return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

const isInteger = (number: number, integer: bigint): boolean => Number.isInteger(number) && BigInt(number) === integer;

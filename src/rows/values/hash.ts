import { isMissing, type PlainValue } from '../source/row-source.ts';

const words = new Uint32Array(2);
const float = new Float64Array(words.buffer);
const whole = new BigInt64Array(words.buffer);

const tags = { null: 1, missing: 2, false: 3, true: 4, number: 5, integer: 6, text: 7, bytes: 8 } as const;

/**
 * Hashes values into three 32-bit words. Equal values have equal hashes: 5 and 5n, 0 and -0, NaN and NaN. Read `first`,
 * `second` and `third` after `finish`.
 */
export class Hasher {
	first = 0;
	second = 0;
	third = 0;

	reset(): void {
		this.first = 0x2545f491;
		this.second = 0x1b873593;
		this.third = 0x52dce729;
	}

	add(value: PlainValue): void {
		if (typeof value === 'number') this.#number(value);
		else if (typeof value === 'string') this.#text(value);
		else if (typeof value === 'bigint') this.#integer(value);
		else if (value === null) this.#word(tags.null);
		else if (typeof value === 'boolean') this.#word(value ? tags.true : tags.false);
		else if (isMissing(value)) this.#word(tags.missing);
		else {
			this.#word(tags.bytes);
			for (const byte of value) this.#word(byte);
			this.#word(value.length);
		}
	}

	finish(): void {
		this.first = scrambled(this.first ^ (this.second >>> 3));
		this.second = scrambled(this.second ^ (this.third >>> 5));
		this.third = scrambled(this.third ^ (this.first >>> 7));
	}

	#number(value: number): void {
		float[0] = value === 0 ? 0 : value;
		this.#word(tags.number);
		this.#word(words[0] as number);
		this.#word(words[1] as number);
	}

	#integer(value: bigint): void {
		const near = Number(value);
		if (Number.isSafeInteger(near)) {
			this.#number(near);
			return;
		}
		whole[0] = value;
		this.#word(tags.integer);
		this.#word(words[0] as number);
		this.#word(words[1] as number);
		const high = value >> 64n;
		if (high !== 0n && high !== -1n) this.#text(String(high));
	}

	#text(value: string): void {
		this.#word(tags.text);
		for (let index = 0; index < value.length; index += 1) this.#word(value.charCodeAt(index));
		this.#word(value.length);
	}

	#word(word: number): void {
		const first = Math.imul(this.first ^ word, 0xcc9e2d51);
		this.first = (first << 15) | (first >>> 17);
		const second = Math.imul(this.second ^ word, 0x85ebca6b);
		this.second = ((second << 13) | (second >>> 19)) + 0x561ccd1b;
		const third = Math.imul(this.third + word, 0x9e3779b1);
		this.third = (third << 16) ^ (third >>> 16) ^ (third >>> 11);
	}
}

/** Finalizer of MurmurHash3 (Austin Appleby, public domain): every input bit affects every output bit. */
function scrambled(word: number): number {
	let mixed = word;
	mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return (mixed ^ (mixed >>> 16)) >>> 0;
}

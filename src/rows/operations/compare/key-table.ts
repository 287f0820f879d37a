import type { Hasher } from '../../values/hash.ts';

const wordsOf = 3;

/** Numbers values by their 96-bit hash: equal hashes get equal numbers. */
export class KeyTable {
	#slots: Int32Array;
	#words: Uint32Array;
	#size = 0;

	/** @param expected approximate number of distinct values */
	constructor(expected: number) {
		const capacity = 2 ** Math.ceil(Math.log2(Math.max(16, expected * 1.5)));
		this.#slots = new Int32Array(capacity);
		this.#words = new Uint32Array(Math.max(16, Math.ceil(expected)) * wordsOf);
	}

	get size(): number {
		return this.#size;
	}

	get bytes(): number {
		return this.#slots.byteLength + this.#words.byteLength;
	}

	intern({ first, second, third }: Hasher): number {
		const mask = this.#slots.length - 1;
		for (let slot = first & mask; ; slot = (slot + 1) & mask) {
			const found = (this.#slots[slot] as number) - 1;
			if (found === -1) return this.#add(slot, first, second, third);
			const at = found * wordsOf;
			const words = this.#words;
			if (words[at] === first && words[at + 1] === second && words[at + 2] === third) return found;
		}
	}

	#add(slot: number, first: number, second: number, third: number): number {
		const number = this.#size;
		this.#size += 1;
		this.#slots[slot] = this.#size;
		if (this.#size * wordsOf > this.#words.length) this.#words = copied(this.#words, this.#words.length * 2);
		const at = number * wordsOf;
		this.#words[at] = first;
		this.#words[at + 1] = second;
		this.#words[at + 2] = third;
		if (this.#size > this.#slots.length * 0.7) this.#rehash();
		return number;
	}

	#rehash(): void {
		const slots = new Int32Array(this.#slots.length * 2);
		const mask = slots.length - 1;
		for (let number = 0; number < this.#size; number += 1) {
			let slot = (this.#words[number * wordsOf] as number) & mask;
			while (slots[slot] !== 0) slot = (slot + 1) & mask;
			slots[slot] = number + 1;
		}
		this.#slots = slots;
	}
}

function copied(words: Uint32Array, length: number): Uint32Array {
	const larger = new Uint32Array(length);
	larger.set(words);
	return larger;
}

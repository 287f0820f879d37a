const maxTexts = 32_768;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Counts texts by their UTF-8 bytes, so that each is decoded only once, when counts are passed on. */
export class TextTable {
	readonly #onText: (text: string, count: number) => void;
	#size = 0;
	#used = 0;
	/** Hash table with open addressing: text number plus 1. */
	#slots = new Int32Array(2_048);
	#hashes = new Int32Array(1_024);
	#counts = new Uint32Array(1_024);
	/** End of each text, which is the start of the next. */
	#ends = new Uint32Array(1_024);
	#bytes = new Uint8Array(16_384);

	/** @param onText called with each text and its count, in order of arrival, when there are many or on `flush` */
	constructor(onText: (text: string, count: number) => void) {
		this.#onText = onText;
	}

	add(bytes: Uint8Array, from: number, to: number): void {
		let hash = 0x811c9dc5;
		for (let index = from; index < to; index += 1) hash = Math.imul(hash ^ (bytes[index] as number), 0x01000193);
		// Only low bits select the slot, and this hash mixes high bits into them poorly.
		hash ^= hash >>> 15;
		const mask = this.#slots.length - 1;
		let slot = hash & mask;
		for (let known = this.#slots[slot] as number; known > 0; known = this.#slots[slot] as number) {
			if (this.#hashes[known - 1] === hash && this.#isSame(known - 1, bytes, from, to)) {
				this.#counts[known - 1] = (this.#counts[known - 1] as number) + 1;
				return;
			}
			slot = (slot + 1) & mask;
		}
		this.#addNew(bytes.subarray(from, to), hash, slot);
	}

	flush(): void {
		let start = 0;
		for (let number = 0; number < this.#size; number += 1) {
			const end = this.#ends[number] as number;
			this.#onText(decoder.decode(this.#bytes.subarray(start, end)), this.#counts[number] as number);
			start = end;
		}
		this.#slots.fill(0);
		this.#size = 0;
		this.#used = 0;
	}

	#isSame(number: number, bytes: Uint8Array, from: number, to: number): boolean {
		const start = number === 0 ? 0 : (this.#ends[number - 1] as number);
		if ((this.#ends[number] as number) - start !== to - from) return false;
		for (let index = from; index < to; index += 1) if (this.#bytes[start + index - from] !== bytes[index]) return false;
		return true;
	}

	#addNew(text: Uint8Array, hash: number, slot: number): void {
		this.#bytes = enlarged(this.#bytes, this.#used + text.length);
		this.#bytes.set(text, this.#used);
		this.#used += text.length;
		this.#slots[slot] = this.#size + 1;
		this.#hashes[this.#size] = hash;
		this.#counts[this.#size] = 1;
		this.#ends[this.#size] = this.#used;
		this.#size += 1;
		if (this.#size === maxTexts) this.flush();
		else if (this.#size === this.#hashes.length) this.#grow();
	}

	#grow(): void {
		const most = 2 * this.#size;
		this.#hashes = enlarged(this.#hashes, most);
		this.#counts = enlarged(this.#counts, most);
		this.#ends = enlarged(this.#ends, most);
		this.#slots = new Int32Array(2 * most);
		for (let number = 0; number < this.#size; number += 1) {
			let slot = (this.#hashes[number] as number) & (this.#slots.length - 1);
			while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
			this.#slots[slot] = number + 1;
		}
	}
}

/** Returns the array, or a copy of at least twice its size if it's too small. */
function enlarged<T extends Uint8Array | Int32Array | Uint32Array>(array: T, length: number): T {
	if (length <= array.length) return array;
	const larger = new (array.constructor as new (length: number) => T)(Math.max(length, 2 * array.length));
	larger.set(array);
	return larger;
}

const chunkBits = 20;
const chunkLength = 1 << chunkBits;
const encoder = new TextEncoder();

/** Many short byte sequences in a few large arrays, addressed by 32-bit numbers. A sequence never spans two arrays. */
export class BytePool {
	readonly #chunks: Uint8Array[] = [];
	#current = new Uint8Array(0);
	#used = 0;
	#bytes = 0;

	get bytes(): number {
		return this.#bytes;
	}

	/** @returns address and length */
	addText(text: string): [address: number, length: number] {
		// A UTF-16 unit takes at most three bytes.
		this.#reserve(text.length * 3);
		const { written } = encoder.encodeInto(text, this.#current.subarray(this.#used));
		return this.#take(written);
	}

	addBytes(bytes: Uint8Array): [address: number, length: number] {
		this.#reserve(bytes.length);
		this.#current.set(bytes, this.#used);
		return this.#take(bytes.length);
	}

	at(address: number, length: number): Uint8Array {
		const start = address & (chunkLength - 1);
		return this.chunkOf(address).subarray(start, start + length);
	}

	/** The array with an address; the position in it is `offsetIn(address)`. */
	chunkOf(address: number): Uint8Array {
		return this.#chunks[address >>> chunkBits] ?? this.#current;
	}

	#take(length: number): [number, number] {
		const address = (this.#chunks.length - 1) * chunkLength + this.#used;
		this.#used += length;
		return [address, length];
	}

	#reserve(length: number): void {
		if (this.#chunks.length > 0 && this.#used < chunkLength && this.#used + length <= this.#current.length) return;
		this.#current = new Uint8Array(Math.max(length, chunkLength));
		this.#chunks.push(this.#current);
		this.#bytes += this.#current.length;
		this.#used = 0;
	}
}

export const offsetIn = (address: number): number => address & (chunkLength - 1);

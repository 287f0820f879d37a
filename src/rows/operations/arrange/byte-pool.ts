const chunkBits = 20;
const chunkLength = 1 << chunkBits;
const encoder = new TextEncoder();

/** Many short pieces of bytes in few large arrays. An address is a number of 32 bits; a piece never lies in two arrays. */
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
		// three bytes are the most that a UTF-16 unit takes
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

	/** The array in which an address lies; its position there is `offsetIn(address)`. */
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

/** Bytes gathered in memory before they become a Blob, which the browser stores elsewhere. */
const gatheredBytes = 4 * 1_024 * 1_024;
const gatheredUnits = 128 * 1_024;

const encoder = new TextEncoder();

/** A file built piece by piece. */
export class BlobParts {
	readonly #blobs: Blob[] = [];
	#bytes: Uint8Array<ArrayBuffer>[] = [];
	#size = 0;
	#text = '';

	addText(text: string): void {
		this.#text += text;
		if (this.#text.length >= gatheredUnits) this.#encode();
	}

	/** Keeps the array itself, so it must not change afterwards. */
	addBytes(bytes: Uint8Array<ArrayBuffer>): void {
		this.#encode();
		this.#keep(bytes);
	}

	finish(type: string): Blob {
		this.#encode();
		return new Blob([...this.#blobs, ...this.#bytes], { type });
	}

	#encode(): void {
		if (this.#text === '') return;
		const bytes = encoder.encode(this.#text);
		this.#text = '';
		this.#keep(bytes);
	}

	#keep(bytes: Uint8Array<ArrayBuffer>): void {
		this.#bytes.push(bytes);
		this.#size += bytes.length;
		if (this.#size < gatheredBytes) return;
		this.#blobs.push(new Blob(this.#bytes));
		this.#bytes = [];
		this.#size = 0;
	}
}

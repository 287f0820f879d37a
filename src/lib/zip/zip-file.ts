import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { BlobParts } from '../blob-parts.ts';

/** A zip built file by file, never entirely in memory. */
export class ZipFile {
	readonly #parts = new BlobParts();
	readonly #zip: Zip;
	#error: Error | null = null;

	constructor() {
		this.#zip = new Zip((error, chunk) => {
			if (error !== null) this.#error = error;
			else this.#parts.addBytes(new Uint8Array(chunk));
		});
	}

	addText(name: string, text: string): void {
		const file = new ZipDeflate(name, { level: 6 });
		this.#zip.add(file);
		file.push(strToU8(text), true);
	}

	/** Adds already compressed content. */
	async addBlob(name: string, content: Blob): Promise<void> {
		const file = new ZipPassThrough(name);
		this.#zip.add(file);
		const reader = content.stream().getReader();
		for (;;) {
			const { done, value } = await reader.read();
			file.push(value ?? new Uint8Array(), done);
			if (done) return;
		}
	}

	finish(): Blob {
		this.#zip.end();
		if (this.#error !== null) throw this.#error;
		return this.#parts.finish('application/zip');
	}
}

import { joinBytes } from '#lib/join-bytes.ts';
export type Encoding = 'UTF-8' | 'UTF-16 (little-endian)' | 'UTF-16 (big-endian)' | 'windows-1252';

const labels = {
	'UTF-8': 'utf-8',
	'UTF-16 (little-endian)': 'utf-16le',
	'UTF-16 (big-endian)': 'utf-16be',
	'windows-1252': 'windows-1252',
} as const;

/**
 * Decodes bytes in pieces. Without a byte order mark it's UTF-8, or windows-1252 if the first non-ASCII bytes are
 * mostly not UTF-8.
 */
export class Decoding {
	/** Final only at the end. */
	encoding: Encoding = 'UTF-8';
	/** Whether the file has a byte order mark. */
	readonly marked: boolean;
	/** Offset of the first invalid byte, or null. */
	invalidAt: number | null = null;
	#decoder: TextDecoder;
	#decided: boolean;
	#consumed = 0;
	#before = new Uint8Array();

	/**
	 * @param head the first bytes, at least 3 if available
	 * @param chosen by the user, which disables detection
	 */
	constructor(head: Uint8Array, chosen?: Encoding) {
		if (chosen !== undefined) this.encoding = chosen;
		else if (head[0] === 0xff && head[1] === 0xfe) this.encoding = 'UTF-16 (little-endian)';
		else if (head[0] === 0xfe && head[1] === 0xff) this.encoding = 'UTF-16 (big-endian)';
		this.marked = this.encoding.startsWith('UTF-16') || (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf);
		this.#decided = this.marked || chosen !== undefined;
		this.#decoder = new TextDecoder(labels[this.encoding]);
	}

	decode(bytes: Uint8Array): string {
		if (!this.#decided && bytes.some((byte) => byte > 127)) this.#decide(bytes);
		const text = this.#decoder.decode(bytes, { stream: true });
		if (this.invalidAt === null && this.encoding === 'UTF-8' && text.includes('\ufffd')) this.#findInvalid(bytes);
		this.#consumed += bytes.length;
		if (this.encoding === 'UTF-8') this.#before = bytes.slice(-3);
		return text;
	}

	end(): string {
		const text = this.#decoder.decode();
		if (text !== '') this.invalidAt ??= this.#consumed;
		return text;
	}

	/** Number of bytes in the file for the start of the decoded text, to report positions. */
	bytesOf(text: string): number {
		const { encoding } = this;
		if (encoding === 'windows-1252') return text.length;
		if (encoding !== 'UTF-8') return text.length * 2 + 2;
		return utf8Length(text) + (this.marked ? 3 : 0);
	}

	#decide(bytes: Uint8Array): void {
		this.#decided = true;
		const { valid, invalid } = checkUtf8(bytes);
		if (invalid <= valid) return;
		this.encoding = 'windows-1252';
		this.#decoder = new TextDecoder(labels[this.encoding]);
	}

	#findInvalid(bytes: Uint8Array): void {
		const { first } = checkUtf8(joinBytes([this.#before, bytes], this.#before.length + bytes.length));
		if (first !== null) this.invalidAt = this.#consumed - this.#before.length + first;
	}
}

/** Decodes a file's bytes with the detected encoding. */
export function decodeText(bytes: Uint8Array): string {
	const decoding = new Decoding(bytes);
	return decoding.decode(bytes) + decoding.end();
}

/** Counts non-ASCII characters and invalid bytes. A character cut at either end counts as neither. */
function checkUtf8(bytes: Uint8Array): { valid: number; invalid: number; first: number | null } {
	let [valid, invalid, at] = [0, 0, 0];
	let first: number | null = null;
	while (isContinuation(bytes[at]) && at < 3) at += 1;
	if (at === bytes.length || at === 3) at = 0;
	while (at < bytes.length) {
		const byte = bytes[at] ?? 0;
		const length =
			byte < 0x80
				? 1
				: byte >= 0xc2 && byte < 0xe0
					? 2
					: byte >= 0xe0 && byte < 0xf0
						? 3
						: byte >= 0xf0 && byte < 0xf5
							? 4
							: 0;
		let fits = length > 0;
		for (let next = 1; next < length && at + next < bytes.length; next += 1)
			if (!isContinuation(bytes[at + next])) fits = false;
		if (!fits) {
			invalid += 1;
			first ??= at;
			at += 1;
		} else {
			if (length > 1 && at + length <= bytes.length) valid += 1;
			at += length;
		}
	}
	return { valid, invalid, first };
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80 && byte < 0xc0;

function utf8Length(text: string): number {
	let length = text.length;
	for (let index = 0; index < text.length; index += 1) {
		const unit = text.charCodeAt(index);
		if (unit < 0x80) continue;
		// A surrogate pair is four bytes for two units.
		length += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
	}
	return length;
}

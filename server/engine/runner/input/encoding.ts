import { isUtf8 } from 'node:buffer';
import { blocksOf, startOf } from './unpack.ts';

export interface Encoding {
	readonly name: string;
	/** Size of the byte order mark, bytes. */
	readonly bom: number;
	/** Whether every byte is valid; if not, lines with invalid bytes are rejected. */
	readonly isValid: boolean;
}

const marks: readonly (readonly [name: string, bytes: readonly number[]])[] = [
	['utf-8', [0xef, 0xbb, 0xbf]],
	['utf-16le', [0xff, 0xfe]],
	['utf-16be', [0xfe, 0xff]],
];

/** The encoding of a text file: the chosen one, that of the byte order mark, UTF-8 if most of it is valid, otherwise Windows-1252. */
export function encodingOf(file: string, chosen: string | undefined): Encoding {
	const start = startOf(file, 4_096);
	const marked = marks.find(([, bytes]) => bytes.every((byte, index) => start[index] === byte));
	const name = chosen ?? marked?.[0] ?? unmarkedUtf16(start);
	const bom = marked !== undefined && marked[0] === name ? marked[1].length : 0;
	if (name !== undefined && name !== 'utf-8') return { name, bom, isValid: true };
	if (isAllUtf8(file)) return { name: 'utf-8', bom, isValid: true };
	if (name === 'utf-8' || looksLikeUtf8(file)) return { name: 'utf-8', bom, isValid: false };
	return { name: 'windows-1252', bom: 0, isValid: true };
}

/** What people should know about an encoding that they didn't choose. */
export const encodingRemarks = ({ name }: Encoding, chosen: string | undefined): string[] =>
	name === 'windows-1252' && chosen === undefined
		? ['Read as Windows-1252, because the file isn’t UTF-8. Choose another encoding if characters look wrong.']
		: [];

/** Without a byte order mark, UTF-16 text has a zero byte in most of its characters, always on the same side. */
function unmarkedUtf16(start: Buffer): string | undefined {
	const pairs = Math.floor(start.length / 2);
	if (pairs < 4) return undefined;
	const zeros = [0, 0];
	for (let at = 0; at < pairs * 2; at += 1) if (start[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
	const [high = 0, low = 0] = zeros;
	if (low > pairs * 0.6 && high < pairs * 0.1) return 'utf-16le';
	return high > pairs * 0.6 && low < pairs * 0.1 ? 'utf-16be' : undefined;
}

function isAllUtf8(file: string): boolean {
	let rest: Uint8Array = new Uint8Array();
	for (const block of blocksOf(file)) {
		const bytes = rest.length === 0 ? block : Buffer.concat([rest, block]);
		const end = wholeCharacters(bytes);
		if (!isUtf8(bytes.subarray(0, end))) return false;
		rest = Buffer.from(bytes.subarray(end));
	}
	return rest.length === 0;
}

/** Bytes without a last character that may be incomplete: in a character of up to four bytes, those after the first begin with the bits 10. */
function wholeCharacters(bytes: Uint8Array): number {
	for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
		const byte = bytes[bytes.length - back] ?? 0;
		if (byte < 0x80) return bytes.length;
		if (byte >= 0xc0) return bytes.length - back;
	}
	return bytes.length;
}

/** Whether characters beyond ASCII are more often valid UTF-8 than not, meaning that a few bytes are damaged. */
function looksLikeUtf8(file: string): boolean {
	const decoder = new TextDecoder('utf-8');
	let [valid, broken] = [0, 0];
	for (const block of blocksOf(file)) {
		for (const [character] of decoder.decode(block, { stream: true }).matchAll(/[^\0-\x7f]/gu)) {
			if (character === '\ufffd') broken += 1;
			else valid += 1;
		}
	}
	return valid > broken;
}

export function* textsOf(file: string, { name, bom }: Pick<Encoding, 'name' | 'bom'>): Iterable<string> {
	const decoder = new TextDecoder(name, { ignoreBOM: true });
	for (const block of blocksOf(file, bom)) {
		const text = decoder.decode(block, { stream: true });
		if (text !== '') yield text;
	}
	const rest = decoder.decode();
	if (rest !== '') yield rest;
}

import { isAscii, isUtf8 } from 'node:buffer';
import { fileEncodings } from '#contract/file-ingestion.ts';
import type { Doubt } from './doubts.ts';
import { likelihoodOf } from './encoding-likelihood.ts';
import { blocksOf, startOf } from './unpack.ts';

export interface Encoding {
	readonly name: string;
	/** Size of the byte order mark, bytes. */
	readonly bom: number;
	/** Whether every byte is valid; if not, lines with invalid bytes are rejected. */
	readonly isValid: boolean;
	/** Whether every byte is ASCII. */
	readonly isAscii?: boolean;
	/** Other encodings that the bytes may have. */
	readonly rivals?: readonly string[];
	/** Whether only this encoding yields plausible text. */
	readonly isCertain?: boolean;
}

const marks: readonly (readonly [name: string, bytes: readonly number[]])[] = [
	['utf-8', [0xef, 0xbb, 0xbf]],
	['utf-16le', [0xff, 0xfe]],
	['utf-16be', [0xfe, 0xff]],
];

/**
 * The encoding of a text file: the chosen one, that of the byte order mark, UTF-8 if most of it is valid, otherwise the most likely one.
 */
export function encodingOf(file: string, chosen: string | undefined): Encoding {
	const start = startOf(file, 4_096);
	const marked = marks.find(([, bytes]) => bytes.every((byte, index) => start[index] === byte));
	const name = chosen ?? marked?.[0] ?? unmarkedUtf16(start);
	const bom = marked !== undefined && marked[0] === name ? marked[1].length : 0;
	if (name !== undefined && name !== 'utf-8') return { name, bom, isValid: true };
	const found = utf8In(file);
	if (found !== null) return { name: 'utf-8', bom, isValid: true, ...found };
	if (name === 'utf-8') return { name: 'utf-8', bom, isValid: false };
	const { valid, broken } = countCharacters(file);
	if (valid > broken) return { name: 'utf-8', bom, isValid: false };
	const sample = differingLines(file);
	const [likeliest = western, ...rivals] = likelyEncodings(sample);
	if ((likeliest === western || likeliest === macintosh) && isMixed(file))
		return { name: 'utf-8', bom, isValid: false };
	const isCertain = likeliest === western && isWestern(sample);
	return { name: likeliest, bom: 0, isValid: true, rivals: rivals.slice(0, maxRivals), isCertain };
}

const [western, macintosh] = ['windows-1252', 'macintosh'];
const maxRivals = 3;
const [sampleBytes, scoredBytes] = [2 ** 16, 2 ** 14];
/** The lines of a file with non-ASCII bytes. */
function differingLines(file: string): Uint8Array {
	const lines: Uint8Array[] = [];
	let [size, rest] = [0, Buffer.alloc(0)];
	for (const block of blocksOf(file)) {
		const bytes = Buffer.concat([rest, block]);
		let from = 0;
		for (let end = bytes.indexOf(10); end !== -1 && size < sampleBytes; end = bytes.indexOf(10, from)) {
			const line = bytes.subarray(from, end + 1);
			from = end + 1;
			if (!line.some((byte) => byte >= 0x80)) continue;
			lines.push(line);
			size += line.length;
		}
		rest = Buffer.from(bytes.subarray(from, from + sampleBytes));
		if (size >= sampleBytes) break;
	}
	return Buffer.concat([...lines, rest]);
}

/** The most likely encodings of a file that isn't UTF-8, based on the lines that differ between encodings. */
function likelyEncodings(sample: Uint8Array): string[] {
	const start = sample.subarray(0, scoredBytes);
	const able = fileEncodings.filter((name) => !name.startsWith('utf') && isValidIn(name, sample));
	const scored = able.map((name) => ({ name, score: likelihoodOf(name, start) }));
	return scored
		.filter(({ score }) => Number.isFinite(score))
		.sort((a, b) => b.score - a.score)
		.map(({ name }) => name);
}

/** Decodes in streaming mode, because Node otherwise decodes Windows-1252 as Latin-1. */
const beginningIn = (name: string, bytes: Uint8Array): string => new TextDecoder(name).decode(bytes, { stream: true });

/** Number of non-ASCII symbols and capital letters right after a lowercase letter, and of lone accents and ligatures after any letter. */
const oddLetters = (name: string, bytes: Uint8Array): number =>
	[...beginningIn(name, bytes).matchAll(/[a-z][^\0-\x7f\p{Ll}\p{Pi}\p{Pf}\p{Pd}…]|[a-z][ﬁﬂ]|[A-Z][ﬁﬂˆ˜¯˘˙˚¸˝˛ˇ]/gu)]
		.length;

/** Non-ASCII letters of the languages that use an encoding whose bytes are mostly letters in Windows-1252, too. */
const alphabets: readonly (readonly [encoding: string, letters: readonly string[]])[] = [
	['windows-1250', ['áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'ąćęłńóśźż', 'áéíóöőúüű', 'ăâîşţ', 'ćčđšž']],
	['windows-1254', ['çğıİöşüâîû']],
	['windows-1257', ['āčēģīķļņšūž', 'ąčęėįšųūž', 'äöüõšž']],
	['iso-8859-15', ['œŒšžŸÿ€àâäçéèêëîïôöùûüñáíóúßåæøãõìò']],
];

/** Whether bytes that are valid in Windows-1252 can hardly be anything else: single letters in words that no other alphabet combines. */
function isWestern(bytes: Uint8Array): boolean {
	const text = beginningIn(western, bytes);
	const words = (text.match(/[\p{L}\p{M}]*[^\0-\x7f\P{L}][\p{L}\p{M}]*/gu) ?? []).join('');
	const isInWords = (words.match(/[a-z]/gi)?.length ?? 0) * 2 >= words.length;
	const isOdd = oddLetters(western, bytes) > 0 || oddLetters(macintosh, bytes) === 0 || /[a-z][¡-¿×÷][a-z]/.test(text);
	if (!isInWords || isOdd) return false;
	return alphabets.every(([encoding, languages]) => {
		const other = beginningIn(encoding, bytes);
		if (other === text || !isValidIn(encoding, bytes)) return true;
		const found = new Set(
			other
				.toLowerCase()
				.match(/[^\0-\x7f]/gu)
				?.filter((sign) => /\p{L}|€/u.test(sign)),
		);
		return !languages.some((language) => [...found].every((letter) => language.toLowerCase().includes(letter)));
	});
}

/** Whether all characters are valid, except possibly a truncated last one, and none is a non-ASCII control or private-use character. */
function isValidIn(name: string, bytes: Uint8Array): boolean {
	const text = beginningIn(name, bytes);
	if (/[\x80-\x9f\ue000-\uf8ff]/.test(text)) return false;
	const first = text.indexOf('\ufffd');
	return first === -1 || first >= text.length - 2;
}

/** Doubts and remarks about an encoding that the user didn't choose. @param text the beginning of the file */
export function encodingDoubts(
	{ name, bom, rivals = [], isCertain = false }: Encoding,
	chosen: string | undefined,
	text: string,
): Doubt[] {
	if (chosen !== undefined || isCertain || bom > 0 || name.startsWith('utf-')) return [];
	const [example] = /[^\s,;|"]*[^\0-\x7f][^\s,;|"]*/.exec(text) ?? [];
	const such = example === undefined ? '' : `, which gives "${example.slice(0, 40)}"`;
	const others =
		rivals.length === 0
			? ''
			: ` Other possible ${rivals.length === 1 ? 'encoding' : 'encodings'}: ${rivals.map(encodingName).join(', ')}.`;
	const remark = `The file isn’t UTF-8. Its encoding may be ${encodingName(name)}${such}.${others} Choose the encoding.`;
	return [{ option: 'encoding', values: [name, ...rivals], remark }];
}

/** `Windows-1251`, `UTF-8`, `Shift_JIS` */
export const encodingName = (name: string): string =>
	({ shift_jis: 'Shift_JIS', big5: 'Big5', macintosh: 'Macintosh' })[name] ??
	(name.startsWith('windows-') ? `W${name.slice(1)}` : name.toUpperCase());

/** Without a byte order mark, UTF-16 text has a zero byte in most of its characters, always on the same side. */
function unmarkedUtf16(start: Buffer): string | undefined {
	const pairs = Math.floor(start.length / 2);
	if (pairs < 4) return undefined;
	const zeros = [0, 0];
	for (let index = 0; index < pairs * 2; index += 1)
		if (start[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
	const [high = 0, low = 0] = zeros;
	if (low > pairs * 0.6 && high < pairs * 0.1) return 'utf-16le';
	return high > pairs * 0.6 && low < pairs * 0.1 ? 'utf-16be' : undefined;
}

/** Null if any byte isn't valid UTF-8. */
function utf8In(file: string): { isAscii: boolean } | null {
	let rest: Uint8Array = new Uint8Array();
	let areAscii = true;
	for (const block of blocksOf(file)) {
		const bytes = rest.length === 0 ? block : Buffer.concat([rest, block]);
		const end = wholeCharacters(bytes);
		if (!isUtf8(bytes.subarray(0, end))) return null;
		areAscii &&= isAscii(bytes);
		rest = Buffer.from(bytes.subarray(end));
	}
	return rest.length === 0 ? { isAscii: areAscii } : null;
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

/** Numbers of non-ASCII characters that are valid UTF-8, and that aren't. If only a few aren't, bytes are damaged. */
function countCharacters(file: string): { valid: number; broken: number } {
	const decoder = new TextDecoder('utf-8');
	let [valid, broken] = [0, 0];
	for (const block of blocksOf(file)) {
		for (const [character] of decoder.decode(block, { stream: true }).matchAll(/[^\0-\x7f]/gu)) {
			if (character === '\ufffd') broken += 1;
			else valid += 1;
		}
	}
	return { valid, broken };
}

/** Whether some lines are UTF-8 and others aren't. In Western text, accents rarely look like UTF-8 by chance. */
function isMixed(file: string): boolean {
	let [valid, broken, rest] = [0, 0, ''];
	const count = (line: string) => {
		if (line.includes('\ufffd')) broken += 1;
		else if (/[^\0-\x7f]/.test(line)) valid += 1;
	};
	for (const text of textsOf(file, { name: 'utf-8', bom: 0 })) {
		const lines = (rest + text).split('\n');
		rest = lines.pop() ?? '';
		for (const line of lines) count(line);
		if (rest.length > 2 ** 20) [rest] = ['', count(rest)];
	}
	count(rest);
	return valid * 20 >= broken;
}

/** @param onRead called with the number of bytes read so far */
export function* textsOf(
	file: string,
	{ name, bom }: Pick<Encoding, 'name' | 'bom'>,
	onRead?: (bytes: number) => void,
): Iterable<string> {
	const decoder = new TextDecoder(name, { ignoreBOM: true });
	for (const block of blocksOf(file, bom, onRead)) {
		const text = decoder.decode(block, { stream: true });
		if (text !== '') yield text;
	}
	const rest = decoder.decode();
	if (rest !== '') yield rest;
}

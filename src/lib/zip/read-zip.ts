import { Inflate } from 'fflate';

/** Why a zip can't be read as a whole, as a message. */
export class ZipProblem extends Error {}

/** A file in a zip: its bytes, or why it's unavailable. Its path is just text; nothing is written to it. */
export type ZippedFile =
	| { readonly path: string; readonly bytes: Uint8Array; readonly problem: null }
	| { readonly path: string; readonly bytes: null; readonly problem: string };

interface ReadZipOptions {
	readonly wanted: (path: string) => boolean;
	/** Maximum unzipped bytes per file and in total, and maximum files. */
	readonly limits: { readonly file: number; readonly total: number; readonly files: number };
}

/** An entry of the zip's central directory (APPNOTE.TXT 4.3.12). */
interface Entry {
	readonly path: string;
	readonly isEncrypted: boolean;
	readonly method: number;
	readonly crc: number;
	readonly packed: number;
	readonly size: number;
	readonly at: number;
}

const signature = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 };
const damaged = 'The zip file is corrupt. Create it again.';
const mebibytes = (bytes: number): string => `${bytes / 1_024 / 1_024} MiB`;

/**
 * The wanted files of a zip, by its directory. Rejects a file whose content differs from the directory, and never
 * unzips more than it states.
 * @throws ZipProblem if it isn't a zip, is damaged as a whole, or exceeds the limits
 */
export async function* readZip(zip: Blob, { wanted, limits }: ReadZipOptions): AsyncGenerator<ZippedFile> {
	if (zip.size > limits.total)
		throw new ZipProblem(
			`The zip file is larger than the limit of ${mebibytes(limits.total)}. Split it into several zip files.`,
		);
	const bytes = new Uint8Array(await zip.arrayBuffer());
	const entries = directoryOf(bytes).filter((entry) => !entry.path.endsWith('/') && wanted(entry.path));
	if (entries.length > limits.files)
		throw new ZipProblem(
			`The zip file has more than ${limits.files.toLocaleString('en-US')} files. Split it into several zip files.`,
		);
	const total = entries.reduce((sum, entry) => sum + entry.size, 0);
	if (total > limits.total)
		throw new ZipProblem(
			`The unpacked files are larger than the limit of ${mebibytes(limits.total)}. Split the zip file into several.`,
		);
	for (const [index, entry] of entries.entries()) {
		// Yields, so a zip of thousands doesn't block the page.
		if (index % 50 === 49) await new Promise((resolve) => setTimeout(resolve));
		yield unpack(bytes, entry, limits.file);
	}
}

function directoryOf(bytes: Uint8Array): Entry[] {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	// A comment of up to 65,535 bytes may follow.
	let end = bytes.length - 22;
	const least = Math.max(0, end - 65_535);
	while (end >= least && view.getUint32(end, true) !== signature.end) end -= 1;
	if (end < least || end < 0) throw new ZipProblem('This isn’t a complete zip file. Create it again.');
	const count = view.getUint16(end + 10, true);
	let at = view.getUint32(end + 16, true);
	if (count === 0xffff || at === 0xffffffff)
		throw new ZipProblem('The console can’t read Zip64 files. Create the zip file again without Zip64.');
	const entries: Entry[] = [];
	for (let index = 0; index < count; index += 1) {
		if (at + 46 > bytes.length || view.getUint32(at, true) !== signature.entry) throw new ZipProblem(damaged);
		const lengths = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
		const [name = 0, extra = 0, comment = 0] = lengths;
		const next = at + 46 + name + extra + comment;
		if (next > bytes.length) throw new ZipProblem(damaged);
		const flags = view.getUint16(at + 8, true);
		entries.push({
			path: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)),
			isEncrypted: (flags & 1) === 1,
			method: view.getUint16(at + 10, true),
			crc: view.getUint32(at + 16, true),
			packed: view.getUint32(at + 20, true),
			size: view.getUint32(at + 24, true),
			at: view.getUint32(at + 42, true),
		});
		at = next;
	}
	return entries;
}

function unpack(zip: Uint8Array, entry: Entry, most: number): ZippedFile {
	const { path, isEncrypted, method, packed, size, at } = entry;
	const refused = (problem: string): ZippedFile => ({ path, bytes: null, problem });
	if (isEncrypted) return refused('The file is encrypted. Zip it without encryption.');
	if (size > most) return refused(`The file is larger than the limit of ${mebibytes(most)}. Choose a smaller file.`);
	if (method !== 0 && method !== 8)
		return refused('The file uses an unsupported compression method. Zip it with Deflate.');
	const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
	if (at + 30 > zip.length || view.getUint32(at, true) !== signature.file)
		return refused('The file is corrupt. Zip it again.');
	const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
	const body = zip.subarray(from, from + packed);
	const bytes = method === 0 ? body : inflate(body, size);
	if (bytes === null || bytes.length !== size || crcOf(bytes) !== entry.crc)
		return refused('The file is corrupt. Zip it again.');
	return { path, bytes, problem: null };
}

/** Unzips piece by piece, stopping as soon as it exceeds the stated size; null if it's damaged. */
function inflate(packed: Uint8Array, size: number): Uint8Array | null {
	const bytes = new Uint8Array(size);
	let at = 0;
	let over = false;
	const inflating = new Inflate((chunk) => {
		over ||= at + chunk.length > size;
		if (!over) bytes.set(chunk, at);
		at += chunk.length;
	});
	const step = 4_096;
	try {
		for (let from = 0; from < packed.length && !over; from += step) {
			inflating.push(packed.subarray(from, from + step), from + step >= packed.length);
		}
	} catch {
		return null;
	}
	return over || at !== size ? null : bytes;
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
	let value = byte;
	for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
	return value >>> 0;
});

/** CRC-32 of ISO 3309, the checksum of files in a zip. */
function crcOf(bytes: Uint8Array): number {
	let crc = 0xffffffff;
	for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
	return (crc ^ 0xffffffff) >>> 0;
}

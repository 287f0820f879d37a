import { toHex } from '../values/cell-text.ts';

export type FileKind =
	| { readonly kind: 'empty' | 'parquet' | 'gzip' | 'text' }
	| { readonly kind: 'binary'; readonly what: string };

/** Magic bytes at the start of a file, in hex; a few have an offset. */
const signatures: readonly (readonly [hex: string, what: string, offset?: number])[] = [
	['504b0304', 'zip archive (Excel workbooks are also zip archives)'],
	['504b0506', 'empty zip archive'],
	['28b52ffd', 'compressed with Zstandard'],
	['425a68', 'compressed with bzip2'],
	['fd377a585a00', 'compressed with xz'],
	['04224d18', 'compressed with LZ4'],
	['377abcaf271c', '7-Zip archive'],
	['53514c69746520666f726d6174203300', 'SQLite database'],
	['4455434b', 'DuckDB database', 8],
	['4152524f5731', 'Arrow file'],
	['ffffffff', 'Arrow stream'],
	['46454131', 'Feather file'],
	['4f524300', 'ORC file'],
	['4f5243', 'ORC file'],
	['4f626a01', 'Avro file'],
	['894844460d0a1a0a', 'HDF5 file'],
	['d0cf11e0a1b11ae1', 'older Office document, such as .xls'],
	['255044462d', 'PDF document'],
	['89504e470d0a1a0a', 'PNG image'],
	['ffd8ff', 'JPEG image'],
	['47494638', 'GIF image'],
	['7573746172', 'tar archive', 257],
	['7f454c46', 'program'],
];

/** Control characters not found in text: all but tab, line breaks, form feed and escape. */
const isControl = (byte: number): boolean => byte < 9 || byte === 11 || (byte > 13 && byte < 32 && byte !== 27);

/** Detects a file's kind from its first bytes; 64 KB are enough. */
export function detectKind(head: Uint8Array): FileKind {
	if (head.length === 0) return { kind: 'empty' };
	const hex = toHex(head.subarray(0, 300));
	if (hex.startsWith('50415231')) return { kind: 'parquet' };
	if (hex.startsWith('1f8b08')) return { kind: 'gzip' };
	for (const [signature, what, offset = 0] of signatures)
		if (hex.startsWith(signature, offset * 2)) return { kind: 'binary', what };
	if (hex.startsWith('fffe') || hex.startsWith('feff')) return { kind: 'text' };
	let controls = 0;
	for (const byte of head) if (isControl(byte)) controls += 1;
	if (controls > head.length / 50 && controls > 2) {
		return {
			kind: 'binary',
			what: isWide(head) ? 'probably UTF-16 text without a byte order mark' : 'unknown format',
		};
	}
	return { kind: 'text' };
}

/** Whether almost every other byte is zero, as in Western UTF-16 text. */
function isWide(head: Uint8Array): boolean {
	const zeros = [0, 0];
	head.forEach((byte, index) => {
		if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
	});
	return Math.max(...zeros) > head.length * 0.4 && Math.min(...zeros) < head.length * 0.05;
}

/** A hex dump: offset, sixteen bytes in hex, and their characters. */
export function hexDump(bytes: Uint8Array): string {
	const lines: string[] = [];
	for (let index = 0; index < bytes.length; index += 16) {
		const line = bytes.subarray(index, index + 16);
		const hex = Array.from(line, (byte) => toHex(new Uint8Array([byte]))).join(' ');
		const text = Array.from(line, (byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '·')).join('');
		lines.push(`${index.toString(16).padStart(6, '0')}  ${hex.padEnd(47)}  ${text}`);
	}
	return lines.join('\n');
}

import { CompressionType, compressionRegistry } from 'apache-arrow';
import { decompress } from 'fzstd';

/** Lets the Arrow reader decompress buffers. It has no built-in codecs. */
export function registerCodecs(): void {
	for (const [type, decompressed] of [
		[CompressionType.LZ4_FRAME, lz4Frame],
		[CompressionType.ZSTD, (bytes: Uint8Array, length: number) => decompress(bytes, new Uint8Array(length))],
	] as const)
		compressionRegistry.set(type, {
			decode: (bytes) => {
				// The reader passes what follows the length.
				const prefix = Buffer.from(bytes.buffer, bytes.byteOffset - 8, 8);
				const length = Number(prefix.readBigInt64LE());
				const found = decompressed(bytes, length);
				if (found.length !== length)
					throw new Error(`A buffer has ${found.length} bytes instead of ${length} after decompression`);
				return found;
			},
		});
}

const [magic, uncompressed] = [0x184d2204, 0x80000000];

/** https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md; checksums aren't verified. */
export function lz4Frame(bytes: Uint8Array, length: number): Uint8Array {
	const input = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const output = new Uint8Array(length);
	const flags = input.getUint8(4);
	if (input.getUint32(0, true) !== magic || flags >> 6 !== 1) throw new Error('A buffer isn’t an LZ4 frame');
	const [hasBlockSums, hasSize, hasDictionary] = [flags & 0x10, flags & 0x08, flags & 0x01];
	let from = 7 + (hasSize ? 8 : 0) + (hasDictionary ? 4 : 0);
	let at = 0;
	for (;;) {
		const header = input.getUint32(from, true);
		if (header === 0) return output.subarray(0, at);
		const size = header & ~uncompressed;
		const block = bytes.subarray(from + 4, from + 4 + size);
		if (block.length < size) throw new RangeError('An LZ4 block is truncated');
		if (header >= uncompressed) {
			output.set(block, at);
			at += size;
		} else at = lz4Block(block, output, at);
		from += 4 + size + (hasBlockSums ? 4 : 0);
	}
}

/** Decompresses a block, which may refer to earlier ones. @returns where the output ends */
function lz4Block(block: Uint8Array, output: Uint8Array, start: number): number {
	let [from, at] = [0, start];
	const lengthOf = (first: number): number => {
		let length = first;
		for (let byte = first === 15 ? 255 : 0; byte === 255; length += byte) byte = block[from++] ?? 0;
		return length;
	};
	while (from < block.length) {
		const token = block[from++] ?? 0;
		const literals = lengthOf(token >> 4);
		output.set(block.subarray(from, from + literals), at);
		[from, at] = [from + literals, at + literals];
		// The last sequence has only literals.
		if (from >= block.length) break;
		const distance = (block[from] ?? 0) | ((block[from + 1] ?? 0) << 8);
		from += 2;
		const end = at + lengthOf(token & 15) + 4;
		if (distance === 0 || distance > at || end > output.length) throw new RangeError('An LZ4 block is corrupt');
		if (distance >= end - at) output.copyWithin(at, at - distance, end - distance);
		else for (let to = at; to < end; to += 1) output[to] = output[to - distance] ?? 0;
		at = end;
	}
	return at;
}

import { decompress } from 'fzstd';
import type { Compressors } from 'hyparquet';
import { decompressBrotli } from 'hyparquet-compressors/src/brotli.js';
import { gunzip } from 'hyparquet-compressors/src/gzip.js';
import { decompressLz4, decompressLz4Raw } from 'hyparquet-compressors/src/lz4.js';

/**
 * Part by part and not as the package's ready table: that one compiles WebAssembly when it is imported, which a strict
 * content security policy refuses. Snappy is hyparquet's own.
 */
export const compressors: Compressors = {
	ZSTD: (input) => decompress(input),
	GZIP: (input, length) => gunzip(input, new Uint8Array(length)),
	BROTLI: decompressBrotli,
	LZ4: decompressLz4,
	LZ4_RAW: decompressLz4Raw,
};

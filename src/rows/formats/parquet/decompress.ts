import { decompress } from 'fzstd';
import type { Compressors } from 'hyparquet';
import { decompressBrotli } from 'hyparquet-compressors/src/brotli.js';
import { gunzip } from 'hyparquet-compressors/src/gzip.js';
import { decompressLz4, decompressLz4Raw } from 'hyparquet-compressors/src/lz4.js';

/**
 * Imported separately instead of the package's combined table, which compiles WebAssembly on import. A strict content
 * security policy blocks that. Snappy is hyparquet's own.
 */
export const compressors: Compressors = {
	ZSTD: (input) => decompress(input),
	GZIP: (input, length) => gunzip(input, new Uint8Array(length)),
	BROTLI: decompressBrotli,
	LZ4: decompressLz4,
	LZ4_RAW: decompressLz4Raw,
};

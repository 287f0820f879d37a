import { nextTask } from '#lib/concurrency/next-task.ts';
import { ParquetFile } from './parquet-file.ts';

/** After this many rounds the browser has compiled the page reader; more didn't make first rows appear sooner. */
const rounds = 4;

/**
 * Reads a small file so that the reader's code is compiled before the first real file. `warm-up.parquet` resembles our
 * outputs: DuckDB with zstd, one row group, 1,000 rows of `i * 7, 'row ' || i, ['blue','green','red'][i % 3 + 1], i *
 * 0.5::double, (i * 1.25)::decimal(18,2), date '2024-01-01' + (i % 900)::int, timestamp '2024-01-01' + interval (i)
 * minute, if(i % 5 = 0, null, i % 2 = 0)`.
 * @param isWanted checked between rounds, because someone may be waiting for the worker
 * @throws SourceError if the file can't be read
 */
export async function warmUp(bytes: ArrayBuffer, isWanted: () => boolean): Promise<void> {
	const file = {
		tail: async (length: number) => bytes.slice(Math.max(0, bytes.byteLength - length)),
		slice: async (start: number, end: number) => bytes.slice(start, end),
	};
	const { signal } = new AbortController();
	for (let round = 0; round < rounds && isWanted(); round += 1) {
		const table = await ParquetFile.open(file);
		await table.rows({ rowStart: 0, rowEnd: 128, columnStart: 0, columnEnd: table.columns.length }, signal);
		await nextTask();
	}
}

import { DuckDBInstance } from '@duckdb/node-api';
import { keptFiles } from './kept-files.ts';

/** The engine's own time for summarizing a stored file with this many rows, on one thread, ms. */
export async function summarize(dataDir: string, rowCount: number): Promise<number> {
	const [file] = await keptFiles(dataDir, rowCount);
	if (file === undefined) throw new Error(`No file of ${rowCount} rows is kept in ${dataDir}.`);
	const db = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
	const began = performance.now();
	await db.runAndReadAll(`SUMMARIZE FROM read_parquet('${file}')`);
	return performance.now() - began;
}

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

/** How long the engine itself takes to summarize a kept file of so many rows, on one thread, ms. */
export async function summarize(dataDir: string, rowCount: number): Promise<number> {
	const db = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
	const folder = path.join(dataDir, 'objects');
	for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile()) continue;
		const from = `read_parquet('${path.join(entry.parentPath, entry.name)}')`;
		const rows = await db.runAndReadAll(`SELECT count(*)::INTEGER FROM ${from}`).catch(() => null);
		if (rows?.getRows()[0]?.[0] !== rowCount) continue;
		const began = performance.now();
		await db.runAndReadAll(`SUMMARIZE FROM ${from}`);
		return performance.now() - began;
	}
	throw new Error(`No file of ${rowCount} rows is kept in ${folder}.`);
}

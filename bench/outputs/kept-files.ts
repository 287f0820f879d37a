import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

export async function keptFiles(dataDir: string, rowCount: number): Promise<string[]> {
	const db = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
	const folder = path.join(dataDir, 'objects');
	const found: string[] = [];
	for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile()) continue;
		const file = path.join(entry.parentPath, entry.name);
		const rows = await db.runAndReadAll(`SELECT count(*)::INTEGER FROM read_parquet('${file}')`).catch(() => null);
		if (rows?.getRows()[0]?.[0] === rowCount) found.push(file);
	}
	db.closeSync();
	return found;
}

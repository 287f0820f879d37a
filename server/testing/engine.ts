import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBValue } from '@duckdb/node-api';
import { chooseIsolation } from '../engine/isolation/choose.ts';
import { createEngine } from '../engine/pool/engine.ts';
import type { Engine, EngineResult, EngineSource } from '../engine/types.ts';
import { textLog } from '../logging/log.ts';
import type { EngineSettings } from '../settings/settings.ts';

/** A real engine in a temporary folder, with Parquet files that tests create by SQL. */
export interface EngineHouse {
	readonly engine: Engine;
	readonly dir: string;
	/** Writes the rows of a SELECT as a source's file. */
	source(owner: string, namespace: string, datasetName: string, select: string): Promise<EngineSource>;
	/** Rows of a Parquet file, or of a SELECT in which `file` stands for it. */
	rows(file: string, select?: string): Promise<DuckDBValue[][]>;
	/** Runs a statement and returns its rows; its output is removed afterwards. */
	run(
		sql: string,
		sources?: readonly EngineSource[],
	): Promise<{ result: EngineResult; rows: DuckDBValue[][]; log: string[] }>;
	close(): Promise<void>;
}

const defaults: EngineSettings = {
	deadlineMs: 20_000,
	memoryBytes: 2 ** 30,
	maxOutputBytes: 50_000_000,
	concurrency: 2,
	waiting: 2,
	threads: 1,
	isolation: 'auto',
};

export async function openEngine(settings: Partial<EngineSettings> = {}): Promise<EngineHouse> {
	const dir = mkdtempSync(join(tmpdir(), 'engine-'));
	const all = { ...defaults, ...settings };
	const isolation = await chooseIsolation(all.isolation, join(dir, 'runs'));
	const engine = createEngine({ settings: all, dir: join(dir, 'runs'), isolation, log: textLog });
	const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
	let files = 0;
	const rows = async (file: string, select = 'SELECT * FROM file') =>
		(await connection.run(select.replaceAll(/\bfile\b/g, `read_parquet('${file}')`))).getRows();
	return {
		engine,
		dir,
		rows,
		async source(owner, namespace, datasetName, select) {
			const file = join(dir, `object-${++files}`);
			await connection.run(`COPY (${select}) TO '${file}' (FORMAT parquet)`);
			return { owner, namespace, datasetName, files: [file] };
		},
		async run(sql, sources = []) {
			const log: string[] = [];
			const result = await engine.run({ sources, sql, onLog: (level, message) => log.push(`${level}: ${message}`) });
			const written = await rows(result.file);
			await result.dispose();
			return { result, rows: written, log };
		},
		async close() {
			await engine.close();
			rmSync(dir, { recursive: true, force: true });
		},
	};
}

import type { Column } from '#contract/dataset.ts';
import { quoted } from '#lib/sql/quoting.ts';
import { EngineError } from '../errors.ts';
import { size } from '../format.ts';
import type { Engine, EngineResult } from '../types.ts';

/** Files that Spark writes where the service can take them in. */
export interface StagedFiles {
	readonly location: string;
	list(): Promise<readonly { readonly name: string; readonly bytes: number }[]>;
	fetch(name: string, folder: string): Promise<string>;
	remove(): Promise<void>;
}

interface TakeIn {
	readonly duckdb: Pick<Engine, 'run'>;
	readonly staged: StagedFiles;
	readonly columns: readonly Column[];
	/** Where copies of files may lie. */
	readonly folder: string;
	readonly maxBytes: number;
	readonly lane?: string | undefined;
	readonly signal?: AbortSignal | undefined;
}

export interface TakenIn {
	/** One file with small row groups in Spark's order, as the service cuts and reads it. */
	readonly result: EngineResult;
	/** What it was made of. */
	readonly files: readonly { readonly name: string; readonly path: string }[];
}

/** Makes one file of what Spark wrote, like those of every other run. @throws EngineError */
export async function takeIn(job: TakeIn): Promise<TakenIn> {
	const { duckdb, staged, columns, folder, maxBytes, lane, signal } = job;
	const found = await staged.list();
	const bytes = found.reduce((sum, file) => sum + file.bytes, 0);
	if (bytes > maxBytes) throw tooLarge(bytes, maxBytes);
	const files: { name: string; path: string }[] = [];
	for (const { name } of found) files.push({ name, path: await staged.fetch(name, folder) });
	const paths = files.map(({ path }) => path);
	const source = { owner: 'spark', namespace: 'spark', datasetName: 'result', files: paths };
	const sql = `SELECT ${columns.map(({ name }) => quoted(name)).join(', ')} FROM spark.result`;
	const result = await duckdb.run({ sources: [source], sql, ...(lane && { lane }), ...(signal && { signal }) });
	return { result, files };
}

const tooLarge = (bytes: number, most: number): EngineError =>
	new EngineError(
		'OUTPUT_TOO_LARGE',
		`The output has ${size(bytes)}; the largest a run may write here is ${size(most)}.`,
	);

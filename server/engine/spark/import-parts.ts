import type { Column } from '#contract/dataset.ts';
import { inParallel } from '#lib/concurrency/in-parallel.ts';
import { quoted } from '#lib/sql/quoting.ts';
import { count, size } from '../format.ts';
import type { Engine, EngineJob, EngineResult, EngineSource, StagedPart } from '../types.ts';
import { tooLarge, within } from './deadline.ts';

export interface StagedFiles {
	readonly location: string;
	list(): Promise<readonly { readonly name: string; readonly bytes: number }[]>;
	/** Bytes written so far, including unfinished files. */
	written(): Promise<number>;
	fetch(name: string, folder: string): Promise<Pick<StagedPart, 'take'> & { readonly path: string }>;
	remove(): Promise<void>;
}

interface ImportJob extends Pick<EngineJob, 'lane' | 'signal' | 'onLog' | 'partSize'> {
	readonly duckdb: Pick<Engine, 'run' | 'describe' | 'measure'>;
	readonly staged: StagedFiles;
	readonly columns: readonly Column[];
	/** Where copies of files may be stored. */
	readonly folder: string;
	readonly maxBytes: number;
	/** Time limit, ms; excludes Spark's own work. */
	readonly deadlineMs: number;
}

export interface ImportedParts {
	/** Spark's files as parts, or one file with small row groups in Spark's order, as the service cuts and reads it. */
	readonly result: EngineResult;
	readonly files: readonly File[];
}

interface File extends Awaited<ReturnType<StagedFiles['fetch']>> {
	readonly name: string;
	readonly bytes: number;
}

const fetchedAtOnce = 4;

/** Takes Spark's files unchanged if they make good parts, otherwise combines them into one file like those of every other run. @throws EngineError */
export function importParts({ deadlineMs, ...job }: ImportJob): Promise<ImportedParts> {
	const stop = new AbortController();
	const signal = AbortSignal.any([stop.signal, ...(job.signal === undefined ? [] : [job.signal])]);
	return within(deadlineMs, job.signal ?? null, 'run', () => take({ ...job, signal })).catch((error: unknown) => {
		stop.abort();
		throw error;
	});
}

async function take(job: Omit<ImportJob, 'deadlineMs'> & { readonly signal: AbortSignal }): Promise<ImportedParts> {
	const { duckdb, staged, columns, folder, maxBytes, lane, signal, onLog } = job;
	const found = await staged.list();
	const bytes = found.reduce((sum, file) => sum + file.bytes, 0);
	if (bytes > maxBytes) throw tooLarge(maxBytes);
	onLog?.('info', `Spark wrote ${count(found.length, 'file')}, ${size(bytes)}`);
	const files: File[] = [];
	await inParallel([...found.entries()], fetchedAtOnce, async ([index, file]) => {
		files[index] = { ...file, ...(await staged.fetch(file.name, folder)) };
	});
	const parts = await asParts(job, files, bytes);
	if (parts !== null) return { result: parts, files };
	const source = resultOf(files.map(({ path }) => path));
	const sql = `SELECT ${columns.map(({ name }) => quoted(name)).join(', ')} FROM spark.result`;
	const result = await duckdb.run({ sources: [source], sql, signal, ...(lane && { lane }) });
	// Nobody is waiting for it anymore.
	if (signal.aborted) await result.dispose();
	return { result, files };
}

/** The files of a result as the source `spark.result`. */
export const resultOf = (files: readonly string[]): EngineSource => ({
	...{ owner: 'spark', namespace: 'spark', datasetName: 'result' },
	files,
});

/** Maximum factor between the sizes of Spark's parts and other parts: some tasks write more, and each task's last file is smaller. */
const tolerance = 4;

/** Files as parts of a dataset; null if they aren't suitable (docs/decisions/0015-rows-in-parts.md). */
async function asParts(
	{ duckdb, columns, partSize }: Omit<ImportJob, 'deadlineMs'>,
	files: readonly File[],
	bytes: number,
): Promise<EngineResult | null> {
	const [first] = files;
	if (partSize === undefined || first === undefined) return null;
	const most = partSize(bytes);
	const isTooSmall = files.length > 1 && bytes / files.length < most / tolerance;
	if (isTooSmall || files.some((file) => file.bytes > most * tolerance)) return null;
	const described = await duckdb.describe(first.path);
	const typesOf = (all: readonly Column[]) => JSON.stringify(all.map(({ name, type }) => [name, type]));
	if (typesOf(described.columns) !== typesOf(columns)) return null;
	const measured = await duckdb.measure(files.map(({ path }) => path));
	if (measured.some(({ rows }) => rows === 0)) return null;
	const parts = files.flatMap(({ take }, index) => (measured[index] ? [{ ...measured[index], take }] : []));
	const rows = parts.reduce((sum, part) => sum + part.rows, 0);
	return { file: first.path, staged: parts, rows, bytes, columns, plan: null, dispose: async () => undefined };
}

import { nextTask } from '#lib/concurrency/next-task.ts';
import { RangeFile } from '../bytes/range-file.ts';
import { ParquetFile } from '../formats/parquet/parquet-file.ts';
import { warmUp } from '../formats/parquet/warm-up.ts';
import type { ReadAs } from '../source/content.ts';
import type { Jobs } from '../source/job.ts';
import { runJob } from '../source/job.ts';
import type { CellValue, CellWindow } from '../source/row-source.ts';
import { SourceError } from '../source/source-error.ts';
import { shapeOf, type WorkerTable } from '../source/worker-table.ts';
import { type CallContext, connect, type Line, type Remote } from './calls.ts';
import { readOther } from './read-other.ts';

export type PageHandlers = {
	/** A new URL for a file, or null. */
	renew(file: number): Promise<string | null> | null;
	/** Receives the rows of a window announced by `open`. Null: reading failed, which is reported on request. */
	first(rows: { readonly file: number; readonly rows: CellValue[][] | null }): void;
};

export type FileHandlers = ReturnType<typeof serveFiles>;

interface FileToOpen {
	readonly file: number;
	readonly url: string;
	readonly as: ReadAs | null;
	/** Whether its first rows are shown first. */
	readonly fromBeginning: boolean;
}

/** A file open in the page, or a table created by a job. */
interface Opened {
	/** Its rows, once available; null: it has none. */
	table: WorkerTable | null;
	readonly made: Set<number>;
	readonly closing: AbortController;
	readonly stopping: AbortController;
}

/** Same size as a grid's requests. */
const firstTile = { rows: 128, columns: 12 };

/**
 * The worker's end: opens any number of files. Files and tables created by jobs have numbers chosen by the page while
 * they're open.
 * @param jobs operations on their rows
 */
export function serveFiles(line: Line, jobs: Jobs) {
	const files = new Map<number, Opened>();

	/** Works on a file's rows. @throws AbortError also if the file was closed */
	const withTable = async <T>(
		file: number,
		signal: AbortSignal,
		work: (table: WorkerTable, signal: AbortSignal) => Promise<T>,
	): Promise<T> => {
		const opened = files.get(file);
		if (opened?.table == null) throw AbortSignal.abort().reason;
		const ending = AbortSignal.any([signal, opened.closing.signal]);
		try {
			return await work(opened.table, ending);
		} finally {
			ending.throwIfAborted();
		}
	};

	const close = (file: number): void => {
		const opened = files.get(file);
		files.delete(file);
		opened?.closing.abort();
		opened?.table?.close?.();
		for (const made of opened?.made ?? []) close(made);
	};

	const handlers = {
		open: async ({ file, url, as, fromBeginning }: FileToOpen, { onProgress }: CallContext) => {
			const renew = async () => {
				const fresh = await page.call('renew', file);
				if (fresh === null)
					throw new SourceError('REFUSED', 'The download link expired and couldn’t be renewed. Reload the page.');
				return fresh;
			};
			const bytes = new RangeFile({ url, renew, fromBeginning });
			const opened = newlyOpened();
			files.set(file, opened);
			const { signal } = opened.closing;
			const parquet = await openParquet(bytes, signal);
			if (parquet === null) {
				const other = await readOther(bytes, { signal, stop: opened.stopping.signal, onProgress, as });
				opened.table = other.table;
				return { ...other, table: other.table === null ? null : shapeOf(other.table), first: null };
			}
			opened.table = parquet;
			const first = fromBeginning ? firstWindow(parquet) : null;
			// In a new task, because the page must know the file before its rows.
			if (first !== null)
				void nextTask().then(async () => {
					page.send('first', { file, rows: await parquet.rows(first, signal).catch(() => null) });
				});
			const content = { format: 'Parquet', extension: 'parquet', remarks: [], rivals: [] };
			return { content, bytes: bytes.size, table: shapeOf(parquet), excerpt: null, first };
		},
		rows: ({ file, window }: { readonly file: number; readonly window: CellWindow }, { signal }: CallContext) =>
			withTable(file, signal, async (table, ending) => await table.rows(window, ending)),
		/** Runs long work on all rows of a file (see operations/jobs.ts). */
		job: (
			{ file, name, input }: { readonly file: number; readonly name: string; readonly input: unknown },
			{ signal, onProgress }: CallContext,
		) =>
			withTable(file, signal, async (table, ending) => {
				const keep = (number: number, made: WorkerTable) => {
					ending.throwIfAborted();
					files.get(file)?.made.add(number);
					files.set(number, { ...newlyOpened(), table: made });
				};
				const other = (number: number) => files.get(number)?.table;
				return await runJob(jobs, name, input, { table, work: { signal: ending, onProgress }, other, keep });
			}),
		/** Stops reading a text file; the rows read so far are used. */
		stop: (file: number) => files.get(file)?.stopping.abort(),
		close,
		warmUp: async (url: string) => {
			const answer = await fetch(url);
			if (answer.ok) await warmUp(await answer.arrayBuffer(), () => files.size === 0);
		},
	};
	const page: Remote<PageHandlers> = connect(line, handlers);
	return handlers;
}

const newlyOpened = (): Opened => ({
	table: null,
	made: new Set(),
	closing: new AbortController(),
	stopping: new AbortController(),
});

/** The window requested first, read while the page lays it out; null if there is nothing to read. */
function firstWindow(table: WorkerTable): CellWindow | null {
	const rowEnd = Math.min(table.rowCount, firstTile.rows);
	const columnEnd = Math.min(table.columns.length, firstTile.columns);
	return rowEnd === 0 || columnEnd === 0 ? null : { rowStart: 0, rowEnd, columnStart: 0, columnEnd };
}

/** Null if it isn't Parquet. Tried first, since outputs nearly always are; it's recognized by its end. */
async function openParquet(bytes: RangeFile, signal: AbortSignal): Promise<ParquetFile | null> {
	try {
		return await ParquetFile.open(bytes, signal);
	} catch (error) {
		if (error instanceof SourceError && error.code === 'NOT_PARQUET') return null;
		throw error;
	}
}

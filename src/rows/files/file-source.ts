import type { RangeFileOptions } from '../bytes/range-file.ts';
import type { Progress, ReadAs } from '../source/content.ts';
import type { CellValue, CellWindow, JobRunner, RowSource, TableShape } from '../source/row-source.ts';
import type { SourceError } from '../source/source-error.ts';
import { workingSource } from '../source/working-source.ts';
import { connect, type Line, type Remote } from '../worker/calls.ts';
import type { OtherFile } from '../worker/read-other.ts';
import type { FileHandlers, PageHandlers } from '../worker/serve-files.ts';

export interface FileOptions extends RangeFileOptions {
	/** Aborts opening. */
	readonly signal?: AbortSignal;
	/** Stops reading a text file; the rows read so far are used. */
	readonly stop?: AbortSignal;
	/** Called periodically while reading a text file. Parquet needs no progress. */
	readonly onProgress?: (progress: Progress) => void;
	/** How to read delimited text, if chosen by the user. */
	readonly as?: ReadAs | null;
}

/** An open file. After `close`, pending windows never resolve. */
export interface OpenedFile extends Pick<OtherFile, 'content' | 'bytes' | 'excerpt'> {
	/** Null: the file has no rows; `excerpt` has its beginning. */
	readonly source: RowSource | null;
	close(): void;
}

/** Rows the worker sends before they're requested; null if it can't read them. */
interface Prefetched {
	readonly window: CellWindow;
	readonly rows: Promise<CellValue[][] | null>;
}

const edges = ['rowStart', 'rowEnd', 'columnStart', 'columnEnd'] as const;

/** The page's end of a channel to a worker, which opens files. */
export function connectFiles(line: Line) {
	const renewals = new Map<number, () => Promise<string>>();
	const firsts = new Map<number, (rows: CellValue[][] | null) => void>();
	let lastFile = 0;
	let isWarm = false;
	const handlers: PageHandlers = {
		renew: (file) =>
			renewals
				.get(file)?.()
				.catch(() => null) ?? null,
		first: ({ file, rows }) => firsts.get(file)?.(rows),
	};
	const worker: Remote<FileHandlers> = connect(line, handlers);

	const runnerOf = (file: number): JobRunner => ({
		table: file,
		location: line,
		run: (name, input, work) => worker.call('job', { file, name, input }, work),
		make: async (name, input, work) => {
			lastFile += 1;
			const number = lastFile;
			const close = () => worker.send('close', number);
			try {
				const result = (await runnerOf(file).run(name, input(number), work)) as TableShape;
				const { columns, rowCount } = result;
				return { result, source: { ...sourceOf(number, { columns, rowCount }), close } };
			} catch (error) {
				close();
				throw error;
			}
		},
	});

	const firstRows = (file: number) =>
		new Promise<CellValue[][] | null>((resolve) => {
			firsts.set(file, (rows) => {
				firsts.delete(file);
				resolve(rows);
			});
		});

	const sourceOf = (file: number, table: TableShape, first: Prefetched | null = null): RowSource => {
		let prefetched = first;
		const rows: RowSource['rows'] = async (window, signal) => {
			const waiting = prefetched;
			if (waiting !== null && edges.every((edge) => waiting.window[edge] === window[edge])) {
				// Used once.
				prefetched = null;
				const came = await waiting.rows;
				signal.throwIfAborted();
				if (came !== null) return came;
			}
			return await worker.call('rows', { file, window }, { signal });
		};
		return workingSource({ ...table, rows }, runnerOf(file));
	};

	return {
		open: async ({
			url,
			renew,
			signal,
			stop,
			onProgress,
			as = null,
			fromBeginning = true,
		}: FileOptions): Promise<OpenedFile> => {
			lastFile += 1;
			const file = lastFile;
			if (renew !== undefined) renewals.set(file, renew);
			const end = () => worker.send('stop', file);
			const close = () => {
				renewals.delete(file);
				firsts.get(file)?.(null);
				worker.send('close', file);
			};
			stop?.addEventListener('abort', end, { once: true });
			try {
				const opened = await worker.call('open', { file, url, as, fromBeginning }, { signal, onProgress });
				const { content, bytes, table, excerpt, first: window } = opened;
				const first = window === null ? null : { window, rows: firstRows(file) };
				return { content, bytes, excerpt, source: table === null ? null : sourceOf(file, table, first), close };
			} catch (error) {
				close();
				throw error;
			} finally {
				stop?.removeEventListener('abort', end);
			}
		},
		/** Makes the worker read a file once, to compile its code. */
		warmUp: (url: string) => {
			if (!isWarm) worker.send('warmUp', url);
			isWarm = true;
		},
		fail: (error: SourceError) => {
			worker.fail(error);
			for (const come of firsts.values()) come(null);
		},
	};
}

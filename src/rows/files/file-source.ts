import type { Content, Excerpt, Progress, ReadAs, TableShape } from '../source/content.ts';
import type { CellValue, CellWindow, JobRunner, MadeShape, RowSource, Work } from '../source/row-source.ts';
import { SourceError } from '../source/source-error.ts';
import { workingSource } from '../source/working-source.ts';
import type { Line, Reply, Request } from '../worker/file-protocol.ts';

export interface FileOptions {
	/** A presigned address; it is asked without credentials. */
	readonly url: string;
	/** A fresh address of the same file, when the present one is refused. */
	readonly renew?: () => Promise<string>;
	/** Aborts opening. */
	readonly signal?: AbortSignal;
	/** Ends reading a text before its end; what was read becomes the rows. */
	readonly stop?: AbortSignal;
	/** Called now and then while a text is read; Parquet needs no such wait. */
	readonly onProgress?: (progress: Progress) => void;
	/** How to read delimited text, where a person decided. */
	readonly as?: ReadAs | null;
}

/** A file that was opened. After `close`, windows that are asked for never come. */
export interface OpenedFile {
	readonly content: Content;
	/** Size of the file; null where the store does not say it. */
	readonly bytes: number | null;
	/** Null: the file holds no rows. Its beginning is in `excerpt` then. */
	readonly source: RowSource | null;
	readonly excerpt: Excerpt | null;
	close(): void;
}

export type OpenFile = (options: FileOptions) => Promise<OpenedFile>;

interface Pending {
	resolve(reply: Reply): void;
	reject(error: unknown): void;
	readonly onProgress: Work['onProgress'];
}

/** Rows that come unasked; null when they do not. */
interface First {
	readonly window: CellWindow;
	readonly rows: Promise<CellValue[][] | null>;
}

const isSameWindow = (a: CellWindow | undefined, b: CellWindow): boolean =>
	a !== undefined &&
	a.rowStart === b.rowStart &&
	a.rowEnd === b.rowEnd &&
	a.columnStart === b.columnStart &&
	a.columnEnd === b.columnEnd;

/** The page's side of a line to a worker: gives the function that opens files there. */
export function connectFiles(line: Line): { open: OpenFile; fail: (error: SourceError) => void } {
	const pending = new Map<number, Pending>();
	const renewals = new Map<number, () => Promise<string>>();
	/** Called with the rows of a file that come unasked. */
	const firsts = new Map<number, (rows: CellValue[][] | null) => void>();
	const progressing = new Map<number, (progress: Progress) => void>();
	let lastId = 0;
	const post = (message: Request) => line.postMessage(message);

	const ask = (
		signal: AbortSignal | undefined,
		make: (id: number) => Request,
		onProgress?: Work['onProgress'],
	): Promise<Reply> => {
		signal?.throwIfAborted();
		lastId += 1;
		const id = lastId;
		return new Promise<Reply>((resolve, reject) => {
			const leave = () => {
				pending.delete(id);
				post({ kind: 'abort', id });
				reject(signal?.reason);
			};
			const settled =
				<T>(then: (value: T) => void) =>
				(value: T) => {
					signal?.removeEventListener('abort', leave);
					then(value);
				};
			signal?.addEventListener('abort', leave, { once: true });
			pending.set(id, { resolve: settled(resolve), reject: settled(reject), onProgress });
			post(make(id));
		});
	};

	const renew = async (file: number): Promise<void> => {
		const fresh = await (renewals.get(file)?.() ?? Promise.reject()).catch(() => null);
		post({ kind: 'renewed', file, url: fresh });
	};

	line.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
		if (data.kind === 'renew') return void renew(data.file);
		if (data.kind === 'progress') return progressing.get(data.file)?.(data.progress);
		if (data.kind === 'first') return firsts.get(data.file)?.(data.rows);
		const waiting = pending.get(data.id);
		if (data.kind === 'advanced') return waiting?.onProgress?.(data);
		pending.delete(data.id);
		if (data.kind === 'failed') waiting?.reject(new SourceError(data.code, data.message));
		else waiting?.resolve(data);
	});

	const runnerOf = (file: number): JobRunner => ({
		table: file,
		location: line,
		run: async (name, input, { signal, onProgress }) => {
			const reply = await ask(signal, (id) => ({ kind: 'job', id, file, name, input }), onProgress);
			return reply.kind === 'finished' ? reply.result : undefined;
		},
		make: async (name, input, work) => {
			lastId += 1;
			const number = lastId;
			const close = () => post({ kind: 'close', file: number });
			try {
				const result = (await runnerOf(file).run(name, input(number), work)) as MadeShape;
				const { columns, rowCount } = result;
				return { result, source: { ...sourceOf(number, { columns, rowCount }), close } };
			} catch (error) {
				close();
				throw error;
			}
		},
	});

	/** The rows of a window that come unasked. */
	const firstOf = (file: number, window: CellWindow | null): First | null => {
		if (window === null) return null;
		const rows = new Promise<CellValue[][] | null>((resolve) => {
			firsts.set(file, (came) => {
				firsts.delete(file);
				resolve(came);
			});
		});
		return { window, rows };
	};

	const sourceOf = (file: number, table: TableShape, first: First | null = null): RowSource => {
		let unasked = first;
		const rows: RowSource['rows'] = async (window, signal) => {
			const coming = isSameWindow(unasked?.window, window) ? unasked : null;
			if (coming !== null) {
				// once: who asks again has forgotten them
				unasked = null;
				const came = await coming.rows;
				signal.throwIfAborted();
				if (came !== null) return came;
			}
			const reply = await ask(signal, (id) => ({ kind: 'rows', id, file, window }));
			return reply.kind === 'rows' ? reply.rows : [];
		};
		return workingSource({ ...table, rows }, runnerOf(file));
	};

	const open: OpenFile = async ({ url, renew: fresh, signal, stop, onProgress, as = null }) => {
		lastId += 1;
		const file = lastId;
		if (fresh !== undefined) renewals.set(file, fresh);
		if (onProgress !== undefined) progressing.set(file, onProgress);
		const end = () => post({ kind: 'stop', file });
		stop?.addEventListener('abort', end, { once: true });
		const settle = () => {
			progressing.delete(file);
			stop?.removeEventListener('abort', end);
		};
		const close = () => {
			settle();
			renewals.delete(file);
			firsts.get(file)?.(null);
			post({ kind: 'close', file });
		};
		try {
			const opened = await ask(signal, (id) => ({ kind: 'open', id, file, url, as }));
			if (opened.kind !== 'opened') throw new SourceError('UNSUPPORTED', 'The file could not be opened.');
			settle();
			const { content, bytes, table, excerpt } = opened;
			const source = table === null ? null : sourceOf(file, table, firstOf(file, opened.first));
			return { content, bytes, excerpt, source, close };
		} catch (error) {
			close();
			throw error;
		}
	};

	return {
		open,
		fail: (error) => {
			for (const waiting of pending.values()) waiting.reject(error);
			for (const come of firsts.values()) come(null);
			pending.clear();
		},
	};
}

import { ParquetFile } from '../parquet/parquet-file.ts';
import type { CellValue, CellWindow } from '../row-source.ts';
import type { Progress, ReadAs, TableShape } from './content.ts';
import type { Line, Reply, Request } from './protocol.ts';
import { RangeFile } from './range-file.ts';
import { readOther } from './read-other.ts';
import { SourceError } from './source-error.ts';

interface Rows {
	rows(window: CellWindow, signal: AbortSignal): CellValue[][] | Promise<CellValue[][]>;
}

/** A file that the page has open. */
interface Opened {
	/** Its rows, once they are there; null: it has none. */
	table: Rows | null;
	readonly closing: AbortController;
	readonly stopping: AbortController;
	/** Those who wait for a fresh address; requests that fail at the same time ask for one. */
	readonly waiting: ((url: string | null) => void)[];
}

/** The worker's side: answers requests for any number of files. */
export function serveFiles(line: Line): void {
	const files = new Map<number, Opened>();
	const running = new Map<number, AbortController>();
	const reply = (message: Reply) => line.postMessage(message);

	const open = async (id: number, file: number, url: string, as: ReadAs | null): Promise<void> => {
		const waiting: Opened['waiting'] = [];
		const renew = () =>
			new Promise<string>((resolve, reject) => {
				waiting.push((fresh) => (fresh === null ? reject(noFreshAddress()) : resolve(fresh)));
				if (waiting.length === 1) reply({ kind: 'renew', file });
			});
		const bytes = new RangeFile({ url, renew });
		const opened: Opened = { table: null, closing: new AbortController(), stopping: new AbortController(), waiting };
		files.set(file, opened);
		const { signal } = opened.closing;
		const read = await openParquet(bytes, signal);
		if (read !== null) {
			opened.table = read;
			const content = { format: 'Parquet', extension: 'parquet', remarks: [], rivals: [] };
			return reply({ kind: 'opened', id, content, bytes: bytes.size, table: shapeOf(read), excerpt: null });
		}
		const onProgress = (progress: Progress) => reply({ kind: 'progress', file, progress });
		const other = await readOther(bytes, { signal, stop: opened.stopping.signal, onProgress, as });
		opened.table = other.table;
		const { content, table, excerpt } = other;
		reply({ kind: 'opened', id, content, bytes: other.bytes, table: table === null ? null : shapeOf(table), excerpt });
	};

	const rows = async (id: number, file: number, window: CellWindow): Promise<void> => {
		const opened = files.get(file);
		if (opened?.table == null) return;
		const controller = new AbortController();
		running.set(id, controller);
		const signal = AbortSignal.any([controller.signal, opened.closing.signal]);
		try {
			const answer = await opened.table.rows(window, signal);
			if (!signal.aborted) reply({ kind: 'rows', id, rows: answer });
		} catch (error) {
			if (!signal.aborted) throw error;
		} finally {
			running.delete(id);
		}
	};

	const fail = (id: number) => (error: unknown) => {
		const code = error instanceof SourceError ? error.code : 'UNSUPPORTED';
		const message = error instanceof Error ? error.message : String(error);
		reply({ kind: 'failed', id, code, message });
	};

	line.addEventListener('message', ({ data }: MessageEvent<Request>) => {
		switch (data.kind) {
			case 'open':
				return void open(data.id, data.file, data.url, data.as).catch(fail(data.id));
			case 'rows':
				return void rows(data.id, data.file, data.window).catch(fail(data.id));
			case 'abort':
				return running.get(data.id)?.abort();
			case 'stop':
				return files.get(data.file)?.stopping.abort();
			case 'renewed':
				for (const answer of files.get(data.file)?.waiting.splice(0) ?? []) answer(data.url);
				return;
			case 'close':
				files.get(data.file)?.closing.abort();
				files.delete(data.file);
		}
	});
}

/** Null for what is not Parquet. It is tried first: it is what outputs are nearly always, and its end tells, not its beginning. */
async function openParquet(bytes: RangeFile, signal: AbortSignal): Promise<ParquetFile | null> {
	try {
		return await ParquetFile.open(bytes, signal);
	} catch (error) {
		if (error instanceof SourceError && error.code === 'NOT_PARQUET') return null;
		throw error;
	}
}

const shapeOf = ({ columns, rowCount }: TableShape): TableShape => ({
	columns: columns.map(({ name, type, kind, extremes }) => ({ name, type, kind, ...(extremes && { extremes }) })),
	rowCount,
});

const noFreshAddress = () => new SourceError('REFUSED', 'The link expired and a fresh one could not be had.');

import { ParquetFile } from '../parquet/parquet-file.ts';
import type { CellWindow } from '../row-source.ts';
import type { Line, Reply, Request } from './protocol.ts';
import { RangeFile } from './range-file.ts';
import { SourceError } from './source-error.ts';

/** A file that the page has open. */
interface Opened {
	readonly bytes: RangeFile;
	readonly table: Promise<ParquetFile>;
	readonly closing: AbortController;
	/** Those who wait for a fresh address; requests that fail at the same time ask for one. */
	readonly waiting: ((url: string | null) => void)[];
}

/** The worker's side: answers requests for any number of files. */
export function serveFiles(line: Line): void {
	const files = new Map<number, Opened>();
	const running = new Map<number, AbortController>();
	const reply = (message: Reply) => line.postMessage(message);

	const open = async (id: number, file: number, url: string): Promise<void> => {
		const waiting: Opened['waiting'] = [];
		const renew = () =>
			new Promise<string>((resolve, reject) => {
				waiting.push((fresh) => (fresh === null ? reject(noFreshAddress()) : resolve(fresh)));
				if (waiting.length === 1) reply({ kind: 'renew', file });
			});
		const closing = new AbortController();
		const bytes = new RangeFile({ url, renew });
		const table = ParquetFile.open(bytes, closing.signal);
		files.set(file, { bytes, table, closing, waiting });
		const { columns, rowCount } = await table;
		const plain = columns.map(({ name, type, kind }) => ({ name, type, kind }));
		reply({ kind: 'opened', id, columns: plain, rowCount, bytes: bytes.size });
	};

	const rows = async (id: number, file: number, window: CellWindow): Promise<void> => {
		const opened = files.get(file);
		if (opened === undefined) return;
		const controller = new AbortController();
		running.set(id, controller);
		const signal = AbortSignal.any([controller.signal, opened.closing.signal]);
		try {
			const answer = await (await opened.table).rows(window, signal);
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
				return void open(data.id, data.file, data.url).catch(fail(data.id));
			case 'rows':
				return void rows(data.id, data.file, data.window).catch(fail(data.id));
			case 'abort':
				return running.get(data.id)?.abort();
			case 'renewed':
				for (const answer of files.get(data.file)?.waiting.splice(0) ?? []) answer(data.url);
				return;
			case 'close':
				files.get(data.file)?.closing.abort();
				files.delete(data.file);
		}
	});
}

const noFreshAddress = () => new SourceError('REFUSED', 'The link expired and a fresh one could not be had.');

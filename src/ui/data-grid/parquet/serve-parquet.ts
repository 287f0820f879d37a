import type { CellValue, CellWindow } from '../row-source.ts';
import { ParquetFile } from './parquet-file.ts';
import type { Line, Reply, Request } from './protocol.ts';
import { RangeFile } from './range-file.ts';
import { SourceError } from './source-error.ts';

/** The worker's side: one file a worker. */
export function serveParquet(line: Line): void {
	const running = new Map<number, AbortController>();
	const waiting: ((url: string | null) => void)[] = [];
	let file: Promise<ParquetFile> | null = null;
	const reply = (message: Reply) => line.postMessage(message);

	/** Requests that fail at the same time ask for one fresh address. */
	const renew = () =>
		new Promise<string>((resolve, reject) => {
			waiting.push((url) => (url === null ? reject(noFreshAddress()) : resolve(url)));
			if (waiting.length === 1) reply({ kind: 'renew' });
		});

	const open = async (id: number, url: string): Promise<void> => {
		const bytes = new RangeFile({ url, renew });
		file = ParquetFile.open(bytes);
		const { columns, rowCount } = await file;
		const plain = columns.map(({ name, type, kind }) => ({ name, type, kind }));
		reply({ kind: 'opened', id, columns: plain, rowCount, bytes: bytes.size });
	};

	const rows = async (id: number, window: CellWindow): Promise<void> => {
		if (file === null) throw new Error('No file was opened.');
		const controller = new AbortController();
		running.set(id, controller);
		try {
			const answer: CellValue[][] = await (await file).rows(window, controller.signal);
			if (!controller.signal.aborted) reply({ kind: 'rows', id, rows: answer });
		} catch (error) {
			if (!controller.signal.aborted) throw error;
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
		if (data.kind === 'open') void open(data.id, data.url).catch(fail(data.id));
		else if (data.kind === 'rows') void rows(data.id, data.window).catch(fail(data.id));
		else if (data.kind === 'abort') running.get(data.id)?.abort();
		else for (const answer of waiting.splice(0)) answer(data.url);
	});
}

const noFreshAddress = () => new SourceError('REFUSED', 'The link expired and a fresh one could not be had.');

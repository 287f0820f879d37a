import type { CellValue, CellWindow, RowSource } from '../row-source.ts';
import type { Line, Reply, Request } from './protocol.ts';
import { SourceError } from './source-error.ts';

export interface ParquetOptions {
	/** A presigned address; it is asked without credentials. */
	readonly url: string;
	/** A fresh address of the same file, when the present one is refused. */
	readonly renew?: () => Promise<string>;
	/** Aborts opening. */
	readonly signal?: AbortSignal;
}

/** Rows of a Parquet file. `close` ends its worker; windows that are asked for after that never come. */
export interface ParquetSource extends RowSource {
	/** Size of the file; null where the store does not say it. */
	readonly bytes: number | null;
	close(): void;
}

/** Opens a Parquet file in a worker of its own; resolves when its columns are known. @throws SourceError */
export async function openParquet(options: ParquetOptions): Promise<ParquetSource> {
	const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'parquet' });
	const broken = new Promise<never>((_, reject) => {
		worker.addEventListener('error', (event) => {
			event.preventDefault();
			reject(
				new SourceError('UNSUPPORTED', 'The part of this page that reads files could not be started. Reload the page.'),
			);
		});
	});
	try {
		return await Promise.race([connectParquet(worker, () => worker.terminate(), options), broken]);
	} catch (error) {
		worker.terminate();
		throw error;
	}
}

/** The page's side of a line to a worker. */
export async function connectParquet(
	line: Line,
	close: () => void,
	{ url, renew, signal }: ParquetOptions,
): Promise<ParquetSource> {
	const pending = new Map<number, { resolve: (reply: Reply) => void; reject: (error: unknown) => void }>();
	let lastId = 0;
	const post = (message: Request) => line.postMessage(message);

	const ask = (make: (id: number) => Request, abort: AbortSignal | undefined): Promise<Reply> => {
		abort?.throwIfAborted();
		lastId += 1;
		const id = lastId;
		return new Promise<Reply>((resolve, reject) => {
			const leave = () => {
				pending.delete(id);
				post({ kind: 'abort', id });
				reject(abort?.reason);
			};
			const settle = () => abort?.removeEventListener('abort', leave);
			abort?.addEventListener('abort', leave, { once: true });
			pending.set(id, {
				resolve: (reply) => {
					settle();
					resolve(reply);
				},
				reject: (error) => {
					settle();
					reject(error);
				},
			});
			post(make(id));
		});
	};

	line.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
		if (data.kind === 'renew') {
			const fresh = renew === undefined ? Promise.resolve(null) : renew().catch(() => null);
			void fresh.then((address) => post({ kind: 'renewed', url: address }));
			return;
		}
		const waiting = pending.get(data.id);
		pending.delete(data.id);
		if (data.kind === 'failed') waiting?.reject(new SourceError(data.code, data.message));
		else waiting?.resolve(data);
	});

	const opened = await ask((id) => ({ kind: 'open', id, url }), signal);
	if (opened.kind !== 'opened') throw new SourceError('UNSUPPORTED', 'The file could not be opened.');
	return {
		columns: opened.columns,
		rowCount: opened.rowCount,
		bytes: opened.bytes,
		async rows(window: CellWindow, abort: AbortSignal): Promise<CellValue[][]> {
			const reply = await ask((id) => ({ kind: 'rows', id, window }), abort);
			return reply.kind === 'rows' ? reply.rows : [];
		},
		close,
	};
}

import type { RowSource } from '../row-source.ts';
import type { Line, Reply, Request } from './protocol.ts';
import { SourceError } from './source-error.ts';

export interface FileOptions {
	/** A presigned address; it is asked without credentials. */
	readonly url: string;
	/** A fresh address of the same file, when the present one is refused. */
	readonly renew?: () => Promise<string>;
	/** Aborts opening. */
	readonly signal?: AbortSignal;
}

/** Rows of a Parquet file. After `close`, windows that are asked for never come. */
export interface FileSource extends RowSource {
	/** Size of the file; null where the store does not say it. */
	readonly bytes: number | null;
	close(): void;
}

export type OpenFile = (options: FileOptions) => Promise<FileSource>;

interface Pending {
	resolve(reply: Reply): void;
	reject(error: unknown): void;
}

/** The page's side of a line to a worker: gives the function that opens files there. */
export function connectFiles(line: Line): { open: OpenFile; fail: (error: SourceError) => void } {
	const pending = new Map<number, Pending>();
	const renewals = new Map<number, () => Promise<string>>();
	let lastId = 0;
	const post = (message: Request) => line.postMessage(message);

	const ask = (signal: AbortSignal | undefined, make: (id: number) => Request): Promise<Reply> => {
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
			pending.set(id, { resolve: settled(resolve), reject: settled(reject) });
			post(make(id));
		});
	};

	const renew = async (file: number): Promise<void> => {
		const fresh = await (renewals.get(file)?.() ?? Promise.reject()).catch(() => null);
		post({ kind: 'renewed', file, url: fresh });
	};

	line.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
		if (data.kind === 'renew') return void renew(data.file);
		const waiting = pending.get(data.id);
		pending.delete(data.id);
		if (data.kind === 'failed') waiting?.reject(new SourceError(data.code, data.message));
		else waiting?.resolve(data);
	});

	const open: OpenFile = async ({ url, renew: fresh, signal }) => {
		lastId += 1;
		const file = lastId;
		if (fresh !== undefined) renewals.set(file, fresh);
		const close = () => {
			renewals.delete(file);
			post({ kind: 'close', file });
		};
		try {
			const opened = await ask(signal, (id) => ({ kind: 'open', id, file, url }));
			if (opened.kind !== 'opened') throw new SourceError('UNSUPPORTED', 'The file could not be opened.');
			const { columns, rowCount, bytes } = opened;
			return {
				columns,
				rowCount,
				bytes,
				rows: async (window, abort) => {
					const reply = await ask(abort, (id) => ({ kind: 'rows', id, file, window }));
					return reply.kind === 'rows' ? reply.rows : [];
				},
				close,
			};
		} catch (error) {
			close();
			throw error;
		}
	};

	return {
		open,
		fail: (error) => {
			for (const waiting of pending.values()) waiting.reject(error);
			pending.clear();
		},
	};
}

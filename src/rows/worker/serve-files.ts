import { RangeFile } from '../bytes/range-file.ts';
import { ParquetFile } from '../formats/parquet/parquet-file.ts';
import { warmUp } from '../formats/parquet/warm-up.ts';
import type { Progress, ReadAs } from '../source/content.ts';
import type { Jobs } from '../source/job.ts';
import type { CellWindow, Work } from '../source/row-source.ts';
import { runJob } from '../source/run-job.ts';
import { SourceError } from '../source/source-error.ts';
import { shapeOf, type WorkerTable } from '../source/worker-table.ts';
import type { Line, Reply, Request } from './file-protocol.ts';
import { readOther } from './read-other.ts';

/** A file that the page has open, or rows that a job made of one. */
interface Opened {
	/** Its rows, once they are there; null: it has none. */
	table: WorkerTable | null;
	/** Numbers of what was made of its rows. */
	readonly made: Set<number>;
	readonly closing: AbortController;
	readonly stopping: AbortController;
	/** Those who wait for a fresh address; requests that fail at the same time ask for one. */
	readonly waiting: ((url: string | null) => void)[];
}

/** As much as a grid asks for at a time. */
const firstTile = { rows: 128, columns: 12 };

/** The worker's side: answers requests for any number of files. @param jobs what can be done with their rows */
export function serveFiles(line: Line, jobs: Jobs): void {
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
		const opened = newlyOpened(waiting);
		files.set(file, opened);
		const { signal } = opened.closing;
		const read = await openParquet(bytes, signal);
		if (read !== null) {
			opened.table = read;
			const content = { format: 'Parquet', extension: 'parquet', remarks: [], rivals: [] };
			const first = firstWindow(read);
			reply({ kind: 'opened', id, content, bytes: bytes.size, table: shapeOf(read), excerpt: null, first });
			if (first !== null) reply({ kind: 'first', file, rows: await read.rows(first, signal).catch(() => null) });
			return;
		}
		const onProgress = (progress: Progress) => reply({ kind: 'progress', file, progress });
		const other = await readOther(bytes, { signal, stop: opened.stopping.signal, onProgress, as });
		opened.table = other.table;
		const { content, table, excerpt } = other;
		const shape = table === null ? null : shapeOf(table);
		reply({ kind: 'opened', id, content, bytes: other.bytes, table: shape, excerpt, first: null });
	};

	/** Answers with what is made of a file's rows, unless nobody waits for it any more. */
	const answer = async (
		id: number,
		file: number,
		make: (table: WorkerTable, signal: AbortSignal) => Promise<Reply>,
	): Promise<void> => {
		const opened = files.get(file);
		if (opened?.table == null) return;
		const controller = new AbortController();
		running.set(id, controller);
		const signal = AbortSignal.any([controller.signal, opened.closing.signal]);
		try {
			const made = await make(opened.table, signal);
			if (!signal.aborted) reply(made);
		} catch (error) {
			if (!signal.aborted) throw error;
		} finally {
			running.delete(id);
		}
	};

	const rows = (id: number, file: number, window: CellWindow): Promise<void> =>
		answer(id, file, async (table, signal) => ({ kind: 'rows', id, rows: await table.rows(window, signal) }));

	const job = (id: number, file: number, name: string, input: unknown): Promise<void> =>
		answer(id, file, async (table, signal) => {
			const onProgress: Work['onProgress'] = ({ done, total }) => reply({ kind: 'advanced', id, done, total });
			const made = (number: number, its: WorkerTable) => {
				signal.throwIfAborted();
				files.get(file)?.made.add(number);
				files.set(number, { ...newlyOpened([]), table: its });
			};
			const result = await runJob(jobs, name, input, {
				table,
				work: { signal, onProgress },
				other: (number) => files.get(number)?.table,
				keep: made,
			});
			return { kind: 'finished', id, result };
		});

	const close = (file: number): void => {
		const opened = files.get(file);
		files.delete(file);
		opened?.closing.abort();
		opened?.table?.close?.();
		for (const made of opened?.made ?? []) close(made);
	};

	/** Nothing is lost when warming up fails. */
	const prepare = async (url: string): Promise<void> => {
		const isWanted = () => files.size === 0;
		try {
			const answer = await fetch(url);
			if (answer.ok) await warmUp(await answer.arrayBuffer(), isWanted);
		} catch {
			// what is read next says what is wrong
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
			case 'job':
				return void job(data.id, data.file, data.name, data.input).catch(fail(data.id));
			case 'warmUp':
				return void prepare(data.url);
			case 'abort':
				return running.get(data.id)?.abort();
			case 'stop':
				return files.get(data.file)?.stopping.abort();
			case 'renewed':
				for (const answer of files.get(data.file)?.waiting.splice(0) ?? []) answer(data.url);
				return;
			case 'close':
				close(data.file);
		}
	});
}

const newlyOpened = (waiting: Opened['waiting']): Opened => ({
	table: null,
	made: new Set(),
	closing: new AbortController(),
	stopping: new AbortController(),
	waiting,
});

/** What will be asked for first; null where there is nothing to read. It is read while the page makes room for it. */
function firstWindow(table: WorkerTable): CellWindow | null {
	const rowEnd = Math.min(table.rowCount, firstTile.rows);
	const columnEnd = Math.min(table.columns.length, firstTile.columns);
	return rowEnd === 0 || columnEnd === 0 ? null : { rowStart: 0, rowEnd, columnStart: 0, columnEnd };
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

const noFreshAddress = () => new SourceError('REFUSED', 'The link expired and a fresh one could not be had.');

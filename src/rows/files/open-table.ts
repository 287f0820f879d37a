import { startWorker } from '../../lib/start-worker.ts';
import { TableProblem } from '../formats/table/read-options.ts';
import type { Ask, Line, WorkerMessage } from '../worker/table-protocol.ts';
import tablesWorker from '../worker/tables-worker.ts?worker&url';
import type { CheckTableFile, OpenTableFile } from './table-file.ts';

interface Waiting {
	resolve(told: WorkerMessage): void;
	reject(error: Error): void;
	onProgress(bytes: number): void;
}

interface TableWorker {
	open: OpenTableFile;
	check: CheckTableFile;
}

/** The page's side of a line to a worker. */
export function connectTables(line: Line): TableWorker & { fail: (message: string) => void } {
	const waiting = new Map<number, Waiting>();
	let last = 0;
	const post = (ask: Ask) => line.postMessage(ask);

	line.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
		const found = waiting.get(data.id);
		if (data.kind === 'progress') return found?.onProgress(data.bytes);
		waiting.delete(data.id);
		if (data.kind === 'failed') found?.reject(new TableProblem(data.message));
		else found?.resolve(data);
	});

	function ask(make: (id: number) => Ask, signal: AbortSignal, onProgress: (bytes: number) => void = () => {}) {
		signal.throwIfAborted();
		last += 1;
		const id = last;
		return new Promise<WorkerMessage>((resolve, reject) => {
			waiting.set(id, { resolve, reject, onProgress });
			const leave = () => {
				waiting.delete(id);
				post({ kind: 'abort', id });
				reject(signal.reason);
			};
			signal.addEventListener('abort', leave, { once: true });
			post(make(id));
		});
	}

	const open: OpenTableFile = async (blob, choices, signal, onProgress) => {
		last += 1;
		const file = last;
		const told = await ask((id) => ({ kind: 'inspect', id, file, blob, choices }), signal, onProgress);
		if (told.kind !== 'inspected') throw new TableProblem('The file could not be read.');
		return {
			inspection: told.inspection,
			rows: async (from, count, left) => {
				const answer = await ask((id) => ({ kind: 'read', id, file, from, count }), left);
				return answer.kind === 'rows' ? answer.rows : [];
			},
			filtered: async (filter, from, count, work) => {
				const answer = await ask(
					(id) => ({ kind: 'filter', id, file, filter, from, count }),
					work.signal,
					work.onProgress,
				);
				return answer.kind === 'filtered' ? answer.found : { rows: [], isFull: false };
			},
			close: () => post({ kind: 'close', file }),
		};
	};
	const check: CheckTableFile = async (blob, choices, types, signal) => {
		const answer = await ask((id) => ({ kind: 'check', id, blob, choices, types }), signal);
		if (answer.kind !== 'checked') throw new TableProblem("The file couldn't be checked.");
		return answer.misfits;
	};
	const fail = (message: string) => {
		for (const it of waiting.values()) it.reject(new TableProblem(message));
		waiting.clear();
	};
	return { open, check, fail };
}

let started: TableWorker | null = null;

/** Reads a file in the page's worker for tables, which is started when it is first needed. */
export const openTable: OpenTableFile = async (...args) => {
	started ??= start();
	return await started.open(...args);
};

/** Counts the values of a file that don't fit types, in the same worker. */
export const checkTable: CheckTableFile = async (...args) => {
	started ??= start();
	return await started.check(...args);
};

function start(): TableWorker {
	const worker = startWorker(tablesWorker, 'tables');
	const { open, check, fail } = connectTables(worker);
	worker.addEventListener('error', (event) => {
		event.preventDefault();
		started = null;
		worker.terminate();
		fail('The part of this page that reads files failed. Choose the file again, or reload the page.');
	});
	return { open, check };
}

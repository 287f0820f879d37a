import { openReader } from '../formats/open-reader.ts';
import type { TableReader } from '../formats/table/read-options.ts';
import { countMisfits, filterRows, inspect, RowCursor } from '../operations/inspect/inspect.ts';
import type { Ask, Line, WorkerMessage } from './table-protocol.ts';

/** Progress is told no more often than so, ms. */
const often = 100;

/** The worker's side: reads files that the page hands over. */
export function serveTables(line: Line): void {
	const running = new Map<number, AbortController>();
	const files = new Map<number, { reader: TableReader; cursor: RowCursor }>();
	const tell = (message: WorkerMessage) => line.postMessage(message);

	async function answer(ask: Exclude<Ask, { kind: 'abort' | 'close' }>, signal: AbortSignal): Promise<WorkerMessage> {
		const { id } = ask;
		if (ask.kind === 'check') {
			const misfits = await countMisfits(await openReader(ask.blob, ask.choices), ask.types, signal);
			return { kind: 'checked', id, misfits };
		}
		const { file } = ask;
		let told = performance.now();
		const onProgress = (bytes: number) => {
			if (performance.now() - told < often) return;
			told = performance.now();
			tell({ kind: 'progress', id, bytes });
		};
		if (ask.kind === 'inspect') {
			files.delete(file);
			const inspection = await inspect(await openReader(ask.blob, ask.choices), signal, onProgress);
			const reader = await openReader(ask.blob, inspection.how);
			// Nobody would close it.
			signal.throwIfAborted();
			files.set(file, { reader, cursor: new RowCursor(reader) });
			return { kind: 'inspected', id, inspection };
		}
		const open = files.get(file);
		if (open === undefined) throw new Error('The file is not open any more. Choose it again.');
		if (ask.kind === 'filter') {
			const { filter, from, count } = ask;
			return {
				kind: 'filtered',
				id,
				found: await filterRows(open.reader, filter, from, count, { signal, onProgress }),
			};
		}
		const rows = await open.cursor.read(ask.from, ask.count, signal);
		return { kind: 'rows', id, rows, names: open.reader.names };
	}

	line.addEventListener('message', ({ data }: MessageEvent<Ask>) => {
		if (data.kind === 'abort') return running.get(data.id)?.abort();
		if (data.kind === 'close') return void files.delete(data.file);
		const controller = new AbortController();
		running.set(data.id, controller);
		answer(data, controller.signal)
			.then(tell, (error: unknown) => {
				tell({ kind: 'failed', id: data.id, message: error instanceof Error ? error.message : String(error) });
			})
			.finally(() => running.delete(data.id));
	});
}

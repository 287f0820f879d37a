import { throttle } from '#lib/concurrency/throttle.ts';
import { openReader } from '../formats/open-reader.ts';
import type { Choices, TableReader } from '../formats/table/read-options.ts';
import { countMisfits, filterRows, inspect, RowCursor, type RowFilter } from '../operations/inspect/inspect.ts';
import { type CallContext, connect, type Line } from './calls.ts';

export type TableHandlers = ReturnType<typeof serveTables>;

interface Span {
	readonly file: number;
	readonly from: number;
	readonly count: number;
}

/** The worker's end: reads files from the page. Numbers for files are chosen by the page. */
export function serveTables(line: Line) {
	const files = new Map<number, { reader: TableReader; cursor: RowCursor }>();
	const openFile = (file: number) => {
		const open = files.get(file);
		if (open === undefined) throw new Error('The file has been closed. Choose it again.');
		return open;
	};
	const handlers = {
		inspect: async (
			{ file, blob, choices }: { readonly file: number; readonly blob: Blob; readonly choices: Choices },
			{ signal, onProgress }: CallContext,
		) => {
			files.delete(file);
			const inspection = await inspect(await openReader(blob, choices), signal, throttle(onProgress));
			const reader = await openReader(blob, inspection.options);
			// Otherwise it would never be closed.
			signal.throwIfAborted();
			files.set(file, { reader, cursor: new RowCursor(reader) });
			return inspection;
		},
		read: ({ file, from, count }: Span, { signal }: CallContext) => openFile(file).cursor.read(from, count, signal),
		filter: (
			{ file, filter, from, count }: Span & { readonly filter: RowFilter },
			{ signal, onProgress }: CallContext,
		) => filterRows(openFile(file).reader, filter, from, count, { signal, onProgress: throttle(onProgress) }),
		check: async (
			{ blob, choices, types }: { readonly blob: Blob; readonly choices: Choices; readonly types: readonly string[] },
			{ signal }: CallContext,
		) => await countMisfits(await openReader(blob, choices), types, signal),
		close: (file: number) => void files.delete(file),
	};
	connect(line, handlers);
	return handlers;
}

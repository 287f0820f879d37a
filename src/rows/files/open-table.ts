import type { Choices } from '../formats/table/read-options.ts';
import type { FilterWork, RowFilter } from '../operations/inspect/inspect.ts';
import { connect, type Line } from '../worker/calls.ts';
import type { TableHandlers } from '../worker/serve-tables.ts';
import tablesWorker from '../worker/tables-worker.ts?worker&url';
import { createWorkerStarter } from './start-worker.ts';

const startTables = createWorkerStarter(
	tablesWorker,
	'tables',
	'The file reader failed. Choose the file again, or reload the page.',
	(line: Line) => connect<TableHandlers>(line, {}),
);

let lastFile = 0;

/** A completely read file with random access to its rows. */
export type OpenTable = Awaited<ReturnType<typeof openTable>>;

/** Reads a file in the page's table worker, which starts on demand. @throws SourceError, AbortError */
export async function openTable(
	blob: Blob,
	choices: Choices,
	signal: AbortSignal,
	onProgress: (bytes: number) => void,
) {
	const worker = startTables();
	lastFile += 1;
	const file = lastFile;
	return {
		inspection: await worker.call('inspect', { file, blob, choices }, { signal, onProgress }),
		/** Rows starting at a position, with column names. Undefined: the record lacks the field. */
		rows: (from: number, count: number, signal: AbortSignal) => worker.call('read', { file, from, count }, { signal }),
		/** The first `count` rows from a position that pass a filter. @throws SourceError, AbortError */
		filtered: (filter: RowFilter, from: number, count: number, work: FilterWork) =>
			worker.call('filter', { file, filter, from, count }, work),
		close: () => worker.send('close', file),
	};
}

/**
 * Counts values in a file that don't fit their columns' types, in the same worker.
 * @param types of the columns, in order; empty: any value fits
 * @throws SourceError, AbortError
 */
export const checkTable = (blob: Blob, choices: Choices, types: readonly string[], signal: AbortSignal) =>
	startTables().call('check', { blob, choices, types }, { signal });

import { closeOnAbort, useTask } from '../../../data-views/use-task.ts';
import { randomId } from '../../../lib/random-id.ts';
import { type Choices, type Inspection, type OpenTable, openTable } from '../../../rows/index.ts';

export interface Source {
	readonly blob: Blob;
	/** Display name: a file name, or "Pasted text". */
	readonly name: string;
}

export interface ReadFile extends Source {
	readonly id: string;
	readonly inspection: Inspection;
}

interface ReadTable {
	readonly file: ReadFile;
	readonly choices: Choices;
	readonly table: OpenTable;
}

interface Reached {
	readonly source: Source;
	readonly bytes: number;
}

/** Reads pasted, dropped or chosen data in a worker, one at a time. */
export function useReading(onRead: (table: OpenTable, file: ReadFile) => Promise<void>) {
	const { task, run, cancel } = useTask<ReadTable, Reached>(null);
	const read = (source: Source, choices: Choices = {}) =>
		run(async (signal, onProgress) => {
			const { blob, name } = source;
			onProgress({ source, bytes: 0 });
			const table = await openTable(blob, choices, signal, (bytes) => onProgress({ source, bytes }));
			closeOnAbort(signal, table);
			const file = { id: randomId(), blob, name, inspection: table.inspection };
			await onRead(table, file);
			return { file, choices, table };
		});
	return { reading: task, read, cancel };
}

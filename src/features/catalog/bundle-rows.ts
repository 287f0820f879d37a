import { type DatasetSchema, getRows, maxRowsAtOnce } from '#contract/dataset.ts';
import { call } from '../../api/http.ts';
import { exportRows } from '../../ui/data-grid/export/export-job.ts';
import type { WorkerTable } from '../../ui/data-grid/files/worker-table.ts';
import { cellReader, kindOfType } from './cell-values.ts';

/**
 * All rows of a dataset as a Parquet file, read from the service a piece at a time.
 * @throws ApiError, AbortError, Error in words where a type does not fit or the rows changed meanwhile
 */
export async function datasetAsParquet(
	schema: DatasetSchema,
	signal: AbortSignal,
	onProgress: (done: number) => void,
): Promise<Blob> {
	const table = tableOf(schema);
	return await exportRows(
		{ format: 'parquet', columns: schema.columns.map((_, index) => index), guardFormulas: false },
		{
			table,
			signal,
			progress: onProgress,
			pause: async () => {
				await new Promise((resolve) => setTimeout(resolve));
				signal.throwIfAborted();
			},
			other: () => table,
			keep: () => {},
		},
	);
}

function tableOf({ owner: username, namespace, datasetName, columns, rows: rowCount }: DatasetSchema): WorkerTable {
	const readers = columns.map(({ type }) => cellReader(type));
	const params = { username, namespace, datasetName };
	return {
		columns: columns.map(({ name, type }) => ({ name, type, kind: kindOfType(type) })),
		rowCount,
		rows: () => [],
		async *scan(wanted, signal) {
			for (let start = 0; start < rowCount; ) {
				const query = { offset: String(start), limit: String(maxRowsAtOnce) };
				const { rows, total } = await call(getRows, { params, query }, { signal });
				if (total !== rowCount || rows.length === 0) throw new Error('Its rows changed while they were read.');
				const stores = wanted.map((column) => {
					const { name = '' } = columns[column] ?? {};
					const read = readers[column];
					return { value: (row: number) => read?.(rows[row]?.[name]) ?? null };
				});
				yield { start, rows: rows.length, stores };
				start += rows.length;
			}
		},
	};
}

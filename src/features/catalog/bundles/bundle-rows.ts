import type { DatasetSchema } from '#contract/dataset.ts';
import { exportRows } from '../../../rows/index.ts';
import { serviceTable } from '../dataset/service-table.ts';

/**
 * All rows of a dataset as a Parquet file, read from the service a piece at a time.
 * @throws ApiError, AbortError, Error in words where a type does not fit or the rows changed meanwhile
 */
export async function datasetAsParquet(
	schema: DatasetSchema,
	signal: AbortSignal,
	onProgress: (done: number) => void,
): Promise<Blob> {
	const table = serviceTable(schema, schema, {});
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

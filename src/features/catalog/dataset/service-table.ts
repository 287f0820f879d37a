import { type DatasetCoordinate, type DatasetRows, getRows, getSchema, maxRowsAtOnce } from '#contract/dataset.ts';
import { isApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/http.ts';
import { readAgain } from '../../../api/retry.ts';
import { cellReader, kindOfType, type WorkerTable } from '../../../rows/index.ts';
import { datasetParams } from '../../names/queries.ts';

/** Which rows of a dataset, in the words of the service (contract, `getRows`). */
export interface RowsQuery {
	readonly sort?: string;
	readonly filter?: string;
}

export interface DatasetShape {
	readonly columns: readonly { readonly name: string; readonly type: string }[];
	/** How many rows the query gives. */
	readonly rows: number;
	/** Of the rows: they are other rows when it is another. */
	readonly version: number;
}

const replaced = 'The rows were replaced while they were read. Load the page anew.';

/**
 * All rows of a dataset, read from the service a piece at a time in their order, for work that needs every one of them:
 * nothing is kept. Rows that changed meanwhile are an error, never a mixture.
 */
export function serviceTable(dataset: DatasetCoordinate, shape: DatasetShape, query: RowsQuery): WorkerTable {
	const { columns, rows: rowCount, version } = shape;
	const readers = columns.map(({ type }) => cellReader(type));
	return {
		columns: columns.map(({ name, type }) => ({ name, type, kind: kindOfType(type) })),
		rowCount,
		rows: () => [],
		async *scan(wanted, signal, isWanted = () => true) {
			for (let start = 0; start < rowCount; ) {
				const most = Math.min(maxRowsAtOnce, rowCount - start);
				if (!isWanted(start, most)) {
					start += most;
					continue;
				}
				const window = { offset: String(start), limit: String(most) };
				const { rows, total } = await askRows(dataset, { ...query, ...window }, signal);
				if (total !== rowCount || rows.length === 0) throw new Error(replaced);
				const stores = wanted.map((column) => {
					const { name = '' } = columns[column] ?? {};
					const read = readers[column];
					return { value: (row: number) => read?.(rows[row]?.[name]) ?? null };
				});
				yield { start, rows: rows.length, stores };
				start += rows.length;
			}
			const params = datasetParams(dataset);
			const now = await readAgain(() => call(getSchema, { params }, { signal }), signal);
			if (now.version !== version) throw new Error(replaced);
		},
	};
}

/** @throws AbortError, or an Error that says what the service refused, in its words */
export async function askRows(
	dataset: DatasetCoordinate,
	query: RowsQuery & { readonly offset?: string; readonly limit?: string },
	signal: AbortSignal,
): Promise<DatasetRows> {
	try {
		const params = datasetParams(dataset);
		return await readAgain(() => call(getRows, { params, query }, { signal }), signal);
	} catch (error) {
		if (!isApiError(error) || error.subErrors.length === 0) throw error;
		throw new Error(error.subErrors.map((error) => error.message).join(' '), { cause: error });
	}
}

import { queryOptions } from '@tanstack/react-query';
import { coordinateKey, type DatasetSchema, getRows } from '#contract/dataset.ts';
import { call } from '../../api/http.ts';
import { readAgain } from '../../api/retry.ts';
import {
	type CellValue,
	type ColumnProfile,
	cellReader,
	kindOfType,
	memorySource,
	profileSource,
	type RowSource,
} from '../../rows/index.ts';
import { datasetParams, nameKeys } from './queries.ts';

/** Profiles of a sample of a dataset's rows. */
export interface Glance {
	/** In the dataset's column order. */
	readonly columns: readonly ColumnProfile[];
	/** Number of rows sampled, evenly across the dataset; may be all. */
	readonly rows: number;
}

/** Maximum cells loaded for a sample: a few megabytes. */
const maxCells = 125_000;
const atOnce = 1_024;

/** Windows of `atOnce` rows, evenly spaced, with `wanted` of `all` rows in total. */
export function spread(all: number, wanted: number): { readonly rowStart: number; readonly rowEnd: number }[] {
	const whole = all <= wanted;
	const count = Math.max(1, whole ? Math.ceil(all / atOnce) : Math.floor(wanted / atOnce));
	const stride = whole || count === 1 ? atOnce : Math.floor((all - atOnce) / (count - 1));
	return Array.from({ length: count }, (_, index) => ({
		rowStart: index * stride,
		rowEnd: Math.min(all, index * stride + atOnce),
	}));
}

/** Samples the values of one version of a dataset. */
export const glanceQuery = (schema: DatasetSchema) =>
	queryOptions({
		queryKey: [...nameKeys.schemas, 'glance', coordinateKey(schema), schema.version, schema.columns.length] as const,
		queryFn: async ({ signal }): Promise<Glance> => {
			const rows = await readSome(schema, signal);
			const columns: ColumnProfile[] = [];
			await profileSource(rows, { signal, onColumns: (more) => columns.push(...more) });
			return { columns, rows: rows.rowCount };
		},
		// Rows of a version never change.
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});

async function readSome(schema: DatasetSchema, signal: AbortSignal): Promise<RowSource> {
	const params = datasetParams(schema);
	const readers = schema.columns.map(({ name, type }) => ({ name, read: cellReader(type) }));
	const rows: CellValue[][] = [];
	for (const { rowStart, rowEnd } of spread(schema.rows, Math.floor(maxCells / Math.max(1, readers.length)))) {
		// A response may have fewer rows than requested, so request the rest.
		for (let next = rowStart; next < rowEnd; ) {
			const query = { offset: String(next), limit: String(rowEnd - next) };
			const answer = await readAgain(() => call(getRows, { params, query }, { signal }), signal);
			if (answer.rows.length === 0) break;
			for (const row of answer.rows) rows.push(readers.map(({ name, read }) => read(row[name])));
			next += answer.rows.length;
		}
	}
	return memorySource(
		schema.columns.map(({ name, type }) => ({ name, type, kind: kindOfType(type) })),
		rows,
	);
}

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

/** What the values of some rows of a dataset are like. */
export interface Glance {
	/** In the order of the dataset's columns. */
	readonly columns: readonly ColumnProfile[];
	/** Rows that were looked at: all of them, or some from everywhere in the dataset. */
	readonly rows: number;
}

/** Most cells that are brought here for a look: a few megabytes. */
const mostCells = 125_000;
const atOnce = 1_024;

/** Where to read, so that `wanted` of `all` rows come from everywhere in them: windows of `atOnce` rows, evenly apart. */
export function spread(all: number, wanted: number): { readonly rowStart: number; readonly rowEnd: number }[] {
	const whole = all <= wanted;
	const count = Math.max(1, whole ? Math.ceil(all / atOnce) : Math.floor(wanted / atOnce));
	const stride = whole || count === 1 ? atOnce : Math.floor((all - atOnce) / (count - 1));
	return Array.from({ length: count }, (_, at) => ({
		rowStart: at * stride,
		rowEnd: Math.min(all, at * stride + atOnce),
	}));
}

/** A look at a dataset's values, of one version of its rows. */
export const glanceQuery = (schema: DatasetSchema) =>
	queryOptions({
		queryKey: [...nameKeys.schemas, 'glance', coordinateKey(schema), schema.version, schema.columns.length] as const,
		queryFn: async ({ signal }): Promise<Glance> => {
			const rows = await readSome(schema, signal);
			const columns: ColumnProfile[] = [];
			await profileSource(rows, { signal, onColumns: (more) => columns.push(...more) });
			return { columns, rows: rows.rowCount };
		},
		// rows of a version never change
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});

async function readSome(schema: DatasetSchema, signal: AbortSignal): Promise<RowSource> {
	const params = datasetParams(schema);
	const readers = schema.columns.map(({ name, type }) => ({ name, read: cellReader(type) }));
	const rows: CellValue[][] = [];
	for (const { rowStart, rowEnd } of spread(schema.rows, Math.floor(mostCells / Math.max(1, readers.length)))) {
		// an answer may hold fewer rows than were asked for: the rest is asked for behind them
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

import {
	coordinateKey,
	type DatasetCoordinate,
	type DatasetRows,
	getRows,
	getSchema,
	maxRowsAtOnce,
} from '#contract/dataset.ts';
import { isApiError } from '../../../api/api-error.ts';
import { call, currentCaller } from '../../../api/http.ts';
import { readAgain } from '../../../api/retry.ts';
import {
	type ArrangedSource,
	type Arrangement,
	type CellPosition,
	type CellValue,
	cellReader,
	type FindQuery,
	type GridColumn,
	kindOfType,
	type Matches,
	type RowSource,
	runInPage,
	type Work,
	type WorkerTable,
} from '../../../rows/index.ts';
import { datasetParams } from '../../names/queries.ts';
import { rowBlocks } from './row-blocks.ts';

/** A dataset's rows, read from the service window by window. The service sorts and filters. */
export function serviceRows(dataset: DatasetCoordinate, shape: DatasetShape) {
	return {
		...windows(dataset, shape, { sort: [], filter: [] }),
		arrange: async (arrangement, { signal }) => {
			const { total } = await fetchRows(dataset, { ...queryOf(arrangement, shape), limit: '1' }, signal);
			return windows(dataset, { ...shape, rows: total }, arrangement);
		},
	} satisfies RowSource;
}

function windows(dataset: DatasetCoordinate, shape: DatasetShape, arrangement: Arrangement) {
	const { columns, rows: rowCount } = shape;
	const query = queryOf(arrangement, shape);
	const readers = columns.map(({ name, type }) => ({ name, read: cellReader(type) }));
	const size = blockSize(columns.length, query.sort !== undefined);
	const blocks = rowBlocks<CellValue[]>(rowCount, size, async (offset, limit, signal) => {
		const isFirst = offset === 0 && arrangement.sort.length + arrangement.filter.length === 0;
		const answer =
			(isFirst && (await takeFirstRows(dataset, shape))) ||
			(await fetchRows(dataset, { ...query, offset: String(offset), limit: String(limit) }, signal));
		return answer.rows.map((row) => readers.map(({ name, read }) => read(row[name])));
	});
	// Jobs over all rows stream them from the service and keep none.
	const run = async (name: string, input: unknown, work: Work): Promise<unknown> => {
		const table = serviceTable(dataset, shape, query);
		return await runInPage(name, input, { table, work, other: () => null, keep: () => {} });
	};
	return {
		columns: columns.map(({ name, type }): GridColumn => ({ name, type, kind: kindOfType(type) })),
		rowCount,
		rows: async ({ rowStart, rowEnd, columnStart, columnEnd }, signal) => {
			const rows = await blocks.rows(rowStart, rowEnd, signal);
			return rows.map((row) => row.slice(columnStart, columnEnd));
		},
		find: async (sought, work) => {
			const possible = await columnsThatHold(dataset, shape, arrangement, sought, work.signal);
			if (possible.length === 0) return null;
			return (await run('find', { ...sought, columns: possible }, work)) as CellPosition | null;
		},
		matches: async (sought, work) => (await run('matches', sought, work)) as Matches,
		// If the service has no queries, they run here on streamed rows.
		queries: { location: {}, run },
		export: async (request, work) => (await run('export', request, work)) as Blob,
		close: () => blocks.close(),
	} satisfies ArrangedSource;
}

let ahead: { readonly key: string; readonly at: number; readonly rows: Promise<DatasetRows | null> } | null = null;
/** How long first rows read ahead are used, in ms. */
const aheadMs = 5_000;

const aheadKey = (dataset: DatasetCoordinate, { version, isEarlier }: DatasetShape): string =>
	JSON.stringify([coordinateKey(dataset), isEarlier ? null : version, currentCaller()]);

/** Reads the first rows of a dataset that is probably about to be opened. */
export function readFirstRows(dataset: DatasetCoordinate, shape: DatasetShape): void {
	const limit = Math.min(shape.rows, blockSize(shape.columns.length, false));
	if (limit === 0 || isAhead(dataset, shape)) return;
	const query = { offset: '0', limit: String(limit) };
	const rows = fetchRows(dataset, query, new AbortController().signal).catch(() => null);
	ahead = { key: aheadKey(dataset, shape), at: Date.now(), rows };
}

const isAhead = (dataset: DatasetCoordinate, shape: DatasetShape): boolean =>
	ahead?.key === aheadKey(dataset, shape) && Date.now() - ahead.at < aheadMs;

function takeFirstRows(dataset: DatasetCoordinate, shape: DatasetShape): Promise<DatasetRows | null> | null {
	const rows = isAhead(dataset, shape) ? (ahead?.rows ?? null) : null;
	ahead = null;
	return rows;
}

/** From this many rows, and up to this many columns, the service is first asked which text columns contain the text. */
const minRowsToNarrow = 30_000;
const maxColumnsToNarrow = 40;

/** Excludes text columns without matches, so a search for missing text ends at once. */
async function columnsThatHold(
	dataset: DatasetCoordinate,
	shape: DatasetShape,
	{ filter }: Arrangement,
	{ text, columns: wanted }: FindQuery,
	signal: AbortSignal,
): Promise<readonly number[]> {
	const { columns, rows } = shape;
	if (rows < minRowsToNarrow || wanted.length > maxColumnsToNarrow || text === '') return wanted;
	const possible: number[] = [];
	for (const index of wanted) {
		const { name = '', type = '' } = columns[index] ?? {};
		if (type !== 'VARCHAR') {
			possible.push(index);
			continue;
		}
		const holds = { column: name, op: 'contains', value: text } as const;
		const query = queryOf({ sort: [], filter: [...filter, holds] }, shape);
		const { total } = await fetchRows(dataset, { ...query, limit: '1' }, signal);
		if (total > 0) possible.push(index);
	}
	return possible;
}

/** Rows per request: about 10,000 cells, or more for sorted rows, because each request sorts all of them. */
function blockSize(columns: number, isSorted: boolean): number {
	const rows = Math.floor(10_000 / Math.max(1, columns));
	return Math.max(128, Math.min(1_024, rows)) * (isSorted ? 4 : 1);
}

/** An arrangement as query parameters of `getRows`. */
function queryOf({ sort, filter }: Arrangement, { version, isEarlier = false }: DatasetShape): RowsQuery {
	return {
		...(isEarlier ? { version: String(version) } : {}),
		...(sort.length === 0
			? {}
			: { sort: sort.map(({ column, descending }) => (descending ? '-' : '') + quotedName(column)).join(',') }),
		...(filter.length === 0 ? {} : { filter: JSON.stringify(filter) }),
	};
}

const quotedName = (name: string): string => (/[",]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

/** Selects rows of a dataset, as query parameters of `getRows`. */
export interface RowsQuery {
	readonly sort?: string;
	readonly filter?: string;
	readonly version?: string;
}

export interface DatasetShape {
	readonly columns: readonly { readonly name: string; readonly type: string }[];
	/** Number of rows the query returns. */
	readonly rows: number;
	readonly version: number;
	/** Whether this is an old version. */
	readonly isEarlier?: boolean;
}

const replaced = 'The dataset changed while its rows were being read. Reload the page.';

/** All rows of a dataset, streamed in order. Fails if they're replaced during that. */
function serviceTable(dataset: DatasetCoordinate, shape: DatasetShape, query: RowsQuery): WorkerTable {
	const { columns, rows: rowCount, version } = shape;
	const readers = columns.map(({ type }) => cellReader(type));
	return {
		columns: columns.map(({ name, type }) => ({ name, type, kind: kindOfType(type) })),
		rowCount,
		rows: () => [],
		async *scan(wanted, signal, needsRows = () => true) {
			for (let start = 0; start < rowCount; ) {
				const most = Math.min(maxRowsAtOnce, rowCount - start);
				if (!needsRows(start, most)) {
					start += most;
					continue;
				}
				const window = { offset: String(start), limit: String(most) };
				const { rows, total } = await fetchRows(dataset, { ...query, ...window }, signal);
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
			if (shape.isEarlier) return;
			const now = await readAgain(() => call(getSchema, { params }, { signal }), signal);
			if (now.version !== version) throw new Error(replaced);
		},
	};
}

/** @throws AbortError, or an Error with the service's message */
async function fetchRows(
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

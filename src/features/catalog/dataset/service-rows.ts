import type { DatasetCoordinate } from '#contract/dataset.ts';
import {
	type ArrangedSource,
	type Arrangement,
	type CellPosition,
	type CellValue,
	cellReader,
	type FindQuery,
	type GridColumn,
	kindOfType,
	type RowSource,
	runInPage,
	type Work,
} from '../../../rows/index.ts';
import { rowBlocks } from './row-blocks.ts';
import { askRows, type DatasetShape, type RowsQuery, serviceTable } from './service-table.ts';

/** Rows of a dataset, read from the service a window at a time; it sorts and filters them itself. */
export function serviceRows(dataset: DatasetCoordinate, shape: DatasetShape) {
	return {
		...windows(dataset, shape, { sort: [], filter: [] }),
		arrange: async (arrangement, { signal }) => {
			const { total } = await askRows(dataset, { ...queryOf(arrangement), limit: '1' }, signal);
			return windows(dataset, { ...shape, rows: total }, arrangement);
		},
	} satisfies RowSource;
}

function windows(dataset: DatasetCoordinate, shape: DatasetShape, arrangement: Arrangement) {
	const { columns, rows: rowCount } = shape;
	const query = queryOf(arrangement);
	const readers = columns.map(({ name, type }) => ({ name, read: cellReader(type) }));
	const size = blockSize(columns.length, query.sort !== undefined);
	const blocks = rowBlocks<CellValue[]>(rowCount, size, async (offset, limit, signal) => {
		const answer = await askRows(dataset, { ...query, offset: String(offset), limit: String(limit) }, signal);
		return answer.rows.map((row) => readers.map(({ name, read }) => read(row[name])));
	});
	// Work over all rows reads them from the service as it goes; nothing is kept of them.
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
		export: async (request, work) => (await run('export', request, work)) as Blob,
		close: () => blocks.close(),
	} satisfies ArrangedSource;
}

/** From so many rows on the service is asked first which text columns hold a text at all, of so many columns at most. */
const askFrom = 30_000;
const mostAsked = 40;

/** Leaves out columns of text that hold nothing of what is sought, so that a long search for nothing ends at once. */
async function columnsThatHold(
	dataset: DatasetCoordinate,
	{ columns, rows }: DatasetShape,
	{ filter }: Arrangement,
	{ text, columns: wanted }: FindQuery,
	signal: AbortSignal,
): Promise<readonly number[]> {
	if (rows < askFrom || wanted.length > mostAsked || text === '') return wanted;
	const possible: number[] = [];
	for (const index of wanted) {
		const { name = '', type = '' } = columns[index] ?? {};
		if (type !== 'VARCHAR') {
			possible.push(index);
			continue;
		}
		const holds = { column: name, op: 'contains', value: text } as const;
		const query = queryOf({ sort: [], filter: [...filter, holds] });
		const { total } = await askRows(dataset, { ...query, limit: '1' }, signal);
		if (total > 0) possible.push(index);
	}
	return possible;
}

/** Rows that are asked for at a time: about 10,000 cells. Each request of sorted rows sorts them all, so it brings more. */
function blockSize(columns: number, isSorted: boolean): number {
	const rows = Math.floor(10_000 / Math.max(1, columns));
	return Math.max(128, Math.min(1_024, rows)) * (isSorted ? 4 : 1);
}

/** An arrangement in the words of the service (contract, `getRows`). */
function queryOf({ sort, filter }: Arrangement): RowsQuery {
	return {
		...(sort.length === 0
			? {}
			: { sort: sort.map(({ column, descending }) => (descending ? '-' : '') + quotedName(column)).join(',') }),
		...(filter.length === 0 ? {} : { filter: JSON.stringify(filter) }),
	};
}

const quotedName = (name: string): string => (/[",]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

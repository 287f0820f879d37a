import { type DatasetCoordinate, type DatasetRows, getRows } from '#contract/dataset.ts';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/http.ts';
import type { ArrangedSource, Arrangement, CellValue, GridColumn, RowSource } from '../../ui/data-grid/row-source.ts';
import { cellReader, kindOfType } from './cell-values.ts';
import { RowBlocks } from './row-blocks.ts';

interface Shape {
	readonly columns: readonly { readonly name: string; readonly type: string }[];
	readonly rows: number;
}

/** Rows of a dataset, read from the service a window at a time; it sorts and filters them itself. */
export function serviceRows(dataset: DatasetCoordinate, { columns, rows }: Shape): RowSource {
	const shown = columns.map(({ name, type }): GridColumn => ({ name, type, kind: kindOfType(type) }));
	return {
		...windows(dataset, shown, rows, {}),
		arrange: async (arrangement, { signal }) => {
			const query = queryOf(arrangement);
			const { total } = await ask(dataset, { ...query, limit: '1' }, signal);
			return windows(dataset, shown, total, query);
		},
	};
}

function windows(
	dataset: DatasetCoordinate,
	columns: readonly GridColumn[],
	rowCount: number,
	query: ReturnType<typeof queryOf>,
): ArrangedSource {
	const readers = columns.map(({ name, type }) => ({ name, read: cellReader(type) }));
	const blocks = new RowBlocks<CellValue[]>(rowCount, blockSize(columns.length, query.sort !== undefined), {
		read: async (offset, limit, signal) => {
			const answer = await ask(dataset, { ...query, offset: String(offset), limit: String(limit) }, signal);
			return answer.rows.map((row) => readers.map(({ name, read }) => read(row[name])));
		},
	});
	return {
		columns,
		rowCount,
		rows: async ({ rowStart, rowEnd, columnStart, columnEnd }, signal) => {
			const rows = await blocks.rows(rowStart, rowEnd, signal);
			return rows.map((row) => row.slice(columnStart, columnEnd));
		},
		close: () => blocks.close(),
	};
}

/** Rows that are asked for at a time: about 10,000 cells. Each request of sorted rows sorts them all, so it brings more. */
function blockSize(columns: number, isSorted: boolean): number {
	const rows = Math.floor(10_000 / Math.max(1, columns));
	return Math.max(128, Math.min(1_024, rows)) * (isSorted ? 4 : 1);
}

/** An arrangement in the words of the service (contract, `getRows`). */
function queryOf({ sort, filter }: Arrangement): { sort?: string; filter?: string } {
	return {
		...(sort.length === 0
			? {}
			: { sort: sort.map(({ column, descending }) => (descending ? '-' : '') + quotedName(column)).join(',') }),
		...(filter.length === 0 ? {} : { filter: JSON.stringify(filter) }),
	};
}

const quotedName = (name: string): string => (/[",]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

/** @throws AbortError, or an Error that says what the service refused, in its words */
async function ask(
	{ owner, namespace, datasetName }: DatasetCoordinate,
	query: { offset?: string; limit?: string; sort?: string; filter?: string },
	signal: AbortSignal,
): Promise<DatasetRows> {
	try {
		return await call(getRows, { params: { username: owner, namespace, datasetName }, query }, { signal });
	} catch (error) {
		if (!isApiError(error) || error.subErrors.length === 0) throw error;
		throw new Error(error.subErrors.map((it) => it.message).join(' '), { cause: error });
	}
}

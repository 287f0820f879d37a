import type { QueryClient } from '@tanstack/react-query';
import { type DatasetCoordinate, formatCoordinate, getRows } from '#contract/dataset.ts';
import { call } from '../../../api/http.ts';
import { readAgain } from '../../../api/retry.ts';
import { formatCount } from '../../../lib/format.ts';
import { type CellValue, cellReader } from '../../../rows/index.ts';
import { type Names, nameKey } from '../../names/model.ts';
import { readOutputRows } from '../../runs/queries.ts';

/** Maximum rows per end for a local trial. */
export const maxRows = 10_000;

/** Rows of a dataset visible to the console. */
export interface VisibleRows {
	readonly columns: readonly string[];
	readonly rows: readonly (readonly CellValue[])[];
	readonly total: number;
	/** Where they were seen, in words. */
	readonly where: string;
}

interface RowAccess {
	readonly queryClient: QueryClient;
	readonly names: Names;
	readonly showsRows: boolean;
}

/** Rows of a dataset visible to the console: from the service, or from an output seen earlier. Null if there are none. */
export async function readVisibleRows(
	dataset: DatasetCoordinate,
	{ queryClient, names, showsRows }: RowAccess,
	signal: AbortSignal,
): Promise<VisibleRows | null> {
	if (showsRows) return await readRows(dataset, signal);
	for (const { origin, to } of names.get(nameKey(dataset))?.seen ?? []) {
		const run = origin === 'output' ? /^\/runs\/([^/?]+)$/.exec(to ?? '')?.[1] : undefined;
		if (run === undefined) continue;
		const id = decodeURIComponent(run);
		const read = await readOutputRows(queryClient, id, dataset, { most: maxRows, signal }).catch((error: unknown) => {
			if (signal.aborted) throw error;
			// Outputs expire; another one may still be there.
			return null;
		});
		if (read === null) continue;
		const { columns, rows, rowCount: total } = read;
		return { columns: columns.map(({ name }) => name), rows, total, where: `the output of run ${id.slice(0, 8)}` };
	}
	return null;
}

async function readRows(dataset: DatasetCoordinate, signal: AbortSignal): Promise<VisibleRows> {
	const { owner, namespace, datasetName } = dataset;
	const params = { username: owner, namespace, datasetName };
	const rows: CellValue[][] = [];
	let columns: readonly { name: string; type: string }[] = [];
	let total = 1;
	// A response may have fewer rows than requested.
	while (rows.length < Math.min(total, maxRows)) {
		const query = { offset: String(rows.length), limit: String(maxRows - rows.length) };
		const answer = await readAgain(() => call(getRows, { params, query }, { signal }), signal);
		columns = answer.columns;
		total = answer.total;
		if (answer.rows.length === 0) break;
		const readers = columns.map(({ name, type }) => ({ name, read: cellReader(type) }));
		for (const row of answer.rows) rows.push(readers.map(({ name, read }) => read(row[name])));
	}
	return { columns: columns.map((column) => column.name), rows, total, where: formatCoordinate(dataset) };
}

/** Pasted values, one per line. For GeoMatch, latitude and longitude separated by comma, space or tab. */
export function pastedRows(text: string, columns: readonly string[]): VisibleRows | null {
	const lines = text.split(/\r?\n/).filter((part) => part !== '');
	if (lines.length === 0) return null;
	const kept = lines.slice(0, maxRows);
	const rows = kept.map((line) =>
		columns.length === 1 ? [line] : line.split(/[,;\s]+/).filter((part) => part !== ''),
	);
	return { columns, rows, total: lines.length, where: 'your sample' };
}

/** "the first 10,000 of 42,049 rows of demo/geography/zip_codes" */
export function rowsLabel({ rows, total, where }: VisibleRows): string {
	if (rows.length >= total)
		return `${total === 1 ? '1 row' : total === 0 ? 'no rows' : `all ${formatCount(total)} rows`} of ${where}`;
	return `the first ${formatCount(rows.length)} of ${formatCount(total)} rows of ${where}`;
}

import type { IngestionDetail, RejectedRow } from '#contract/ingest.ts';
import { writeCsv } from '#lib/delimited/write.ts';

/** Columns of the skipped rows' values: the mapped ones, plus `line` for lines that aren't rows. */
export function rejectedColumns({
	mapping,
	rejectedRows,
}: Pick<IngestionDetail, 'mapping' | 'rejectedRows'>): string[] {
	const columns = mapping.map(({ column }) => column);
	return [...new Set([...columns, ...rejectedRows.flatMap(({ values }) => Object.keys(values))])];
}

export const rejectedWhy = ({ reasons }: RejectedRow): string =>
	reasons.map(({ column, message }) => `${column}: ${message}`).join(' ');

/** Skipped rows as CSV, with their numbers and reasons after the values. */
export function rejectedCsv(ingestion: Pick<IngestionDetail, 'mapping' | 'rejectedRows'>): string {
	const columns = rejectedColumns(ingestion);
	const rows = ingestion.rejectedRows.map((row) => [
		...columns.map((column) => row.values[column] ?? ''),
		String(row.row),
		rejectedWhy(row),
	]);
	return writeCsv([[...columns, 'row', 'why'], ...rows]);
}

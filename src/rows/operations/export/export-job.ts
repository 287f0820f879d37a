import { BlobParts } from '../../../lib/blob-parts.ts';
import type { JobContext } from '../../source/job.ts';
import { pieces } from '../../source/job.ts';
import type { CellValue, ExportFormat, ExportRequest, GridColumn } from '../../source/row-source.ts';
import { type DelimitedOptions, delimitedHeader, delimitedRow } from './delimited-text.ts';
import { jsonKeys, jsonRow } from './json-text.ts';

interface TextFormat {
	readonly begin: string;
	readonly between: string;
	readonly end: string;
	row(values: readonly CellValue[]): string;
}

const mediaTypes: Readonly<Record<ExportFormat, string>> = {
	csv: 'text/csv;charset=utf-8',
	tsv: 'text/tab-separated-values;charset=utf-8',
	json: 'application/json',
	ndjson: 'application/x-ndjson',
	parquet: 'application/vnd.apache.parquet',
};

/** Writes all rows to a file, piece by piece. @throws Error with a message for users if something doesn't fit the format */
export async function exportRows(request: ExportRequest, context: JobContext): Promise<Blob> {
	const columns = request.columns.map((index) => columnAt(context.table.columns, index));
	const parts = new BlobParts();
	if (request.format === 'parquet') {
		const { writeParquet } = await import('./parquet-export.ts');
		await writeParquet(request.columns, columns, context, parts);
	} else await writeText(textFormat(request.format, columns, request.guardFormulas), request.columns, context, parts);
	return parts.finish(mediaTypes[request.format]);
}

async function writeText(
	format: TextFormat,
	columns: readonly number[],
	{ table, signal, pause, progress }: JobContext,
	parts: BlobParts,
): Promise<void> {
	parts.addText(format.begin);
	let isFirst = true;
	let done = 0;
	for await (const { rows, stores } of table.scan(columns, signal)) {
		for (const [from, to] of pieces(rows)) {
			for (let row = from; row < to; row += 1) {
				const text = format.row(stores.map((store) => store.value(row)));
				parts.addText(isFirst ? text : format.between + text);
				isFirst = false;
			}
			progress(done + to, table.rowCount);
			await pause();
		}
		done += rows;
	}
	if (!isFirst) parts.addText(format.end);
	if (format.begin === '[') parts.addText(']\n');
}

function textFormat(
	format: Exclude<ExportFormat, 'parquet'>,
	columns: readonly GridColumn[],
	guardFormulas: boolean,
): TextFormat {
	if (format === 'csv' || format === 'tsv') {
		const options: DelimitedOptions = { delimiter: format === 'csv' ? ',' : '\t', guardFormulas, empty: '""' };
		const row = (values: readonly CellValue[]) => delimitedRow(values, columns, options);
		return { begin: `${delimitedHeader(columns, options)}\r\n`, between: '\r\n', end: '\r\n', row };
	}
	const keys = jsonKeys(columns);
	const row = (values: readonly CellValue[]) => jsonRow(values, columns, keys);
	return format === 'ndjson'
		? { begin: '', between: '\n', end: '\n', row }
		: { begin: '[', between: ',\n', end: '', row };
}

function columnAt(columns: readonly GridColumn[], index: number): GridColumn {
	const column = columns[index];
	if (column === undefined) throw new Error(`Column ${index + 1} doesn’t exist.`);
	return column;
}

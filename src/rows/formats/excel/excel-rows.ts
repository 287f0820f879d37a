import { headerNames, joinedNames } from '#lib/delimited/header.ts';
import { type Choices, TableProblem, type TableReader, wholeFile } from '../table/read-options.ts';

/** Maximum compressed bytes to unzip at once. */
const largest = 64 * 1_024 * 1_024;

/** Rows of a sheet in an Excel workbook (.xlsx). @throws TableProblem */
export async function openExcel(blob: Blob, choices: Choices): Promise<TableReader> {
	if (blob.size > largest) throw new TableProblem('The workbook is larger than 64 MB. Save the sheet as CSV.');
	const sheets = await readSheets(blob);
	const sheet =
		sheets.find((sheet) => sheet.sheet === choices.sheet) ?? sheets.find((sheet) => sheet.data.length > 0) ?? sheets[0];
	if (sheet === undefined) throw new TableProblem('The workbook has no sheets. Choose another file.');
	const rows = sheet.data.map((row) => row.map(toValue));
	const width = rows.reduce((widest, item) => Math.max(widest, item.length), 0);
	const filled = (row: readonly unknown[]) => row.filter((candidate) => candidate !== null).length;
	const firstFull = rows.findIndex((row) => filled(row) * 2 > width);
	const start = choices.preamble ?? Math.max(0, firstFull);
	const headerRows =
		choices.headerRows ??
		(rows[start]?.every((candidate) => candidate === null || typeof candidate === 'string') ? 1 : 0);
	const remarks: string[] = [];
	const headers = rows.slice(start, start + headerRows);
	return {
		options: { ...wholeFile, format: 'excel', preamble: start, headerRows, sheet: sheet.sheet },
		format: `Excel, sheet "${sheet.sheet}"`,
		names: headerNames(joinedNames(headers, width), width, remarks),
		preambleLines: rows.slice(0, start).map((row) => row.filter((candidate) => candidate !== null).join(' ')),
		sheets: sheets.map((sheet) => sheet.sheet),
		remarks,
		async *pieces(signal) {
			signal.throwIfAborted();
			const body = rows.slice(start + headerRows).filter((row) => filled(row) > 0);
			yield { rows: body, rejected: [], bytes: blob.size };
		},
	};
}

async function readSheets(blob: Blob) {
	const { default: readWorkbook } = await import('read-excel-file/universal');
	try {
		return await readWorkbook(await blob.arrayBuffer(), { trim: false });
	} catch {
		throw new TableProblem(
			'The file looks like an Excel workbook, but can’t be read. Open it in a spreadsheet app, then save it as .xlsx or CSV.',
		);
	}
}

/** Dates become ISO 8601; midnight means a date without time. */
function toValue(value: unknown): unknown {
	if (!(value instanceof Date)) return value;
	const text = value.toISOString();
	return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.replace(/\.000Z$/, '');
}

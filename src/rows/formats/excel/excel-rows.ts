import { headerNames, joinedNames } from '#lib/delimited/header.ts';
import { type Cell, readWorkbook, type Sheet, WorkbookTooLarge } from '#lib/workbook/read-workbook.ts';
import { tableOf } from '#lib/workbook/table.ts';
import { type Choices, TableProblem, type TableReader, wholeFile } from '../table/read-options.ts';

/** Maximum bytes to unzip at once, compressed and decompressed. */
const [largest, largestUnzipped] = [64 * 2 ** 20, 2 ** 30];

/** Rows of a sheet in an Excel workbook (.xlsx). @throws TableProblem */
export async function openExcel(blob: Blob, choices: Choices): Promise<TableReader> {
	if (blob.size > largest) throw new TableProblem('The workbook is larger than 64 MB. Save the sheet as CSV.');
	const sheets = await readSheets(blob);
	const sheet =
		sheets.find(({ name }) => name === choices.sheet) ?? sheets.find(({ rows }) => rows.length > 0) ?? sheets[0];
	if (sheet === undefined) throw new TableProblem('The workbook has no sheets. Choose another file.');
	const { rows: all, preamble, headerRows, width } = tableOf(sheet.rows, choices);
	const remarks: string[] = [];
	const headers = all.slice(preamble, preamble + headerRows).map((row) => row.map((cell) => cell?.text));
	const textOf = (row: readonly Cell[]) => row.flatMap((cell) => (cell === null ? [] : [cell.text])).join(' ');
	return {
		options: { ...wholeFile, format: 'excel', preamble, headerRows, sheet: sheet.name },
		format: `Excel, sheet "${sheet.name}"`,
		names: headerNames(joinedNames(headers, width), width, remarks),
		preambleLines: all.slice(0, preamble).map(textOf),
		sheets: sheets.map(({ name }) => name),
		remarks,
		async *pieces(signal) {
			signal.throwIfAborted();
			const body = all.slice(preamble + headerRows).filter((row) => width === 1 || row.some((cell) => cell !== null));
			const rows = body.map((row) => Array.from({ length: width }, (_, index) => toValue(row[index] ?? null)));
			yield { rows, rejected: [], bytes: blob.size };
		},
	};
}

async function readSheets(blob: Blob): Promise<Sheet[]> {
	const bytes = new Uint8Array(await blob.arrayBuffer());
	try {
		return readWorkbook(bytes, largestUnzipped);
	} catch (error) {
		if (error instanceof WorkbookTooLarge)
			throw new TableProblem('After decompression, the workbook is larger than 1 GB. Save the sheet as CSV.');
		throw new TableProblem(
			'The file looks like an Excel workbook, but can’t be read. Open it in a spreadsheet app, then save it as .xlsx or CSV.',
		);
	}
}

function toValue(cell: Cell): unknown {
	if (cell?.kind === 'boolean') return cell.text === 'true';
	if (cell?.kind !== 'number') return cell?.text ?? null;
	const number = Number(cell.text);
	return String(number) === cell.text ? number : cell.text;
}

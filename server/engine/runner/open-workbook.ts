import { readFileSync, statSync } from 'node:fs';
import { headerNames, joinedNames } from '#lib/delimited/header.ts';
import { RowsFile } from './input/rows-file.ts';
import { unreadable } from './input/unpack.ts';
import type { OpenedFile, UploadedFile } from './opened-file.ts';
import type { Session } from './session.ts';
import { storeRows } from './store-rows.ts';

/** Maximum size to unpack at once, bytes when packed. */
const largest = 64 * 2 ** 20;

/** A sheet of an Excel workbook (.xlsx): the chosen one, or the first with rows. */
export async function openWorkbook(
	session: Session,
	file: string,
	{ options, maxBytes }: UploadedFile,
): Promise<OpenedFile> {
	if (statSync(file).size > largest) throw unreadable('A workbook can be at most 64 MiB. Save the sheet as CSV.');
	const sheets = await readSheets(file);
	const sheet =
		options.sheet === undefined
			? (sheets.find(({ data }) => data.length > 0) ?? sheets[0])
			: sheets.find((candidate) => candidate.sheet === options.sheet);
	if (sheet === undefined)
		throw unreadable(
			options.sheet === undefined
				? 'The workbook has no sheet.'
				: `The workbook has no sheet "${options.sheet}". Choose one of its sheets.`,
		);
	const cells = sheet.data.map((row) => row.map(cellOf));
	const width = cells.reduce((widest, row) => Math.max(widest, row.length), 0);
	const filled = (row: readonly unknown[]) => row.filter((cell) => cell !== null).length;
	const preamble =
		options.preamble ??
		Math.max(
			0,
			cells.findIndex((row) => filled(row) * 2 > width),
		);
	const headerRows =
		options.headerRows ?? (cells[preamble]?.every((cell) => cell === null || typeof cell === 'string') ? 1 : 0);
	const remarks: string[] = [];
	const headers = cells.slice(preamble, preamble + headerRows);
	const names = headerNames(joinedNames(headers, width), width, remarks);
	const rows = new RowsFile(`${file}.rows`, maxBytes);
	const body = cells.slice(preamble + headerRows).filter((row) => filled(row) > 0);
	try {
		for (const row of body) rows.add(names.map((_, index) => textOf(row[index] ?? null)));
	} finally {
		rows.close();
	}
	await storeRows(session, rows, names.length);
	const isText = (index: number) =>
		body.every((row) => (row[index] ?? null) === null || typeof row[index] === 'string');
	return {
		format: `Excel, sheet "${sheet.sheet}"`,
		options: { sheet: sheet.sheet, preamble, headerRows },
		sheets: sheets.map((candidate) => candidate.sheet),
		remarks,
		columns: names.map((name, index) => ({ name, type: null, isText: isText(index) })),
		rows: rows.rows,
		rejected: { total: 0, first: [] },
	};
}

async function readSheets(file: string) {
	const { default: readWorkbook } = await import('read-excel-file/universal');
	try {
		return await readWorkbook(new Uint8Array(readFileSync(file)).buffer, { trim: false });
	} catch {
		throw unreadable('The file can’t be read as an Excel workbook. It may be damaged. Save it again as .xlsx or CSV.');
	}
}

/** Dates become ISO 8601; midnight means a date without a time. */
function cellOf(value: unknown): unknown {
	if (!(value instanceof Date)) return value;
	const text = value.toISOString();
	return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.replace(/\.000Z$/, '');
}

const textOf = (value: unknown): string | null => (value === null || value === '' ? null : String(value));

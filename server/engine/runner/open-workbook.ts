import { readFileSync, statSync } from 'node:fs';
import type { FileOptions } from '#contract/file-ingestion.ts';
import { headerNames, joinedNames } from '#lib/delimited/header.ts';
import { type Cell, readWorkbook, type Sheet, WorkbookTooLarge } from '#lib/workbook/read-workbook.ts';
import { type SheetTable, tableOf } from '#lib/workbook/table.ts';
import { count, size } from '../format.ts';
import { type Doubt, headerDoubt, skippedRemark } from './input/doubts.ts';
import { secondNamesDoubt, twoRowsDoubt } from './input/header-doubts.ts';
import { RowsFile } from './input/rows-file.ts';
import { rowsNamed, tablesDoubt, tablesIn } from './input/sheet-remarks.ts';
import { assertWidth, unreadable } from './input/unpack.ts';
import type { FileColumn, OpenedFile, UploadedFile } from './opened-file.ts';
import type { Session } from './session.ts';
import { storeRows } from './store-rows.ts';

/** Maximum size to unpack at once, bytes when packed. */
const largest = 64 * 2 ** 20;

/** Number of rows examined for a second row of names. */
const examinedRows = 100;

/** A sheet of an Excel workbook (.xlsx): the chosen one, or the first with rows. */
export async function openWorkbook(
	session: Session,
	file: string,
	{ options, maxBytes }: UploadedFile,
): Promise<OpenedFile> {
	if (statSync(file).size > largest)
		throw unreadable('A workbook can be at most 64 MiB. Save the sheet as CSV, then upload that file.');
	const sheets = readSheets(file, maxBytes);
	const withRows = sheets.filter(({ rows }) => rows.length > 0);
	const sheet =
		options.sheet === undefined ? (withRows[0] ?? sheets[0]) : sheets.find(({ name }) => name === options.sheet);
	if (sheet === undefined)
		throw unreadable(
			options.sheet === undefined
				? 'The workbook has no sheets. Choose another file.'
				: `The workbook has no sheet "${options.sheet}". Choose one of its sheets.`,
		);
	const whole = tableOf(sheet.rows, options);
	const tables = options.sheetRows === undefined ? tablesIn(sheet.rows, whole.preamble + whole.headerRows) : [];
	const sheetRows = options.sheetRows ?? tables[0];
	/** Rows of the sheet above those that are read. */
	const above = sheetRows === undefined ? 0 : Number.parseInt(sheetRows, 10) - 1;
	const named = sheetRows === undefined ? sheet.rows : rowsNamed(sheet.rows, sheetRows);
	const found = sheetRows === undefined ? whole : tableOf(named, options);
	const isGrouped = hasGroups(found, sheet.merged, above, options);
	const {
		rows: all,
		preamble,
		headerRows,
		isHeaderUnsure,
		width,
	} = isGrouped ? tableOf(named, { preamble: found.preamble - 1, headerRows: 2 }) : found;
	const textOf = (row: readonly Cell[]) => row.flatMap((cell) => (cell === null ? [] : [cell.text])).join(' ');
	const remarks = skippedRemark(all.slice(0, preamble).map(textOf).filter(Boolean), 'Row');
	const headers = all.slice(preamble, preamble + headerRows).map((row) => row.map((cell) => cell?.text ?? ''));
	const names = headerNames(joinedNames(headers, width), width, remarks);
	assertWidth(names.length);
	const below = all.slice(preamble + headerRows);
	// In a table of one column, blank rows are rows without a value.
	const numbered = below.map((row, index) => ({ row, line: above + preamble + headerRows + index + 1 }));
	const filled = width === 1 ? numbered : numbered.filter(({ row }) => row.some((cell) => cell !== null));
	const filledRows = filled.map(({ row }) => row);
	const units = names.map((_, index) => unitsIn(filledRows, index));
	const body = filledRows.map((row) =>
		row.map((cell, index) => ((units[index]?.length ?? 0) > 1 ? inText(cell) : cell)),
	);
	if (body.length < below.length) remarks.push(`${count(below.length - body.length, 'blank row')} left out.`);
	const rows = new RowsFile(`${file}.rows`, maxBytes);
	try {
		for (const row of body) rows.add(names.map((_, index) => row[index]?.text ?? null));
	} finally {
		rows.close();
	}
	await storeRows(session, rows, names.length);
	const columns = names.map((name, index) => columnOf(name, body, index));
	const lines = filled.map(({ line }) => line);
	for (const [index, { name }] of columns.entries())
		remarks.push(...unitRemark(name, units[index] ?? []), ...oddCells(name, body, index, lines));
	remarks.push(...mergedRemark(sheet.merged, sheet.rows.length - below.length));
	const doubts: Doubt[] = [];
	if (options.sheet === undefined && withRows.length > 1) doubts.push(sheetDoubt(withRows.map(({ name }) => name)));
	if (tables.length > 0) doubts.push(tablesDoubt(tables, sheet.rows.length));
	const first = all
		.slice(preamble, preamble + examinedRows)
		.map((row) => names.map((_, index) => row[index]?.text ?? ''));
	const second = options.headerRows === undefined && !isHeaderUnsure ? secondNamesDoubt(first, headerRows) : null;
	if (isGrouped && options.headerRows === undefined) doubts.push(twoRowsDoubt(headers[0] ?? [], 1));
	else if (second !== null) doubts.push(second);
	if (isHeaderUnsure)
		doubts.push(
			headerDoubt(
				(all[preamble] ?? []).map((cell) => cell?.text ?? ''),
				'row',
			),
		);
	return {
		format: `Excel, sheet "${sheet.name}"`,
		options: { sheet: sheet.name, preamble, headerRows, ...(sheetRows === undefined ? {} : { sheetRows }) },
		sheets: sheets.map(({ name }) => name),
		remarks,
		doubts,
		columns,
		rows: rows.rows,
		rejected: { total: 0, first: [] },
		linesOf: (rows) => new Map(rows.map((row) => [row, filled[row - 1]?.line ?? 0])),
	};
}

/** Whether the row above the names has merged cells, each for several of the columns. */
function hasGroups(
	{ rows, preamble, headerRows }: SheetTable,
	merged: readonly string[],
	above: number,
	chosen: FileOptions,
): boolean {
	const groups = rows[preamble - 1]?.filter((cell) => cell !== null) ?? [];
	const isWide = merged.some((ref) => {
		const [, from, row, to, last] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(ref) ?? [];
		return from !== to && row === last && Number(row) === above + preamble;
	});
	const isChosen = chosen.headerRows === undefined ? headerRows === 1 : chosen.headerRows === 2;
	return isChosen && chosen.preamble === undefined && groups.length > 1 && isWide;
}

/** Merged cells among the rows of a table. @param head number of the sheet's rows above them */
function mergedRemark(merged: readonly string[], head: number): string[] {
	const inRows = merged.filter((ref) => Number(/\d+$/.exec(ref)?.[0]) > head);
	const [first] = inRows;
	if (first === undefined) return [];
	return [
		`The sheet has ${count(inRows.length, 'range')} of merged cells${inRows.length === 1 ? ` (${first})` : `, such as ${first}`}. Only the first cell of a range has a value, and the others are empty. To repeat the value, unmerge the cells and fill them in.`,
	];
}

function sheetDoubt(names: readonly string[]): Doubt {
	const shown = names.slice(0, 5).map((name) => `"${name}"`);
	const remark = `${names.length.toLocaleString('en')} sheets have rows: ${shown.join(', ')}${names.length > 5 ? ' and others' : ''}. Choose a sheet.`;
	return { option: 'sheet', values: names.slice(0, 5), remark };
}

function readSheets(file: string, maxBytes: number): Sheet[] {
	try {
		return readWorkbook(readFileSync(file), maxBytes);
	} catch (error) {
		if (error instanceof WorkbookTooLarge)
			throw unreadable(
				`After decompression, the workbook is larger than the limit of ${size(maxBytes)}. Save the sheet as CSV.`,
			);
		throw unreadable('The file can’t be read as an Excel workbook. It may be corrupt. Save it again as .xlsx or CSV.');
	}
}

type Rows = readonly (readonly Cell[])[];

/** Distinct currencies and units that the formats of a column's numbers show. */
const unitsIn = (body: Rows, index: number): string[] => [
	...new Set(
		body.flatMap((row) => {
			const { before = '', after = '' } = row[index]?.affixes ?? {};
			return `${before} ${after}`.trim() || [];
		}),
	),
];

/** A number with the unit that its format shows. */
function inText(cell: Cell): Cell {
	if (cell?.affixes === undefined) return cell;
	const { before, after } = cell.affixes;
	return { kind: 'text', text: `${before}${/[\p{L}\d]$/u.test(before) ? ' ' : ''}${cell.text} ${after}`.trim() };
}

const unitRemark = (name: string, units: readonly string[]): string[] =>
	units.length < 2
		? []
		: [
				`Column "${name}": the formats of its cells show different units or currencies (${units.slice(0, 5).join(', ')}), so they’re saved with the values, as text. To save numbers, say what the column holds, such as "weight in kg, number", and clean the values.`,
			];

const isOdd = (cell: NonNullable<Cell>): boolean => cell.kind === 'error' || cell.kind === 'formula';

/** Maximum number of codes in a column of numbers; with more, it's text. */
const maxCodes = 1_000;
const losesAsNumber = (text: string): boolean => text !== String(Number(text)) && !Number.isNaN(Number(text));

function columnOf(name: string, body: Rows, index: number): FileColumn {
	const cells = body.map((row) => row[index] ?? null).filter((cell) => cell !== null);
	const textsOf = (isOne: (cell: NonNullable<Cell>) => boolean) => [
		...new Set(cells.filter(isOne).map(({ text }) => text)),
	];
	const hasNumbers = cells.some(({ kind }) => kind === 'number');
	const codes = hasNumbers ? textsOf(({ kind, text }) => kind === 'text' && losesAsNumber(text.trim())) : [];
	const hasDurations = cells.some(({ kind }) => kind === 'duration');
	return {
		name,
		// The engine would read short durations as times of day.
		type: hasDurations ? 'VARCHAR' : null,
		isText:
			codes.length > maxCodes || cells.every((cell) => cell.kind === 'text' || cell.kind === 'date' || isOdd(cell)),
		codes: codes.length > maxCodes ? [] : codes,
		noValues: textsOf(isOdd),
		unknown: textsOf(({ kind }) => kind === 'formula'),
	};
}

/** An integer of more digits than spreadsheets keep, such as a long ID. */
const isRounded = ({ kind, text }: NonNullable<Cell>): boolean =>
	kind === 'number' && /^-?\d{16,}$/.test(text) && text === String(Number(text));

/** Remarks for users about errors, formulas, unformatted dates and rounded IDs in a column. @param lines rows of the sheet */
function oddCells(name: string, body: Rows, index: number, lines: readonly number[]): string[] {
	type Of = NonNullable<Cell>['kind'] | typeof isRounded;
	const found = (of: Of, one: string, many: string, advice = '') => {
		const isOne = (cell: NonNullable<Cell>) => (typeof of === 'string' ? cell.kind === of : of(cell));
		const rows = body.flatMap((row, at) => (row[index] != null && isOne(row[index]) ? [at] : []));
		const [first] = rows;
		if (first === undefined) return [];
		const example = `"${body[first]?.[index]?.text}" in sheet row ${(lines[first] ?? 0).toLocaleString('en')}`;
		const examples = rows.length === 1 ? ` (${example})` : `, such as ${example}`;
		return [`Column "${name}" has ${count(rows.length, one, many)}${examples}.${advice}`];
	};
	const hasDates = body.some((row) => row[index]?.kind === 'date');
	return [
		...(hasDates
			? found('number', 'number among dates', 'numbers among dates', ' Format the whole column as dates.')
			: []),
		...found(
			isRounded,
			'number with more than 15 digits',
			'numbers with more than 15 digits',
			' Excel rounds such numbers. If they’re IDs, save the column as text in the source, then upload it again.',
		),
		...found('error', 'Excel error', 'Excel errors'),
		...found(
			'formula',
			'formula without a saved result',
			'formulas without saved results',
			' To include the results, open and save the workbook in a spreadsheet app, then upload it again.',
		),
	];
}

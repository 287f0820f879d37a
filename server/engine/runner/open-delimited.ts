import type { FileOptions } from '#contract/file-ingestion.ts';
import { type Dialect, detectColumn, detectDialect, dialectFor } from '#lib/delimited/dialect.ts';
import { headerNames, joinedNames } from '#lib/delimited/header.ts';
import { nextLine, readRecord } from '#lib/delimited/record.ts';
import { cut } from '../format.ts';
import { skippedRemark, startDoubts } from './input/doubts.ts';
import { type Encoding, encodingDoubts, encodingName, textsOf } from './input/encoding.ts';
import { namesDoubts } from './input/header-doubts.ts';
import { joinedLinesDoubts } from './input/joined-lines.ts';
import { layoutDoubts } from './input/layout-doubts.ts';
import { tablesAmong } from './input/other-tables.ts';
import { isRule, type Layout, optionsOf, readDelimited } from './input/read-delimited.ts';
import { lineFinder } from './input/row-lines.ts';
import { RowsFile } from './input/rows-file.ts';
import { assertWidth, bytesRead, unreadable } from './input/unpack.ts';
import type { OpenedFile, UploadedFile } from './opened-file.ts';
import { type CleanFile, openClean } from './read-clean.ts';
import type { Session } from './session.ts';
import { storeRows } from './store-rows.ts';

/** Length of the text from which the layout is detected, UTF-16 units. */
const sampleLength = 2 ** 18;

/** Delimited text. If nothing in it is unusual, the engine reads it; otherwise each record is read here. */
export async function openDelimited(
	session: Session,
	file: string,
	encoding: Encoding,
	{ name, options, fixedLines, maxBytes }: UploadedFile,
): Promise<OpenedFile> {
	const { sample, hasMarks, isWhole } = sampleOf(file, encoding, options.preamble);
	const dialect = dialectOf(sample, isWhole, name, options);
	const head = headOf(sample, isWhole, dialect);
	const remarks: string[] = [];
	const doubts = encodingDoubts(encoding, options.encoding, sample);
	remarks.push(...skippedRemark(head.preamble.filter((line) => line !== '' && !line.startsWith('sep='))));
	if (head.names.some((name) => name.includes('\0')))
		throw unreadable(
			'The first line contains a NUL character, so this isn’t a text file. Upload CSV, JSON, Parquet, Arrow or Excel.',
		);
	const names = headerNames(head.names, head.width, remarks);
	assertWidth(names.length);
	const ofNames = namesDoubts(sample, isWhole, dialect, options);
	const ofLayout = layoutDoubts(sample, head.records, dialect, options);
	// Doubts about the names replace the layout's less specific doubt about header rows.
	doubts.push(...ofLayout.filter(({ option }) => option !== 'headerRows' || ofNames.length === 0), ...ofNames);
	if (options.preamble === undefined) doubts.push(...startDoubts(head.preamble, dialect.delimiter, dialect.width));
	const layout: Layout = {
		delimiter: dialect.delimiter,
		quote: dialect.quote,
		preamble: dialect.preamble,
		headerRows: dialect.headerRows,
		width: names.length,
		fillShort: options.fillShort ?? false,
		isValid: encoding.name === 'utf-8' && encoding.isValid,
	};
	const opened = {
		format: `${formatName(dialect.delimiter)}, ${encodingName(encoding.name)}`,
		options: { ...options, ...optionsOf(layout), encoding: encoding.name as NonNullable<FileOptions['encoding']> },
		sheets: [],
		doubts,
		columns: names.map((column, index) => ({
			name: column,
			inFile: head.names[index] ?? '',
			type: null,
			isText: false,
		})),
		firstTexts: head.records.slice(layout.headerRows),
		isAscii: encoding.isAscii ?? false,
		linesOf: lineFinder(() => textsOf(file, encoding), layout, fixedLines),
	};
	// Rows can be left out only if values are read as text.
	const isPlain = options.otherRows !== 'skip' && !hasMarks;
	const clean = !isPlain ? null : cleanFileOf(file, encoding, layout, sample, head.end, names);
	const start = { text: sample.slice(head.end ?? 0), isWhole };
	const read = clean === null ? null : await openClean(session, clean, start, options);
	if (read !== null) {
		const { hasQuotedLines, ...found } = read;
		if (hasQuotedLines && options.quote === undefined)
			doubts.push(...(await joinedLinesDoubts(session.connection, layout, opened.linesOf)));
		const columns = found.columns.map((column, index) => ({ ...opened.columns[index], ...column }));
		return { ...opened, ...found, columns, remarks };
	}
	const rows = new RowsFile(`${file}.rows`, maxBytes);
	let found: ReturnType<typeof readDelimited>;
	try {
		const texts = textsOf(file, encoding, bytesRead(file, session.onReading));
		found = readDelimited(texts, layout, rows, fixedLines);
		remarks.push(...found.remarks);
	} finally {
		rows.close();
	}
	await storeRows(session, rows, names.length);
	if (options.quote === undefined)
		doubts.push(...(await joinedLinesDoubts(session.connection, layout, opened.linesOf)));
	const { afterBlank, unusedLines } = found;
	const rejected = { total: rows.rejectedTotal, first: rows.rejected };
	const tables = tablesAmong(rejected.first, layout);
	remarks.push(...tables.map(({ remark }) => remark));
	const otherTables = tables.map(({ above }) => above);
	return { ...opened, remarks, rows: rows.rows, rejected, afterBlank, otherTables, unusedLines };
}

function withoutMarks(text: string): { sample: string; hasMarks: boolean } {
	const sample = text.replaceAll(/(?<=^|[\r\n])\ufeff+/g, '');
	return { sample, hasMarks: sample.length < text.length };
}

/** @param preamble number of lines that are skipped, to which the sample's length is added */
function sampleOf(
	file: string,
	encoding: Encoding,
	preamble = 0,
): { sample: string; hasMarks: boolean; isWhole: boolean } {
	let [sample, start, left] = ['', 0, preamble];
	for (const text of textsOf(file, encoding)) {
		sample += text;
		for (let next = nextLine(sample, start); left > 0 && next < sample.length; next = nextLine(sample, start))
			[start, left] = [next, left - 1];
		const end = start + sampleLength;
		if (left === 0 && sample.length > end) return { ...withoutMarks(sample.slice(0, end)), isWhole: false };
	}
	return { ...withoutMarks(sample), isWhole: true };
}

function dialectOf(sample: string, isWhole: boolean, name: string, options: FileOptions): Dialect {
	if (sample.trim() === '') throw unreadable('The file is empty. Choose another file.');
	const { delimiter, quote, preamble, headerRows } = options;
	const chosen = { quote: quote === '' ? null : quote, preamble, headerRows };
	const chosenOf = (found: Dialect): Dialect => ({
		...found,
		quote: quote === undefined ? found.quote : (chosen.quote ?? null),
		preamble: preamble ?? found.preamble,
		headerRows: headerRows ?? found.headerRows,
	});
	if (delimiter === '') {
		const found = dialectFor(null, sample, isWhole);
		return chosenOf(found);
	}
	// A name is only a hint: files with commas are named .tsv too.
	const named = delimiter === undefined && /\.(tsv|tab)$/.test(name) ? dialectFor('\t', sample, isWhole) : null;
	const found =
		named !== null && named.width > 1
			? (detectDialect(sample, isWhole, { ...chosen, delimiter: '\t' }) ?? named)
			: (detectDialect(sample, isWhole, { ...chosen, delimiter }) ??
				(delimiter === undefined ? detectColumn(sample, isWhole) : null));
	const lines = sample.split(/[\r\n]+/).filter((line) => line.trim() !== '');
	if (found === null && isWhole && lines.length === 1)
		throw unreadable(
			`The file has only one line, "${cut(lines[0]?.trim() ?? '', 100)}". A table needs a row below the column names. Choose the delimiter "One value per line" if the line is a value.`,
		);
	if (found === null)
		throw unreadable(
			'No table was found in the file: its lines don’t have the same number of values. Choose the delimiter, or upload CSV, JSON, Parquet, Arrow or Excel.',
		);
	return chosenOf(found);
}

function headOf(sample: string, isWhole: boolean, dialect: Dialect) {
	const preamble: string[] = [];
	let at = 0;
	while (preamble.length < dialect.preamble && at < sample.length) {
		const next = nextLine(sample, at);
		preamble.push(sample.slice(at, next).trim());
		at = next;
	}
	const headers: string[][] = [];
	let isPlain = true;
	while (headers.length < dialect.headerRows && at < sample.length) {
		const record = readRecord(sample, at, dialect.delimiter, isWhole, dialect.quote);
		if (record === null) break;
		const isBlank = dialect.width > 1 && record.fields.length === 1 && record.fields[0]?.trim() === '';
		if (!isBlank) headers.push(record.fields);
		if (isBlank || /[\r\n]/.test(record.fields.join(''))) isPlain = false;
		at = record.next;
	}
	const width = Math.max(dialect.width, ...headers.map((header) => header.length), 1);
	const names = joinedNames(headers, width);
	while (names.length > dialect.width && names.at(-1) === '') names.pop();
	const isComplete = headers.length === dialect.headerRows;
	const first = firstRecords(sample.slice(at), isWhole, dialect);
	const named = Math.max(0, ...headers.map((header) => header.length));
	// Programs omit the name of a column that numbers or names the rows.
	const isShifted =
		headers.length > 0 && named === width - 1 && first.some((fields) => (fields[width - 1] ?? '').trim() !== '');
	return {
		preamble,
		names: isShifted ? ['', ...names.slice(0, -1)] : names,
		/** The first ones, names included. */
		records: [...headers, ...first],
		width: dialect.width,
		/** Where the first record begins; null if that can't be determined from the lines. */
		end: isPlain && isComplete && !(first[0] !== undefined && isRule(first[0])) ? at : null,
	};
}

function firstRecords(text: string, isWhole: boolean, { delimiter, quote }: Dialect): string[][] {
	const records: string[][] = [];
	for (let index = 0; index < text.length && records.length < 100; ) {
		const record = readRecord(text, index, delimiter, isWhole, quote);
		if (record === null) break;
		records.push(record.fields);
		index = record.next;
	}
	return records;
}

function cleanFileOf(
	file: string,
	encoding: Encoding,
	layout: Layout,
	sample: string,
	end: number | null,
	names: readonly string[],
): CleanFile | null {
	const { delimiter } = layout;
	if (encoding.name !== 'utf-8' || !encoding.isValid || end === null || delimiter === null) return null;
	const newline = /\r?\n/.exec(sample)?.[0] === '\r\n' ? '\r\n' : '\n';
	const from = encoding.bom + Buffer.byteLength(sample.slice(0, end));
	return { file, layout: { ...layout, delimiter }, from, newline, names };
}

const formatName = (delimiter: string | null): string =>
	delimiter === null
		? 'Text, one value per line'
		: ({ ',': 'CSV, comma', '\t': 'TSV, tab', ';': 'CSV, semicolon', '|': 'CSV, pipe' }[delimiter] ??
			`CSV, "${delimiter}"`);

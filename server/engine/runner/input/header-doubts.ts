import type { FileOptions } from '#contract/file-ingestion.ts';
import type { Dialect } from '#lib/delimited/dialect.ts';
import { isAbsent, isData } from '#lib/delimited/header.ts';
import { countLines, nextLine, readRecord } from '#lib/delimited/record.ts';
import { count, cut } from '../../format.ts';
import type { Doubt } from './doubts.ts';

/** Number of records that are examined. */
const examined = 100;
/** Maximum number of lines above a table that are examined. */
const maxAbove = 20;

interface Numbered {
	/** 1-based. */
	readonly line: number;
	readonly fields: readonly string[];
}

/**
 * What is uncertain about where the names are: lines above them that look like rows, names in several lines, or fewer names than values. Options
 * resolve it.
 */
export function namesDoubts(sample: string, isWhole: boolean, dialect: Dialect, options: FileOptions): Doubt[] {
	if (dialect.delimiter === null || dialect.width < 2) return [];
	const records = recordsOf(sample, isWhole, dialect);
	const [first, ...rows] = records;
	if (first === undefined) return [];
	const ofStart =
		options.preamble === undefined ? (aboveDoubt(first, rows, dialect) ?? lostNamesDoubt(sample, rows, dialect)) : null;
	if (ofStart !== null) return [ofStart];
	if (options.headerRows !== undefined) return [];
	const few = dialect.headerRows === 1 ? fewNamesDoubt(first.fields, rows, dialect) : null;
	const texts = records.map(({ fields }) => fields);
	const doubt = few ?? secondNamesDoubt(texts, dialect.headerRows);
	return doubt === null ? [] : [doubt];
}

/** The first records from the start of the table, without blank lines. */
function recordsOf(sample: string, isWhole: boolean, { delimiter, quote, preamble }: Dialect): Numbered[] {
	const records: Numbered[] = [];
	let line = 1;
	for (let index = 0; index < sample.length && records.length < examined; ) {
		const record = line > preamble ? readRecord(sample, index, delimiter, isWhole, quote) : undefined;
		if (record === null) break;
		const next = record === undefined || record.problem !== null ? nextLine(sample, index) : record.next;
		if (record?.problem === null && record.fields.some((field) => field.trim() !== ''))
			records.push({ line, fields: record.fields });
		line += countLines(sample, index, next);
		index = next;
	}
	return records;
}

const shown = (fields: readonly string[]): string => `"${cut(fields.filter(Boolean).join(', '), 60)}"`;
const isWord = (field: string): boolean => !isAbsent(field) && !isData(field);

/** For rows with values in columns that have no name. */
function fewNamesDoubt(
	header: readonly string[],
	rows: readonly Numbered[],
	{ width, delimiter }: Dialect,
): Doubt | null {
	const lastFilled = ({ fields }: Numbered) => fields.findLastIndex((field) => field.trim() !== '');
	const values = Math.min(width, Math.max(0, ...rows.map(lastFilled)) + 1);
	// All lines may end with a delimiter.
	const isEnded = rows.every(({ fields }) => fields.length > Math.max(header.length, values));
	const names = isEnded && header.at(-1)?.trim() === '' ? header.length - 1 : header.length;
	const missing = values - names;
	if (missing < 1) return null;
	const one = header.length < values ? 'the first column has no name' : 'the last column has no name';
	const [what, others] = missing === 1 ? [one, 'name'] : [`the last ${missing} columns have no names`, 'names'];
	const remark = `The rows have ${count(values, 'value')}, but the header has only ${count(names, 'name')}. If ${what}, choose "In the first line" under "Column names". Otherwise, add the missing ${others} to the file.${commaHint(rows, delimiter)}`;
	return { option: 'headerRows', values: ['1'], remark };
}

/** For a table without names below a line of words, which are fewer than its columns. */
function lostNamesDoubt(sample: string, rows: readonly Numbered[], dialect: Dialect): Doubt | null {
	const { headerRows, preamble, delimiter, quote } = dialect;
	if (headerRows > 0 || preamble === 0 || delimiter === null) return null;
	let at = 0;
	for (let line = 1; line < preamble; line += 1) at = nextLine(sample, at);
	const { fields = [] } = readRecord(sample, at, delimiter, true, quote) ?? {};
	if (fields.length < 2 || fields.length >= dialect.width || fields[0]?.trim().startsWith('#') || !fields.every(isWord))
		return null;
	const remark = `Line ${preamble}, ${shown(fields)}, may have the column names, but the rows have ${count(dialect.width, 'value')}. Choose where the table starts under "Table starts in".${commaHint(rows, delimiter)}`;
	return { option: 'preamble', values: [String(preamble - 1), String(preamble)], remark };
}

/** A hint for numbers that decimal commas split into two whole numbers each. */
function commaHint(rows: readonly Numbered[], delimiter: string | null): string {
	const isSplit = (index: number) =>
		rows.length > 0 &&
		rows.every(({ fields }) => /^-?\d+$/.test(fields[index] ?? '') && /^\d{1,6}$/.test(fields[index + 1] ?? ''));
	const [first] = rows;
	const hasPairs = delimiter === ',' && first?.fields.some((_, index) => isSplit(index));
	return hasPairs ? ' If the numbers have decimal commas, save the file with semicolons between the values.' : '';
}

/** For lines such as "Unit, USD" above rows such as "2020-01, 50". */
function aboveDoubt(first: Numbered, rows: readonly Numbered[], { headerRows, preamble }: Dialect): Doubt | null {
	const hasDigit = ({ fields }: Numbered) => /\d/.test(fields[0] ?? '');
	const all = [first, ...rows];
	const above = all.slice(0, all.findIndex(hasDigit));
	const below = all.slice(above.length);
	if (headerRows !== 1 || above.length < 3 || above.length > maxAbove || below.length < 2 || !below.every(hasDigit))
		return null;
	const isChanged = first.fields.some((_, index) => {
		if (index === 0) return false;
		const values = below.flatMap(({ fields }) => (isAbsent(fields[index] ?? '') ? [] : [fields[index] ?? '']));
		return (
			values.length > 1 && values.every(isData) && above.slice(1).some(({ fields }) => isWord(fields[index] ?? ''))
		);
	});
	const [last] = above.slice(-1);
	const [row] = below;
	if (!isChanged || last === undefined || row === undefined) return null;
	const start = last.fields.every(isWord) ? last.line : row.line;
	const remark = `Lines ${first.line.toLocaleString('en')}–${(start - 1).toLocaleString('en')}, such as ${shown(above[1]?.fields ?? [])}, may be above the table. Choose where the table starts under "Table starts in".`;
	return { option: 'preamble', values: [String(start - 1), String(preamble)], remark };
}

/**
 * For a second record with words where the names have gaps, or with nothing where the rows have numbers and dates, as in survey exports.
 * @param records the first ones, names included @param headerRows number of records that are names
 */
export function secondNamesDoubt(records: readonly (readonly string[])[], headerRows: number): Doubt | null {
	const [first = [], second = [], ...rows] = records;
	if (headerRows > 1 || rows.length < 2 || first.some(isData) || second.some(isData)) return null;
	const columns = Array.from({ length: Math.max(first.length, second.length) }, (_, index) => index);
	const ofData = columns.filter((index) => {
		const values = rows.flatMap((row) => (isAbsent(row[index] ?? '') ? [] : [row[index] ?? '']));
		return values.length > 1 && values.every(isData);
	});
	const words = columns.filter((index) => isWord(second[index] ?? ''));
	const names = first.map((name) => name.trim());
	const fillsGaps = words.some((index) => (names[index] ?? '') === '');
	const isSame = words.length > 2 && new Set(words.map((index) => second[index])).size === 1;
	const isEmptyAbove =
		(ofData.length > 1 || isSame) && ofData[0] === 0 && ofData.every((index) => (second[index] ?? '') === '');
	const isOnly = !rows.some((row) => ofData.every((index) => (row[index] ?? '') === ''));
	if (ofData.length === 0 || words.length === 0 || !isOnly || !(isEmptyAbove || (fillsGaps && words.length > 1)))
		return null;
	return twoRowsDoubt(second, headerRows);
}

/** @param row one of the two rows @param headerRows number of rows that certainly contain names */
export const twoRowsDoubt = (row: readonly string[], headerRows: number): Doubt => ({
	option: 'headerRows',
	values: ['2', String(headerRows)],
	remark: `The column names may be in two rows, one of them with ${shown(row)}. Choose an option under "Column names".`,
});

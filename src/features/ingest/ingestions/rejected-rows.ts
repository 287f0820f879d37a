import { type PlannedColumn, ReviewRequest } from '#contract/file-ingestion.ts';
import type { Ingestion, IngestionDetail, RejectedRow } from '#contract/ingest.ts';
import { withoutFormula } from '#lib/delimited/formula.ts';
import { readRecord } from '#lib/delimited/record.ts';
import { writeCsv, writeField } from '#lib/delimited/write.ts';
import { JsonText, parseExact } from '#lib/exact-json/exact-json.ts';
import { whyInvalidJson } from '#lib/exact-json/located.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { countOf } from '../../../lib/format.ts';
import { lineNames } from '../status-model.ts';

/** Name of a file with corrected rows of an ingestion, by which its own ingestion is found. */
export const correctedFileName = ({ id, target }: Pick<IngestionDetail, 'id' | 'target'>): string =>
	`${target.datasetName} corrected rows ${id.slice(0, 8)}.csv`;

/** Later ingestions of corrected rows, the first one first. @param all of the service */
export const correctionsOf = (
	ingestion: Pick<IngestionDetail, 'id' | 'target'>,
	all: readonly Ingestion[],
): Ingestion[] =>
	all
		.filter(({ fileName, state }) => state === 'committed' && fileName === correctedFileName(ingestion))
		.sort((a, b) => a.createdAt.localeCompare(b.createdAt));

type Rejecting = Pick<IngestionDetail, 'mapping' | 'rejectedRows' | 'decided'>;

/** Changed texts of rejected rows, by index, then by column; of lines as `lineText`. */
export type Edits = ReadonlyMap<number, Readonly<Record<string, string>>>;

/** The name of a line's text among columns. */
export const lineText = 'line as text';

export const textsOf = ({ values, text }: RejectedRow): Readonly<Record<string, string | null>> =>
	text === undefined ? values : { [lineText]: text };

/** Columns of the rejected rows' values: the mapped ones and, if some lines couldn't be parsed, their text. */
function rejectedColumns({ mapping, rejectedRows }: Rejecting): string[] {
	const columns = mapping.map(({ column }) => column);
	return [...new Set([...columns, ...rejectedRows.flatMap((row) => Object.keys(textsOf(row)))])];
}

export const rejectedWhy = ({ reasons, text }: RejectedRow): string =>
	reasons.map(({ column, message }) => (text === undefined ? `${column}: ${message}` : message)).join(' ');

/** Rejected rows as CSV, with their numbers and reasons after the values. */
export function rejectedCsv(ingestion: Rejecting, edits: Edits): string {
	const columns = rejectedColumns(ingestion);
	const lines = lineNames(ingestion.rejectedRows).filter((name) => !columns.includes(name));
	const rows = ingestion.rejectedRows.map((row, index) => {
		const texts = { ...textsOf(row), ...edits.get(index) };
		// What couldn't be parsed has the number of its line instead of a row's.
		const line = row.text === undefined ? row.line : row.row;
		const numbers = [String(row.row), ...lines.map(() => String(line ?? ''))];
		return [...columns.map((column) => texts[column] ?? ''), ...numbers, rejectedWhy(row)];
	});
	return writeCsv([[...columns, 'row', ...lines, 'why'], ...rows]);
}

/** Edits in a corrected CSV file. @param records by column @throws Error with a message if it's another file */
export function editsIn(records: readonly Readonly<Record<string, string>>[], rejectedRows: readonly RejectedRow[]) {
	if (!('row' in (records[0] ?? {})))
		throw new Error(
			'The file is missing the column "row". Keep all columns of the downloaded file, then choose it again.',
		);
	const found = new Map<number, Record<string, string>>();
	for (const record of records) {
		const isLine = (record[lineText] ?? '') !== '';
		const index = rejectedRows.findIndex(
			({ row, text }) =>
				String(row) === record.row && (text === undefined || isLine) && (text !== undefined || !isLine),
		);
		const before = Object.entries(rejectedRows[index] === undefined ? {} : textsOf(rejectedRows[index]));
		const changed = before.flatMap(([column, text]) => {
			const now = record[withoutFormula(column)];
			return now === undefined || now === withoutFormula(text ?? '') ? [] : [[column, now] as const];
		});
		if (changed.length > 0) found.set(index, Object.fromEntries(changed));
	}
	return found;
}

/** How the rows were read and saved. */
export const decidedIn = ({ decided }: Pick<IngestionDetail, 'decided'>): ReviewRequest =>
	ReviewRequest.safeParse(decided).data ?? {};

/** Columns in the order of the file, with the dataset's columns that they fill. */
const fileColumns = ({ mapping, decided }: Rejecting) => decidedIn({ decided }).columns ?? mapping;

/** The values of an edited line, in the order of the file's columns, or why it still can't be parsed. */
function fieldsOf(line: string, ingestion: Rejecting): string[] | string {
	const columns = fileColumns(ingestion);
	const { delimiter, quote = '"' } = decidedIn(ingestion).options ?? {};
	if (delimiter === undefined) return jsonFields(line, columns);
	const sign = quote === '' ? null : quote;
	const fields = readRecord(line, 0, delimiter === '' ? null : delimiter, true, sign)?.fields ?? [];
	if (fields.length === columns.length) return fields;
	return `The line has ${countOf(fields.length, 'value')} instead of ${columns.length}.`;
}

/** Only text files have delimiters. Other lines are JSON. */
function jsonFields(line: string, columns: readonly { readonly from: string }[]): string[] | string {
	const problem = whyInvalidJson(line);
	if (problem !== null) return `The line isn’t valid JSON: ${problem}.`;
	const record = parseExact(line);
	if (typeof record !== 'object' || record === null || Array.isArray(record) || record instanceof JsonText)
		return 'The line isn’t a JSON object.';
	const values = new Map<string, unknown>(Object.entries(record));
	const other = [...values.keys()].find((name) => columns.every(({ from }) => from !== name));
	if (other !== undefined) return `The file has no column "${other}". Remove it from the line.`;
	return columns.map(({ from }) => {
		const value = values.get(from) ?? '';
		return typeof value === 'string' ? value : stringifyJson(value);
	});
}

/** Why an edited line still can't be parsed; null if it can. */
export function lineProblem(line: string, ingestion: Rejecting): string | null {
	const fields = fieldsOf(line, ingestion);
	return typeof fields === 'string' ? fields : null;
}

/** Corrected rows and lines as a CSV file with the columns of the file they came from. */
export function correctedCsv(ingestion: Rejecting, edits: Edits): string {
	const columns = fileColumns(ingestion);
	const rows = [...edits].flatMap(([index, edit]) => {
		const row = ingestion.rejectedRows[index];
		if (row === undefined) return [];
		if (row.text === undefined) return [columns.map(({ column }) => edit[column] ?? row.values[column] ?? '')];
		const fields = fieldsOf(edit[lineText] ?? row.text, ingestion);
		return typeof fields === 'string' ? [] : [fields];
	});
	const lines = [columns.map(({ from }) => from), ...rows];
	return lines.map((fields) => `${fields.map((field) => writeField(field, ',')).join(',')}\r\n`).join('');
}

/** How to read that file: as the rows were read before. */
export function correctedAs(ingestion: Rejecting): ReviewRequest {
	const { options: { decimal, dateOrder, timeZone } = {}, columns, key, mode } = decidedIn(ingestion);
	const kept = Object.entries({ decimal, dateOrder, timeZone }).filter(([, value]) => value !== undefined);
	const planned: readonly PlannedColumn[] = columns ?? ingestion.mapping;
	return {
		...(mode === undefined ? {} : { mode: mode === 'upsert' ? mode : 'append' }),
		...(key === undefined ? {} : { key }),
		options: { delimiter: ',', quote: '"', headerRows: 1, preamble: 0, ...Object.fromEntries(kept) },
		// The rows already have the values of earlier corrections.
		columns: planned.map(({ fixes: _fixes, ...column }) => ({ ...column, isNew: false })),
	};
}

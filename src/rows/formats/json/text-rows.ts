import { Decimal, parseJson } from '#lib/exact-json/exact-json.ts';
import { findJsonProblem } from '#lib/exact-json/located.ts';
import { formatCount } from '../../../lib/format.ts';
import {
	type ReadOptions,
	type RejectedLine,
	rejectedLine,
	TableProblem,
	type TableReader,
} from '../table/read-options.ts';
import type { TextFile, TextPiece } from '../text/text-file.ts';

export const textField = 'text';
const longestDocument = 128 * 1_024 * 1_024;
const longestLine = 16 * 1_024 * 1_024;

/** Free text: each line or each paragraph is a record. */
export function plainReader(file: TextFile, options: ReadOptions): TableReader {
	const isLines = options.format === 'lines';
	const remarks: string[] = [];
	return readerOf(options, isLines ? 'Text, one record per line' : 'Text, one record per paragraph', [textField], {
		remarks,
		async *pieces(signal) {
			let open: string[] = [];
			for await (const { lines, isLast, bytes } of linesOf(file, options, signal, remarks)) {
				const rows: string[][] = [];
				const close = () => {
					if (open.length > 0) rows.push([open.join('\n')]);
					open = [];
				};
				for (const { text, line } of lines) {
					if (line <= options.preamble) continue;
					if (isLines) {
						if (text.trim() !== '') rows.push([text]);
					} else if (text.trim() === '') close();
					else open.push(text);
				}
				if (isLast) close();
				yield { rows, rejected: [], bytes };
			}
		},
	});
}

/** One JSON object per line. Invalid lines are skipped. */
export function ndjsonReader(file: TextFile, options: ReadOptions): TableReader {
	const names: string[] = [];
	const known = new Map<string, number>();
	const remarks: string[] = [];
	return readerOf(options, 'NDJSON, one object per line', names, {
		remarks,
		async *pieces(signal) {
			for await (const { lines, bytes } of linesOf(file, options, signal, remarks)) {
				const rows: unknown[][] = [];
				const rejected: RejectedLine[] = [];
				for (const { text, line } of lines) {
					if (text.trim() === '') continue;
					const read = readLine(text);
					if ('problem' in read) rejected.push(rejectedLine(line, read.problem, text));
					else rows.push(rowOf(read.record, names, known));
				}
				yield { rows, rejected, bytes };
			}
		},
	});
}

/** A JSON document: an array of records, an object with one, or a single record. */
export function jsonReader(file: TextFile, options: ReadOptions): TableReader {
	const names: string[] = [];
	const known = new Map<string, number>();
	const remarks: string[] = [];
	return readerOf(options, 'JSON', names, {
		remarks,
		async *pieces(signal) {
			let [text, bytes] = ['', 0];
			for await (const piece of file.texts(options.encoding, signal, remarks)) {
				bytes = piece.bytes;
				if (bytes > longestDocument)
					throw new TableProblem(
						'The JSON document is larger than 128 MB. Convert it to NDJSON, with one object per line.',
					);
				text += piece.text;
			}
			const rows: unknown[][] = [];
			const rejected: RejectedLine[] = [];
			for (const [index, item] of recordsIn(text).entries()) {
				if (isRecord(item)) rows.push(rowOf(item, names, known));
				else
					rejected.push(
						rejectedLine(index + 1, `Record ${formatCount(index + 1)} isn’t an object.`, JSON.stringify(toPlain(item))),
					);
			}
			yield { rows, rejected, bytes };
		},
	});
}

const readerOf = (
	options: ReadOptions,
	format: string,
	names: readonly string[],
	rest: Pick<TableReader, 'pieces' | 'remarks'>,
): TableReader => ({
	options,
	format,
	names,
	preambleLines: [],
	sheets: [],
	...rest,
});

/** Members of a document that may contain its records. */
const holders = ['data', 'rows', 'items', 'records', 'results', 'value', 'features'];

function recordsIn(text: string): readonly unknown[] {
	const document = parseDocument(text);
	if (Array.isArray(document)) return document;
	if (!isRecord(document)) throw new TableProblem('The document is a single value. Convert it to an array of objects.');
	const held = holders.map((name) => document[name]).find(Array.isArray);
	return held ?? [document];
}

function parseDocument(text: string): unknown {
	try {
		return parseJson(text.replace(/^\uFEFF/, ''));
	} catch {
		const problem = findJsonProblem(text);
		if (problem === null) throw new TableProblem('Invalid JSON.');
		const { line, column, message } = problem;
		throw new TableProblem(`Invalid JSON at line ${formatCount(line)}, character ${formatCount(column)}: ${message}.`);
	}
}

function readLine(text: string): { record: Record<string, unknown> } | { problem: string } {
	try {
		const value = parseJson(text);
		return isRecord(value) ? { record: value } : { problem: 'The line isn’t a JSON object.' };
	} catch {
		const problem = findJsonProblem(text);
		return { problem: problem === null ? 'The line isn’t valid JSON.' : `Invalid JSON: ${problem.message}.` };
	}
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Decimal);

/** A record's values in column order, adding columns for new names. Missing fields are undefined. */
function rowOf(record: Record<string, unknown>, names: string[], known: Map<string, number>): unknown[] {
	const row: unknown[] = [];
	for (const [name, value] of Object.entries(record)) {
		let index = known.get(name);
		if (index === undefined) {
			index = names.push(name) - 1;
			known.set(name, index);
		}
		row[index] = toPlain(value);
	}
	return Array.from(row);
}

/** Numbers that don't fit in a double become text. */
export function toPlain(value: unknown): unknown {
	if (typeof value === 'bigint') return String(value);
	if (value instanceof Decimal) return value.text;
	if (Array.isArray(value)) return value.map(toPlain);
	if (isRecord(value))
		return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toPlain(member)]));
	return value;
}

interface Lines extends Pick<TextPiece, 'isLast' | 'bytes'> {
	readonly lines: readonly { readonly text: string; readonly line: number }[];
}

async function* linesOf(
	file: TextFile,
	options: ReadOptions,
	signal: AbortSignal,
	remarks: string[],
): AsyncGenerator<Lines> {
	let [rest, line] = ['', 1];
	for await (const { text, isLast, bytes } of file.texts(options.encoding, signal, remarks)) {
		const all = rest + text;
		// A carriage return may be followed by a line feed in the next piece.
		const end = isLast ? all.length : all.lastIndexOf('\n') + 1;
		if (all.length - end > longestLine)
			throw new TableProblem(
				`Line ${formatCount(line)} is longer than 16 million characters. Split it into shorter lines.`,
			);
		rest = all.slice(end);
		const whole = all.slice(0, end);
		const found = whole === '' ? [] : whole.split(/\r\n|\n|\r/);
		if (/[\r\n]$/.test(whole)) found.pop();
		const lines = found.map((value, index) => ({ text: value, line: line + index }));
		line += found.length;
		yield { lines, isLast, bytes };
	}
}

import { readFileSync, statSync } from 'node:fs';
import type { FileOptions } from '#contract/file-ingestion.ts';
import { maxRecordFields } from '#contract/ingest.ts';
import { headerNames } from '#lib/delimited/header.ts';
import { isTooDeep, tooDeep } from '#lib/exact-json/depth.ts';
import { JsonText, parseExact } from '#lib/exact-json/exact-json.ts';
import { parseLocated, whyInvalidJson } from '#lib/exact-json/located.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import type { Doubt } from './input/doubts.ts';
import { type Encoding, encodingDoubts, textsOf } from './input/encoding.ts';
import { type Fields, isFields, rowsIn } from './input/json-rows.ts';
import { isCode, PlainReader, type PlainSink } from './input/plain-record.ts';
import type { FixedLine } from './input/read-delimited.ts';
import { RowsFile } from './input/rows-file.ts';
import { bytesRead, unreadable } from './input/unpack.ts';
import type { OpenedFile, UploadedFile } from './opened-file.ts';
import type { Session } from './session.ts';
import { storeRows } from './store-rows.ts';

/** Largest JSON document read at once, bytes; the size of NDJSON isn't limited. */
const largestDocument = 256 * 2 ** 20;

/** A JSON array of objects, or NDJSON; null if the file is neither. */
export async function openRecords(
	session: Session,
	file: string,
	encoding: Encoding,
	{ name, options, fixedLines, maxBytes }: UploadedFile,
): Promise<OpenedFile | null> {
	if (options.delimiter !== undefined) return null;
	const start = beginningOf(file, encoding);
	const isNamed = /\.(json|ndjson|jsonl)$/.test(name);
	const [first] = start.trimStart();
	if (first !== '{' && first !== '[') {
		if (isNamed)
			throw unreadable(
				'The file name ends in .json, .ndjson or .jsonl, but the content isn’t JSON. Rename the file, or upload JSON.',
			);
		return null;
	}
	const [line = '', ...others] = start.trim().split(/\r?\n/);
	// A document on a single line may also be an object.
	const hasSeveral = others.some((other) => other.trim() !== '');
	const isLines = first === '{' && (/\.(ndjson|jsonl)$/.test(name) || (hasSeveral && isObject(line)));
	if (!isNamed && !isLines && !isDocument(start)) return null;
	const rows = new RowsFile(`${file}.rows`, maxBytes);
	const columns = new RecordColumns(rows);
	const remarks: string[] = [];
	const doubts = encodingDoubts(encoding, options.encoding, start);
	let unusedLines = fixedLines.map(({ line }) => line);
	try {
		if (isLines)
			unusedLines = readLines(textsOf(file, encoding, bytesRead(file, session.onReading)), columns, rows, fixedLines);
		else readDocument(file, encoding.name, encoding.bom, columns, rows, remarks);
		const isNested = columns.names.length > 0 && columns.names.every((_, index) => columns.isNested(index));
		if (!isLines && isNested && rows.rows === 1 && first === '{') doubts.push(oneObject);
	} finally {
		rows.close();
	}
	await storeRows(session, rows, columns.names.length);
	return {
		format: isLines ? 'NDJSON' : 'JSON',
		options: { encoding: encoding.name as NonNullable<FileOptions['encoding']> },
		sheets: [],
		remarks,
		doubts,
		columns: headerNames(columns.names, columns.names.length, remarks).map((column, index) => ({
			name: column,
			type: null,
			isText: columns.isText(index),
			isNested: columns.isNested(index),
		})),
		rows: rows.rows,
		rejected: { total: rows.rejectedTotal, first: rows.rejected },
		unusedLines,
	};
}

/** For a single object, which may be column-oriented data. */
const oneObject: Doubt = {
	option: null,
	values: [],
	remark:
		'The JSON is a single object whose fields are lists or objects. It’s read as one row. If the fields are columns, save the data as a list with an object for each row.',
};

function beginningOf(file: string, encoding: Pick<Encoding, 'name' | 'bom'>): string {
	for (const text of textsOf(file, encoding)) return text.slice(0, 2 ** 16);
	return '';
}

const isObject = (line: string): boolean => {
	try {
		const value: unknown = JSON.parse(line);
		return typeof value === 'object' && value !== null && !Array.isArray(value);
	} catch {
		return false;
	}
};

/** Whether the text after the first character continues as JSON. */
const isDocument = (start: string): boolean => /^\s*(\[\s*(\{|\])|\{\s*("|\}))/.test(start);

/** Numbers with more digits than a double may hold. */
const parsePlain = (text: string): unknown =>
	/\d{16}|\d[eE]|\.\d*0(?!\d)/.test(text) ? parseExact(text) : JSON.parse(text);

/**
 * Prefix for names made of digits, which JavaScript objects list first, regardless of their order in the file. Text that already contains it isn't
 * marked.
 */
const mark = '\udfff';
const inTexts = /\udfff/gu;

interface Parsed {
	readonly value: unknown;
	readonly isMarked: boolean;
}

function parse(text: string): Parsed {
	const plain = () => ({ value: withoutDoubles(parsePlain(text), text), isMarked: false });
	if (!/"\d+"\s*:/.test(text) || /\\udfff/i.test(text)) return plain();
	try {
		const value = parsePlain(
			text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/gs, (found, colon: string | undefined) =>
				colon !== undefined && /^"\d+"/.test(found) ? `"${mark}${found.slice(1)}` : found,
			),
		);
		return { value: withoutDoubles(value, text), isMarked: true };
	} catch {
		// Parses the original text again, so that errors have their positions in it.
		return plain();
	}
}

/** @throws Error if an object has a duplicate name, whose first value would be lost */
function withoutDoubles(value: unknown, text: string): unknown {
	const names = countNames(value);
	let found = 0;
	for (const _ of text.matchAll(/"\s*:/g)) found += 1;
	if (found === names) return value;
	// The count may include colons inside strings, so count only names.
	found = 0;
	for (const [, colon] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/gs)) if (colon !== undefined) found += 1;
	if (found === names) return value;
	const located = parseLocated(text);
	const { message, start } = 'problem' in located ? located.problem : { message: 'a key appears twice', start: 0 };
	const line = text.slice(0, start).split('\n').length;
	throw new Error(`${message.replace(/^Invalid JSON: |\.$/g, '')} in an object${line > 1 ? ` on line ${line}` : ''}`);
}

/** Our own wording instead of the parser's, after a colon; empty if the reason is unknown. */
function whyInvalid(error: unknown, text: string): string {
	const why = error instanceof SyntaxError ? whyInvalidJson(text, largestDocument) : Object(error).message;
	return typeof why === 'string' ? `: ${why}` : '';
}

const countNames = (value: unknown): number =>
	typeof value !== 'object' || value === null || value instanceof JsonText
		? 0
		: Object.values(value).reduce(
				(sum: number, item) => sum + countNames(item),
				Array.isArray(value) ? 0 : Object.keys(value).length,
			);

const nameOf = (key: string, isMarked: boolean): string =>
	isMarked && key.startsWith(mark) ? key.slice(mark.length) : key;

class RecordColumns implements PlainSink {
	readonly names: string[] = [];
	readonly #index = new Map<string, number>();
	/** Whether a column has had strings, other values, and other values that are neither objects nor lists. */
	readonly #texts: boolean[] = [];
	readonly #others: boolean[] = [];
	readonly #plain: boolean[] = [];
	/** Whether a column has had strings such as "100", which must not become numbers because others aren't strings. */
	readonly #codes: boolean[] = [];
	readonly #rows: RowsFile;

	constructor(rows: RowsFile) {
		this.#rows = rows;
	}

	/** @returns why the record isn't a row, or null */
	add(record: Fields, isMarked: boolean): string | null {
		const textOf = (value: unknown) => {
			const text = stringifyJson(value);
			return isMarked ? text.replaceAll(inTexts, '') : text;
		};
		const values: (string | null)[] = this.names.map(() => null);
		for (const [key, value] of Object.entries(record)) {
			const name = nameOf(key, isMarked);
			if (value === null || value === undefined) {
				this.#at(name);
				continue;
			}
			const index = this.#at(name);
			const text = typeof value === 'string' ? value : textOf(value);
			if (/[\0\ufffd]|\p{Surrogate}/u.test(text))
				return `"${name}" contains invalid characters. Remove or replace them.`;
			if (typeof value === 'string') {
				this.#texts[index] = true;
				if (isCode(value)) this.#codes[index] = true;
			} else this.#others[index] = true;
			if (typeof value !== 'object' || value instanceof JsonText) this.#plain[index] = true;
			values[index] = text;
		}
		this.#rows.add(Array.from(values, (value) => value ?? null));
		return null;
	}

	namesOf = (record: Fields, isMarked: boolean): string[] => Object.keys(record).map((key) => nameOf(key, isMarked));
	columnOf = (name: string): number | undefined => this.#index.get(name);
	addMembers = (members: string): void => this.#rows.addMembers(members);

	noteValue = (index: number, isText: boolean): void => {
		if (isText) this.#texts[index] = true;
		else this.#others[index] = true;
		this.#plain[index] = true;
	};

	noteCode = (index: number): void => {
		this.#codes[index] = true;
	};

	isNested = (index: number): boolean => this.#others[index] === true && this.#plain[index] !== true;
	isText = (index: number): boolean =>
		this.#texts[index] === true && (this.#others[index] !== true || this.#codes[index] === true);

	#at(name: string): number {
		const known = this.#index.get(name);
		if (known !== undefined) return known;
		if (this.names.length === maxRecordFields)
			throw unreadable(
				`The objects have too many different fields. The limit is ${maxRecordFields}. Split the objects into several files.`,
			);
		this.names.push(name);
		this.#index.set(name, this.names.length - 1);
		return this.names.length - 1;
	}
}

/** @returns lines with a replacement that could be parsed, or that don't exist */
function readLines(
	texts: Iterable<string>,
	columns: RecordColumns,
	rows: RowsFile,
	fixedLines: readonly FixedLine[],
): number[] {
	const used = new Set<number>();
	const fixed = new Map(fixedLines.map(({ line, text }) => [line, text]));
	const plain = new PlainReader(columns);
	/** The beginning of a line, in pieces: a long one is joined only once. */
	let rest: string[] = [];
	let number = 0;
	const take = (line: string) => {
		number += 1;
		if (plain.take(line) || line.trim() === '') return;
		const problem = add(line);
		const text = problem === null ? undefined : fixed.get(number);
		if (text !== undefined) used.add(number);
		// An empty correction leaves the line out.
		if (problem === null || text?.trim() === '') return;
		const still = text === undefined ? problem : add(text);
		if (still !== null) rows.reject(number, still, text ?? line);
	};
	const add = (line: string): string | null => {
		const record = recordOf(line);
		if (typeof record === 'string') return record;
		const problem = columns.add(record.fields, record.isMarked);
		if (problem === null) plain.expect(columns.namesOf(record.fields, record.isMarked));
		return problem;
	};
	for (const text of texts) {
		const [first = '', ...lines] = text.split('\n');
		rest.push(first);
		for (const line of lines) {
			take(rest.join(''));
			rest = [line];
		}
	}
	const last = rest.join('');
	if (last !== '') take(last);
	return [...fixed.keys()].filter((line) => !used.has(line));
}

/** The object on a line, or what is wrong with the line. */
function recordOf(line: string): { fields: Fields; isMarked: boolean } | string {
	if (isTooDeep(line)) return `The line is ${tooDeep}.`;
	try {
		const { value, isMarked } = parse(line);
		if (isFields(value)) return { fields: value, isMarked };
		return 'The line isn’t a JSON object.';
	} catch (error) {
		return `The line isn’t valid JSON${whyInvalid(error, line)}.`;
	}
}

function readDocument(
	file: string,
	encoding: string,
	bom: number,
	columns: RecordColumns,
	rows: RowsFile,
	remarks: string[],
): void {
	if (statSync(file).size > largestDocument)
		throw unreadable('A JSON document can be at most 256 MiB. Save the data as NDJSON, with one object per line.');
	const text = new TextDecoder(encoding).decode(readFileSync(file).subarray(bom));
	if (isTooDeep(text)) throw unreadable(`The JSON is ${tooDeep}.`);
	let parsed: Parsed;
	try {
		parsed = parse(text);
	} catch (error) {
		throw unreadable(`The file isn’t valid JSON${whyInvalid(error, text)}.`);
	}
	const records = rowsIn(parsed.value, (key) => nameOf(key, parsed.isMarked), remarks);
	for (const [index, record] of records.entries()) {
		const problem = columns.add(record, parsed.isMarked);
		if (problem !== null) rows.reject(index + 1, problem, stringifyJson(record).replaceAll(inTexts, ''));
	}
	if (records.length > 0 && columns.names.length === 0)
		throw unreadable('The objects in the JSON have no fields. Choose another file.');
}

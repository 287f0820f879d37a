import { readFileSync, statSync } from 'node:fs';
import type { FileOptions } from '#contract/file-ingestion.ts';
import { isTooDeep, tooDeep } from '#lib/exact-json/depth.ts';
import { JsonText, parseExact } from '#lib/exact-json/exact-json.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { encodingOf, textsOf } from './encoding.ts';
import type { OpenedFile } from './opened-file.ts';
import { RowsFile } from './rows-file.ts';
import type { Session } from './session.ts';
import { storeRows } from './store-rows.ts';
import { startOf, unreadable } from './unpack.ts';

/** Longest JSON document that is read at once, bytes; lines of JSON may be as many as there are. */
const largestDocument = 256 * 2 ** 20;

type Fields = Record<string, unknown>;

/** A JSON array of objects, or an object on each line; null where the file is neither. */
export async function openRecords(
	session: Session,
	file: string,
	name: string,
	options: FileOptions,
): Promise<OpenedFile | null> {
	if (options.delimiter !== undefined) return null;
	const start = new TextDecoder().decode(startOf(file, 2 ** 16)).replaceAll('\0', '');
	const isNamed = /\.(json|ndjson|jsonl)$/.test(name);
	const [first] = start.trimStart();
	if (first !== '{' && first !== '[') {
		if (isNamed) throw unreadable('The file’s name says that it is JSON, but it begins with something else.');
		return null;
	}
	const line = start.trimStart().split(/\r?\n/, 1)[0] ?? '';
	const isLines = first === '{' && (/\.(ndjson|jsonl)$/.test(name) || isObject(line));
	if (!isNamed && !isLines && !isDocument(start)) return null;
	const encoding = encodingOf(file, options.encoding);
	const rows = new RowsFile(`${file}.rows`);
	const columns = new RecordColumns(rows);
	try {
		if (isLines) readLines(textsOf(file, encoding), columns, rows);
		else readDocument(file, encoding.name, encoding.bom, columns);
	} finally {
		rows.close();
	}
	await storeRows(session, rows, columns.names.length);
	return {
		format: isLines ? 'JSON, an object on each line' : 'JSON',
		options: { encoding: encoding.name as NonNullable<FileOptions['encoding']> },
		sheets: [],
		remarks: [],
		columns: columns.names.map((column, index) => ({ name: column, type: null, isText: columns.isText(index) })),
		rows: rows.rows,
		rejected: { total: rows.rejectedTotal, first: rows.rejected },
	};
}

const isObject = (line: string): boolean => {
	try {
		const value: unknown = JSON.parse(line);
		return typeof value === 'object' && value !== null && !Array.isArray(value);
	} catch {
		return false;
	}
};

/** Whether it goes on as JSON does behind its first sign. */
const isDocument = (start: string): boolean => /^\s*(\[\s*(\{|\])|\{\s*("|\}))/.test(start);

/** Numbers whose digits a double may not hold. */
const parse = (text: string): unknown =>
	/\d{16}|\d[eE]|\.\d*0(?!\d)/.test(text) ? parseExact(text) : JSON.parse(text);

class RecordColumns {
	readonly names: string[] = [];
	readonly #index = new Map<string, number>();
	/** Whether a column has had texts, and whether it has had anything else. */
	readonly #texts: boolean[] = [];
	readonly #others: boolean[] = [];
	readonly #rows: RowsFile;

	constructor(rows: RowsFile) {
		this.#rows = rows;
	}

	add(record: Fields, number: number): void {
		const values: (string | null)[] = this.names.map(() => null);
		for (const [name, value] of Object.entries(record)) {
			if (value === null || value === undefined) {
				this.#at(name);
				continue;
			}
			const index = this.#at(name);
			const text = typeof value === 'string' ? value : stringifyJson(value);
			if (text.includes('\0') || /\p{Surrogate}/u.test(text)) {
				this.#rows.reject(number, `“${name}” has a character that can’t be stored.`, stringifyJson(record));
				return;
			}
			if (typeof value === 'string') this.#texts[index] = true;
			else this.#others[index] = true;
			values[index] = text;
		}
		this.#rows.add(Array.from(values, (value) => value ?? null));
	}

	isText = (index: number): boolean => this.#texts[index] === true && this.#others[index] !== true;

	#at(name: string): number {
		const known = this.#index.get(name);
		if (known !== undefined) return known;
		this.names.push(name);
		this.#index.set(name, this.names.length - 1);
		return this.names.length - 1;
	}
}

function readLines(texts: Iterable<string>, columns: RecordColumns, rows: RowsFile): void {
	let rest = '';
	let number = 0;
	const take = (line: string) => {
		number += 1;
		if (line.trim() === '') return;
		const record = recordOf(line);
		if (typeof record === 'string') rows.reject(number, record, line);
		else columns.add(record, number);
	};
	for (const text of texts) {
		const lines = (rest + text).split('\n');
		rest = lines.pop() ?? '';
		for (const line of lines) take(line);
	}
	if (rest !== '') take(rest);
}

/** The object on a line, or what is wrong with the line. */
function recordOf(line: string): Fields | string {
	if (isTooDeep(line)) return `It is ${tooDeep}.`;
	try {
		const value = parse(line);
		if (isFields(value)) return value;
		return 'It isn’t a JSON object.';
	} catch (error) {
		return `It isn’t JSON: ${error instanceof Error ? error.message : error}`;
	}
}

const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonText);

function readDocument(file: string, encoding: string, bom: number, columns: RecordColumns): void {
	if (statSync(file).size > largestDocument)
		throw unreadable('A JSON document of more than 256 MiB isn’t read at once. Save it with an object on each line.');
	const text = new TextDecoder(encoding).decode(readFileSync(file).subarray(bom));
	if (isTooDeep(text)) throw unreadable(`The JSON is ${tooDeep}.`);
	let value: unknown;
	try {
		value = parse(text);
	} catch (error) {
		throw unreadable(`The file isn’t valid JSON: ${error instanceof Error ? error.message : error}`);
	}
	const records = recordsIn(value);
	for (const [index, record] of records.entries()) columns.add(record, index + 1);
}

/** The rows of a document: those of the only list of objects in it. */
function recordsIn(value: unknown): Fields[] {
	const lists = Array.isArray(value) ? [value] : isFields(value) ? Object.values(value).filter(Array.isArray) : [];
	const found = lists.filter((list) => list.length > 0 && list.every(isFields));
	if (found.length === 1 && found[0] !== undefined) return found[0];
	if (found.length === 0 && isFields(value)) return [value];
	throw unreadable(
		found.length > 1
			? 'The JSON has several lists of objects. Save the one that you need as a file of its own.'
			: 'The JSON has no list of objects: each object would be a row.',
	);
}

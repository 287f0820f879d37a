import { JsonText } from '#lib/exact-json/exact-json.ts';
import { unreadable } from './unpack.ts';

export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonText);

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null || value instanceof JsonText;
const isRecords = (value: unknown): value is Fields[] =>
	Array.isArray(value) && value.length > 0 && value.every(isFields);
const isPlainList = (value: unknown): value is unknown[] => Array.isArray(value) && value.every(isPlain);

type NameOf = (key: string) => string;

/** Maximum depth of the rows in a document. */
const deepest = 4;

/**
 * The rows of a document: its only list of objects, a table by columns, objects by key, or else the object itself.
 * @param nameOf the name of a member in the file
 * @param remarks receives a remark about where the rows are in the document
 */
export function rowsIn(document: unknown, nameOf: NameOf, remarks: string[]): Fields[] {
	if (isRecords(document)) return document;
	if (!isFields(document))
		throw unreadable(
			'The JSON contains no list of objects to read as rows. Upload a list of objects, or one object per line.',
		);
	const lists = listsIn(document, deepest);
	if (lists.length > 1)
		throw unreadable('The JSON contains several lists of objects. Save the one you need as a separate file.');
	const [list] = lists;
	if (list !== undefined) {
		if (list.path.length > 1) remarks.push(`The rows are read from "${list.path.map(nameOf).join('.')}".`);
		remarks.push(...ignored(Object.keys(document), list.path[0], nameOf));
		return list.rows;
	}
	return (
		splitRows(document, nameOf, remarks) ??
		byColumns(document, nameOf, remarks) ??
		byKey(document, nameOf, remarks) ?? [document]
	);
}

function listsIn(document: Fields, depth: number): { path: string[]; rows: Fields[] }[] {
	return Object.entries(document).flatMap(([key, value]) => {
		if (isRecords(value)) return [{ path: [key], rows: value }];
		if (!isFields(value) || depth === 1) return [];
		return listsIn(value, depth - 1).map(({ path, rows }) => ({ path: [key, ...path], rows }));
	});
}

function ignored(keys: readonly string[], used: string | undefined, nameOf: NameOf): string[] {
	const others = keys.filter((key) => key !== used).map((key) => `"${nameOf(key)}"`);
	return others.length === 0
		? []
		: [
				`Ignored ${others.length === 1 ? 'field' : 'fields'}: ${others.slice(0, 5).join(', ')}${others.length > 5 ? ' and others' : ''}.`,
			];
}

/** Rows with the names in `columns` and the values in `data`. */
function splitRows({ columns, data, ...rest }: Fields, nameOf: NameOf, remarks: string[]): Fields[] | null {
	if (!Array.isArray(columns) || !Array.isArray(data) || data.length === 0) return null;
	const names = columns.map(String);
	const isTable =
		columns.every((name) => typeof name === 'string') &&
		new Set(names).size === names.length &&
		data.every((row) => Array.isArray(row) && row.length === names.length);
	if (!isTable) return null;
	remarks.push(
		'The column names are read from "columns" and the rows from "data".',
		...ignored(Object.keys(rest), '', nameOf),
	);
	return data.map((row: unknown[]) => Object.fromEntries(names.map((name, index) => [name, row[index]])));
}

/** Each member is a column: a list of values, or values by row number. */
function byColumns(document: Fields, nameOf: NameOf, remarks: string[]): Fields[] | null {
	const columns = Object.entries(document).map(([name, value]) => {
		const values = isFields(value) && areNumbers(Object.keys(value).map(nameOf)) ? Object.values(value) : value;
		return [name, values] as const;
	});
	const rows = Array.isArray(columns[0]?.[1]) ? columns[0][1].length : 0;
	const isTable = columns.length > 1 && columns.every(([, values]) => isPlainList(values) && values.length === rows);
	if (!isTable || rows < 2) return null;
	remarks.push('Each member of the JSON object is read as a column.');
	return Array.from({ length: rows }, (_, row) =>
		Object.fromEntries(columns.map(([name, values]) => [name, Array.isArray(values) ? values[row] : null])),
	);
}

/** Whether the names are 0, 1, 2 … */
const areNumbers = (keys: readonly string[]): boolean =>
	keys.length > 0 && keys.every((key, index) => key === String(index));

/** Each member is a row: objects with mostly the same names. */
function byKey(document: Fields, nameOf: NameOf, remarks: string[]): Fields[] | null {
	const rows = Object.entries(document);
	const all = new Set(rows.flatMap(([, row]) => (isFields(row) ? Object.keys(row) : [])));
	const isTable =
		rows.length > 1 &&
		rows.every(
			([, row]) => isFields(row) && Object.keys(row).length * 2 > all.size && Object.values(row).every(isPlain),
		);
	if (!isTable) return null;
	const key = all.has('key') ? 'name of the row' : 'key';
	remarks.push(`Each member of the JSON object is read as a row, with its name in the column "${key}".`);
	return rows.map(([name, row]) => ({ [key]: nameOf(name), ...(isFields(row) ? row : {}) }));
}

import { Decimal } from '../../lib/json.ts';
import { stringifyJson } from '../../lib/json-text.ts';
import type { CellKind, CellValue, GridColumn } from '../../ui/data-grid/row-source.ts';

export interface GivenTable {
	readonly columns: readonly GridColumn[];
	readonly rows: readonly (readonly CellValue[])[];
}

const absent: CellValue = { missing: 'This row has no such field.' };

/** Whether a column holds what the service keeps beside a row's fields (interface, "Artifacts"). */
export const isInternal = (name: string): boolean => name.startsWith('__') && name !== '__proto__';

/** Where a row says how well it matches. */
const scoreField = '__metadata.score';

/**
 * Rows as an agent gave them (objects, or anything else) as a table. Members of `__…` objects are columns of their own,
 * behind the others: `__metadata.source`. The score of a match is for people, and is called so.
 */
export function toTable(given: readonly unknown[]): GivenTable {
	const flat = given.map(flatten);
	const names = new Set<string>();
	for (const row of flat) for (const name of row.keys()) names.add(name);
	const place = (name: string): number => (name === scoreField ? 1 : isInternal(name) ? 2 : 0);
	const ordered = [...names].sort((a, b) => place(a) - place(b));
	const shown = (name: string): string => (name === scoreField && !names.has('score') ? 'score' : name);
	const rows = flat.map((row) => ordered.map((name) => (row.has(name) ? toCell(row.get(name)) : absent)));
	const columns = ordered.map((name, index) => {
		const kind = kindOf(flat, name, rows, index);
		return { name: shown(name), type: typeWords[kind], kind };
	});
	return { columns, rows };
}

const typeWords: Record<CellKind, string> = {
	text: 'text',
	digits: 'text',
	integer: 'integer',
	float: 'number',
	decimal: 'number',
	boolean: 'boolean',
	temporal: 'time',
	json: 'JSON',
	blob: 'binary',
};

const isObject = (value: unknown): value is object =>
	typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Decimal);

function flatten(row: unknown): Map<string, unknown> {
	if (!isObject(row)) return new Map([['value', row]]);
	return new Map(
		Object.entries(row).flatMap(([name, value]): [string, unknown][] =>
			isInternal(name) && isObject(value)
				? Object.entries(value).map(([member, inner]) => [`${name}.${member}`, inner])
				: [[name, value]],
		),
	);
}

function toCell(value: unknown): CellValue {
	if (value === null || value === undefined) return null;
	if (value instanceof Decimal) return value.text;
	if (typeof value === 'object') return stringifyJson(value);
	return value as string | number | bigint | boolean;
}

function kindOf(
	flat: readonly ReadonlyMap<string, unknown>[],
	name: string,
	rows: GivenTable['rows'],
	index: number,
): CellKind {
	const values = flat.map((row) => row.get(name)).filter((it) => it !== null && it !== undefined);
	if (values.length === 0) return 'text';
	if (values.every((it) => typeof it === 'boolean')) return 'boolean';
	if (values.every((it) => typeof it === 'bigint' || (typeof it === 'number' && Number.isInteger(it))))
		return 'integer';
	if (values.every((it) => typeof it === 'number')) return 'float';
	if (values.every((it) => typeof it === 'number' || typeof it === 'bigint' || it instanceof Decimal)) return 'decimal';
	if (values.some((it) => typeof it === 'object')) return 'json';
	const texts = rows.map((row) => row[index]).filter((it) => typeof it === 'string');
	return texts.length === values.length && texts.every((it) => /^-?\d+(\.\d+)?$/.test(it)) ? 'digits' : 'text';
}

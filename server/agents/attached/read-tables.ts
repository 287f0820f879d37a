import type { CallerContext } from '#contract/agents/artifacts.ts';
import { foldName } from '#contract/ids.ts';
import { JsonText } from '#lib/exact-json/exact-json.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { storable } from '../../platform/core/storable.ts';
import type { RequestTable } from '../../platform/rows/request-rows.ts';

type Item = CallerContext['items'][number];
type Row = NonNullable<Item['rows']>[number];

interface AttachedTable extends RequestTable {
	/** Total number of rows if only some were sent, as stated by the item; else null. */
	readonly total: number | null;
}

interface ReadTables {
	readonly tables: readonly AttachedTable[];
	/** Sentences about rows that can't be queried. */
	readonly unusable: readonly string[];
}

/** Stands for the namespace of attached rows; not a valid namespace name. */
export const attachedNamespace = '(attached)';

const mostTables = 4;
const mostColumns = 200;
const longestName = 60;
/** Maximum digits of a number that the engine keeps exactly. */
const mostDigits = 38;

/** Converts the items that have rows to tables. @param owner first part of the tables' names */
export function readTables(items: readonly Item[], owner: string): ReadTables {
	const tables: AttachedTable[] = [];
	const unusable: string[] = [];
	const names = uniqueNames();
	for (const item of items) {
		if (item.rows === undefined) continue;
		const datasetName = names(nameOf(item.title));
		const keys = [...new Set(item.rows.flatMap(Object.keys))].filter((key) => !key.startsWith('__'));
		if (item.rows.length === 0)
			unusable.push(`"${datasetName}" has no rows, so you can’t ask about it. Include other rows.`);
		else if (keys.length === 0)
			unusable.push(`"${datasetName}" has no columns, so you can’t ask about it. Include other rows.`);
		else if (keys.length > mostColumns)
			unusable.push(`"${datasetName}" was left out: it has ${keys.length} columns, and the limit is ${mostColumns}.`);
		else if (tables.length === mostTables)
			unusable.push(`"${datasetName}" was left out: a question can cover at most ${mostTables} tables.`);
		else
			tables.push({
				coordinate: { owner, namespace: attachedNamespace, datasetName },
				...tableOf(item.rows, keys),
				total: totalOf(item, item.rows.length),
			});
	}
	return { tables, unusable };
}

function tableOf(rows: readonly Row[], keys: readonly string[]): Pick<RequestTable, 'columns' | 'rows'> {
	const names = uniqueNames();
	const columns = keys.map((key) => rows.map((row) => row[key]));
	const texts = columns.map((values) => values.map(values.some(hasManyDigits) ? plainTextOf : textOf));
	return {
		columns: columns.map((values, index) => ({
			name: names(withoutControls(keys[index] ?? '') || `column ${index + 1}`),
			type: typeOf(values),
		})),
		rows: rows.map((_, row) => texts.map((column) => column[row] ?? null)),
	};
}

/** The type of a column; null to let the engine detect it, if the texts are all numbers, dates or times. */
function typeOf(values: readonly unknown[]): 'VARCHAR' | 'BOOLEAN' | null {
	const filled = values.filter((value) => value !== null && value !== undefined);
	if (filled.length === 0) return 'VARCHAR';
	if (filled.every((value) => typeof value === 'boolean')) return 'BOOLEAN';
	return filled.every(isNumber) || filled.every(isTime) ? null : 'VARCHAR';
}

const isNumber = (value: unknown): boolean =>
	typeof value === 'number' || typeof value === 'bigint' || value instanceof JsonText;

const time = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[-+]\d{2}:?\d{2})?)?$/;
const isTime = (value: unknown): boolean => typeof value === 'string' && time.test(value);

/** Whether a value is a number that no double represents exactly. */
const hasManyDigits = (value: unknown): boolean => isNumber(value) && typeof value !== 'number';

/** Like `textOf`, but null for a number with an exponent, which would turn the other numbers of its column into doubles. */
function plainTextOf(value: unknown): string | null {
	const text = textOf(value);
	const [, sign = '', whole = '', fraction = '', exponent] =
		/^(-?)(\d+)(?:\.(\d+))?e([-+]?\d+)$/i.exec(text ?? '') ?? [];
	if (!isNumber(value) || exponent === undefined || Math.abs(Number(exponent)) > mostDigits) return text;
	const point = whole.length + Number(exponent);
	const digits = `${whole}${fraction}`.padStart(whole.length + fraction.length + Math.max(0, 1 - point), '0');
	const at = Math.max(1, point);
	const all = digits.padEnd(at, '0');
	return `${sign}${all.slice(0, at)}${all.length > at ? `.${all.slice(at)}` : ''}`;
}

function textOf(value: unknown): string | null {
	if (value === null || value === undefined) return null;
	return typeof value === 'string' ? value : stringifyJson(value);
}

/** "demo/shop/orders" becomes "attached orders". Characters not allowed in a dataset name are dropped. */
function nameOf(title: string): string {
	const path = title.split('/');
	const last = path.length === 3 ? (path[2] ?? '') : title;
	const plain = last.replaceAll(/[^\p{L}\p{M}\p{N}_\-. ]+/gu, ' ').replaceAll(/\s+/g, ' ');
	return `attached ${[...plain].slice(0, longestName).join('').trim() || 'rows'}`;
}

const withoutControls = (text: string): string =>
	storable(text)
		.replaceAll(/\p{Cc}+/gu, ' ')
		.trim();

/** Makes names unique, ignoring case: "a", "A 2". */
function uniqueNames(): (name: string) => string {
	const given = new Set<string>();
	return (name) => {
		let unique = name;
		for (let n = 2; given.has(foldName(unique)); n++) unique = `${name} ${n}`;
		given.add(foldName(unique));
		return unique;
	};
}

/** The total in "the first 50 of 1,000 rows" or, if some didn't fit, in "all of its 1,000 rows". */
function totalOf({ title, text = '' }: Item, sent: number): number | null {
	const [, digits = ''] = /\bof (?:its )?(\d{1,3}(?:,\d{3})+|\d{1,15}) rows\b/.exec(`${title} ${text}`) ?? [];
	const total = Number(digits.replaceAll(',', ''));
	return total > sent ? total : null;
}

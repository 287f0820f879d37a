import * as z from 'zod/mini';
import { type Column, filterOperators, type RowFilter } from '#contract/dataset.ts';
import { maxListedValues } from '#contract/rows/selection.ts';
import type { Problem } from '#contract/service/problem-codes.ts';
import { isTooDeep } from '#lib/exact-json/depth.ts';
import { JsonText, parseExact } from '#lib/exact-json/exact-json.ts';
import { literal, quoted } from '#lib/sql/quoting.ts';
import { isIntegerType } from '#lib/sql/types.ts';

const maxConditions = 100;

/** A filter's conditions are combined with AND. */
export interface Condition {
	readonly sql: string;
	/** Values to be cast by the engine, to report which one can't be. */
	readonly casts: readonly { readonly path: string; readonly text: string; readonly type: string }[];
}

const Shape = z.array(z.object({ column: z.string(), op: z.enum(filterOperators), value: z.optional(z.unknown()) }));

/** Parses the `filter` of a request for rows with these columns. */
export function readFilter(text: string | undefined, columns: readonly Column[]) {
	if (text === undefined || text === '') return { conditions: [], problems: [] };
	const given = parsed(text);
	const shape = Shape.safeParse(given);
	if (!shape.success) return { conditions: [], problems: [shapeProblem(given, shape.error.issues[0])] };
	if (shape.data.length > maxConditions) {
		const message = `filter has ${shape.data.length} conditions. The limit is ${maxConditions}. Remove some.`;
		const problem: Problem = { code: 'TOO_MANY', path: 'filter', message };
		return { conditions: [], problems: [problem] };
	}
	return readConditions(shape.data, columns);
}

export interface ColumnTerms {
	readonly value: string;
	/** SQL of its text as it's copied; null if not available. */
	readonly text: string | null;
}

const byName = ({ name }: Column): ColumnTerms => ({ value: quoted(name), text: null });

/** Parses conditions on these columns. A column's text, if available, is used for `contains` and where only text can be compared. */
export function readConditions(
	filters: readonly RowFilter[],
	columns: readonly Column[],
	termsOf: (column: Column) => ColumnTerms = byName,
) {
	const read = filters.map((filter, index) => conditionOf(filter, `filter.${index}`, columns, termsOf));
	return {
		conditions: read.flatMap((item) => ('sql' in item ? [item] : [])),
		problems: read.flatMap((item) => ('sql' in item ? [] : [item])),
	};
}

/** Numbers stay as written, so that a 64-bit integer keeps its digits. */
function parsed(text: string): unknown {
	try {
		return isTooDeep(text) ? undefined : parseExact(text);
	} catch {
		return undefined;
	}
}

function shapeProblem(given: unknown, issue: z.core.$ZodIssue | undefined): Problem {
	const [index, member] = issue?.path ?? [];
	if (given === undefined || index === undefined) {
		return { code: 'INVALID_FORMAT', path: 'filter', message: 'filter must be a JSON array of {column, op, value}.' };
	}
	const message =
		member === 'op'
			? `op must be one of ${filterOperators.join(', ')}.`
			: member === 'column'
				? 'column must be the name of a column.'
				: 'Each condition must be an object {column, op, value}.';
	const path = ['filter', ...(issue?.path ?? [])].map(String).join('.');
	return { code: member === 'op' ? 'INVALID_VALUE' : 'INVALID_TYPE', path, message };
}

function conditionOf(
	filter: RowFilter,
	path: string,
	columns: readonly Column[],
	termsOf: (column: Column) => ColumnTerms,
): Condition | Problem {
	const column = columns.find((column) => column.name === filter.column);
	if (column === undefined) return unknownColumn(`${path}.column`, filter.column, columns);
	const { value: name, text } = termsOf(column);
	if (filter.op === 'isNull') return { sql: `${name} IS NULL`, casts: [] };
	if (filter.op === 'notNull') return { sql: `${name} IS NOT NULL`, casts: [] };
	const kind = kindOf(column.type);
	if (text !== null && (filter.op === 'contains' || isToldByText(filter, column.type, kind)))
		return onText({ name, text }, filter, column, `${path}.value`);
	if (kind === null) {
		const message = `The column "${column.name}" is ${column.type}, which can’t be compared. Use isNull or notNull.`;
		return { code: 'INVALID_VALUE', path: `${path}.op`, message };
	}
	if (filter.op === 'contains') return containing(name, column.type, filter.value, `${path}.value`);
	// A date with a time of day is later than the start of that day.
	const isMoment = column.type === 'DATE' && [filter.value].flat().some((one) => textOf(one)?.includes(':'));
	const of = isMoment ? `CAST(${name} AS TIMESTAMP)` : name;
	const as = isMoment ? { ...column, type: 'TIMESTAMP' } : column;
	if (filter.op !== 'in') return compared(of, filter.op, filter.value, as, kind, `${path}.value`);
	return among(of, filter.value, as, kind, `${path}.value`);
}

/** Whether a column's values are compared by text: nested values, bytes, and UUIDs with anything else. */
function isToldByText({ value }: RowFilter, type: string, kind: Kind | null): boolean {
	if (kind === null || kind === 'base64') return true;
	return type === 'UUID' && ![value].flat().every((one) => one === null || uuid.test(textOf(one) ?? ''));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function onText(
	{ name, text }: { readonly name: string; readonly text: string },
	{ op, value }: RowFilter,
	column: Column,
	path: string,
): Condition | Problem {
	const { type } = column;
	const asText = { name: column.name, type: 'VARCHAR' };
	if (op === 'in') return among(text, value, asText, 'text', path);
	if (op !== 'contains') return compared(text, op, value, asText, 'text', path);
	const searchText = textOf(value);
	if (searchText === null)
		return { code: 'INVALID_TYPE', path, message: 'The operator "contains" needs a text value.' };
	const holds = (of: string) => `contains(lower(${of}), lower(${literal(searchText)}))`;
	if (!type.startsWith('TIMESTAMP')) return plain(holds(type === 'VARCHAR' ? name : text));
	return plain(`${holds(text)} OR ${holds(`replace(${text}, 'T', ' ')`)}`);
}

function containing(item: string, type: string, value: unknown, path: string): Condition | Problem {
	const text = textOf(value);
	if (text === null) return { code: 'INVALID_TYPE', path, message: 'The operator "contains" needs a text value.' };
	const holds = (of: string) => `contains(lower(${of}), lower(${literal(text)}))`;
	const engines = `CAST(${item} AS VARCHAR)`;
	// If all digits are decimals, the engine writes none before the point; responses have a 0 there.
	const written = /^DECIMAL\((\d+),\s*\1\)/.test(type) ? `replace(${engines}, '.', '0.')` : engines;
	if (!type.startsWith('TIMESTAMP')) return { sql: holds(written), casts: [] };
	// Matches the text in responses, with a T, and as displayed, with a space.
	const shown = type.endsWith('ZONE') ? `regexp_replace(${written}, '\\+00$', 'Z')` : written;
	return { sql: `${holds(`replace(${shown}, ' ', 'T')`)} OR ${holds(shown)}`, casts: [] };
}

function compared(
	text: string,
	op: string,
	value: unknown,
	column: Column,
	kind: Kind,
	path: string,
): Condition | Problem {
	const read = readValue(value, column, kind, path);
	if ('message' in read) return read;
	const nextDay = dayAfter(value, column.type);
	if (nextDay !== null) return { sql: comparedWithDay(text, op, read.sql, nextDay), casts: read.casts };
	// A null isn't equal to any value: "not DFW" includes unknown ones.
	const sign = op === '!=' ? 'IS DISTINCT FROM' : op;
	const of = op === '=' && isZero(value, column.type) ? zeroOf(text) : text;
	return { sql: `${of} ${sign} ${read.sql}`, casts: read.casts };
}

function among(text: string, value: unknown, column: Column, kind: Kind, path: string): Condition | Problem {
	if (!Array.isArray(value) || value.length === 0 || value.length > maxListedValues) {
		const message = `The operator "in" needs a list of 1 to ${maxListedValues.toLocaleString('en')} values.`;
		return { code: 'INVALID_VALUE', path, message };
	}
	const values: Condition[] = [];
	const days: (readonly [sql: string, nextDay: string | null])[] = [];
	for (const [index, one] of value.entries()) {
		if (one === null) continue;
		const read = readValue(one, column, kind, `${path}.${index}`);
		if ('message' in read) return read;
		values.push(read);
		days.push([read.sql, dayAfter(one, column.type)]);
	}
	const moments = days.flatMap(([sql, nextDay]) => (nextDay === null ? [sql] : []));
	const conditions = [
		...(value.includes(null) ? [`${text} IS NULL`] : []),
		...(value.some((one) => isZero(one, column.type)) ? [`${zeroOf(text)} = 0`] : []),
		...(moments.length === 0 ? [] : [`${text} IN (${moments.join(', ')})`]),
		...days.flatMap(([sql, nextDay]) => (nextDay === null ? [] : [comparedWithDay(text, '=', sql, nextDay)])),
	];
	return { sql: conditions.join(' OR '), casts: values.flatMap((one) => one.casts) };
}

/** The engine looks for 0 in a file by its bytes, which misses -0; computed values are compared properly. */
const zeroOf = (text: string): string => `abs(${text})`;

const isZero = (value: unknown, type: string): boolean =>
	(type === 'DOUBLE' || type === 'FLOAT') && value !== '' && Number(textOf(value) ?? Number.NaN) === 0;

/** A date compared with a timestamp means the whole day (UTC): SQL for the start of the next day; null for anything else. */
function dayAfter(value: unknown, type: string): string | null {
	const text = textOf(value)?.trim() ?? '';
	if (!type.startsWith('TIMESTAMP') || !/^\d{4,6}-\d\d-\d\d$/.test(text)) return null;
	return `CAST(CAST(${literal(text)} AS DATE) + INTERVAL 1 DAY AS ${type})`;
}

function comparedWithDay(value: string, op: string, start: string, end: string): string {
	switch (op) {
		case '=':
			return `(${value} >= ${start} AND ${value} < ${end})`;
		case '!=':
			return `(${value} < ${start} OR ${value} >= ${end} OR ${value} IS NULL)`;
		case '<=':
			return `${value} < ${end}`;
		case '>':
			return `${value} >= ${end}`;
		default:
			return `${value} ${op} ${start}`;
	}
}

type Kind = 'integer' | 'decimal' | 'float' | 'boolean' | 'text' | 'base64' | 'cast';

/** How values of a column are compared; null for lists, structs and maps. */
function kindOf(type: string): Kind | null {
	if (isIntegerType(type)) return 'integer';
	if (/^DECIMAL\(\d+,\s?\d+\)$/.test(type)) return 'decimal';
	if (type === 'FLOAT' || type === 'DOUBLE') return 'float';
	if (type === 'BOOLEAN') return 'boolean';
	if (type === 'VARCHAR' || type === 'JSON') return 'text';
	if (type === 'BLOB') return 'base64';
	return /^(DATE|TIME|TIME_NS|TIMESTAMP|TIMESTAMP_S|TIMESTAMP_MS|TIMESTAMP_NS|TIMESTAMP WITH TIME ZONE|UUID)$/.test(
		type,
	)
		? 'cast'
		: null;
}

const number = /^[+-]?(\d{1,400}(\.\d{0,400})?|\.\d{1,400})(e[+-]?\d{1,3})?$/i;

function readValue(value: unknown, column: Column, kind: Kind, path: string): Condition | Problem {
	const text = textOf(value);
	const problem = (wanted: string): Problem => ({
		code: 'INVALID_FORMAT',
		path,
		message: `"${text}" can’t be compared with the column "${column.name}", which is ${column.type}: ${wanted}.`,
	});
	if (text === null) {
		const message =
			value === null ? 'To compare with null, use isNull or notNull.' : 'value must be text, a number, true or false.';
		return { code: 'INVALID_TYPE', path, message };
	}
	switch (kind) {
		case 'integer':
		case 'decimal':
			return number.test(text) ? plain(text) : problem('use a number');
		case 'float':
			if (/^(NaN|-?Infinity)$/.test(text)) return plain(`CAST(${literal(text)} AS DOUBLE)`);
			return number.test(text) ? plain(text) : problem('use a number, NaN, Infinity or -Infinity');
		case 'boolean':
			return /^(true|false)$/i.test(text) ? plain(text) : problem('use true or false');
		case 'text':
			return plain(literal(text));
		case 'base64':
			return /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0
				? plain(`from_base64(${literal(text)})`)
				: problem('use base64');
		case 'cast':
			return { sql: `CAST(${literal(text)} AS ${column.type})`, casts: [{ path, text, type: column.type }] };
	}
}

const plain = (sql: string): Condition => ({ sql, casts: [] });

function textOf(value: unknown): string | null {
	if (value instanceof JsonText) return value.text;
	if (typeof value === 'boolean' || typeof value === 'number') return String(value);
	return typeof value === 'string' && !value.includes('\0') ? value : null;
}

export function unknownColumn(path: string, name: string, columns: readonly Column[]): Problem {
	const folded = columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
	const names = columns.slice(0, 20).map((column) => `"${column.name}"`);
	const more = columns.length > names.length ? ` and ${columns.length - names.length} more` : '';
	const hint = folded === undefined ? `Columns: ${names.join(', ')}${more}.` : `Did you mean "${folded.name}"?`;
	return { code: 'NOT_FOUND', path, message: `There is no column "${name}". ${hint}` };
}

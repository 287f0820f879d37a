import type { Column } from '#contract/dataset.ts';
import type { RowCondition, SortTerm } from '#contract/rows/selection.ts';
import { maxConditions, maxSortColumns, maxValueLength } from '#contract/rows/selection.ts';
import type { Problem } from '#contract/service/problem-codes.ts';
import { literal, quoted } from '#lib/sql/quoting.ts';
import { isIntegerType } from '#lib/sql/types.ts';
import type { EngineTables } from '../../engine/types.ts';
import { invalid } from '../core/service-error.ts';
import { readConditions, unknownColumn } from '../rows/row-filter.ts';

/** Kinds of values, as the console distinguishes columns. */
export type CellKind = 'text' | 'integer' | 'float' | 'decimal' | 'boolean' | 'temporal' | 'json' | 'blob';

/** A column of a table in a runner: SQL of its value and its text. */
export interface QueriedColumn extends Column {
	readonly value: string;
	readonly text: string;
	readonly kind: CellKind;
	/** The text of another value of its type; not for nested ones. */
	textOf(value: string): string;
}

export interface QueriedRelation {
	readonly table: string;
	readonly rows: number;
	readonly columns: readonly QueriedColumn[];
}

/** The table to use for expressions: the one without text, which takes long to prepare, if none of them needs text. */
export const tableOf = (table: string, ...expressions: readonly string[]): string =>
	expressions.some((sql) => /\bx\d+\b/.test(sql)) ? table : table.replace('t', 'p');

export function kindOfType(type: string): CellKind {
	if (/(\]$|^(STRUCT|MAP|UNION|JSON))/.test(type)) return 'json';
	if (isIntegerType(type)) return 'integer';
	if (type.startsWith('DECIMAL')) return 'decimal';
	if (type === 'FLOAT' || type === 'DOUBLE') return 'float';
	if (type === 'BOOLEAN') return 'boolean';
	if (type === 'BLOB') return 'blob';
	return /^(DATE|TIME|TIMESTAMP)/.test(type) ? 'temporal' : 'text';
}

export const isNumber = (kind: CellKind): boolean => kind === 'integer' || kind === 'float' || kind === 'decimal';

/** @param order column names in display order; null for the table's own */
export function relationOf({ tables }: EngineTables, index: number, order: readonly string[] | null): QueriedRelation {
	const { columns = [], rows = 0 } = tables[index] ?? {};
	const all = columns.map(
		({ name, type }, at): QueriedColumn => ({
			name,
			type,
			value: `c${at}`,
			text: type === 'VARCHAR' ? `c${at}` : `x${at}`,
			kind: kindOfType(type),
			textOf: (of) => `t${index}_c${at}(${of})`,
		}),
	);
	const position = new Map(order?.map((name, at) => [name, at]));
	const shown =
		order === null ? all : all.toSorted((a, b) => (position.get(a.name) ?? 0) - (position.get(b.name) ?? 0));
	return { table: `t${index}`, rows, columns: shown };
}

/** The named columns; all if none are named. @throws ServiceError VALIDATION_FAILED */
export function namedColumns(
	{ columns }: QueriedRelation,
	names: readonly string[] | undefined,
	path = 'columns',
): QueriedColumn[] {
	if (names === undefined) return [...columns];
	const byName = new Map(columns.map((column) => [column.name, column]));
	const problems: Problem[] = [];
	const seen = new Set<string>();
	const found = names.flatMap((name, index) => {
		const column = byName.get(name);
		if (column === undefined) problems.push(unknownColumn(`${path}.${index}`, name, columns));
		else if (seen.has(name))
			problems.push({
				code: 'DUPLICATE',
				path: `${path}.${index}`,
				message: `"${name}" is listed twice. Remove the duplicate.`,
			});
		seen.add(name);
		return column ?? [];
	});
	if (problems.length > 0) throw invalid(problems);
	return found;
}

/** The column with a name. @throws ServiceError VALIDATION_FAILED */
export function namedColumn(relation: QueriedRelation, name: string, path: string): QueriedColumn {
	const found = relation.columns.find((column) => column.name === name);
	if (found === undefined) throw invalid([unknownColumn(path, name, relation.columns)]);
	return found;
}

/** ` WHERE …`, or nothing. @throws ServiceError VALIDATION_FAILED */
export async function whereOf(
	session: EngineTables,
	{ columns }: QueriedRelation,
	filter: readonly RowCondition[],
): Promise<string> {
	assertShort(filter, maxConditions, 'filter', 'conditions');
	const long = filter.flatMap(({ column, value }, index) =>
		[value].flat().some((one) => typeof one === 'string' && one.length > maxValueLength) ? [{ column, index }] : [],
	);
	if (long.length > 0) {
		const limit = maxValueLength.toLocaleString('en');
		throw invalid(
			long.map(({ column, index }) => ({
				code: 'TOO_LONG',
				path: `filter.${index}.value`,
				message: `The value to compare with "${column}" is too long. Shorten it to ${limit} characters or fewer.`,
			})),
		);
	}
	const byName = new Map(columns.map((column) => [column.name, column]));
	const termsOf = ({ name }: Column) => {
		const { value = '', text = null } = byName.get(name) ?? {};
		return { value, text };
	};
	const { conditions, problems } = readConditions(filter, columns, termsOf);
	if (problems.length > 0) throw invalid(problems);
	const casts = conditions.flatMap((condition) => condition.casts);
	if (casts.length > 0) {
		const checks = casts.map(({ text, type }, index) => `TRY_CAST(${literal(text)} AS ${type}) IS NULL AS w${index}`);
		const { rows } = await session.rows(`SELECT ${checks.join(', ')}`);
		const failed: Record<string, unknown> = JSON.parse(rows[0] ?? '{}');
		const wrong = casts.filter((_, index) => failed[`w${index}`] === true);
		if (wrong.length > 0)
			throw invalid(
				wrong.map(({ path, text, type }) => ({
					code: 'INVALID_FORMAT',
					path,
					message: `"${text}" isn’t a valid ${type}.`,
				})),
			);
	}
	return conditions.length === 0 ? '' : ` WHERE ${conditions.map(({ sql }) => `(${sql})`).join(' AND ')}`;
}

/** Not the plain column: the engine would restore it from its sort key, in which -0 of a FLOAT is 0. */
function sortedBy({ kind, type, value, text }: QueriedColumn): string {
	if (type === 'JSON') return `q.${text}`;
	if (kind === 'json') return `CASE WHEN q.${value} IS NOT NULL THEN [q.${value}] END`;
	return kind === 'float' ? `q.${value} + 0` : `q.${value}`;
}

/**
 * ` ORDER BY …` for a table with alias `q`, by the row number last, or nothing. Qualified, because a bare name would refer to a result column with
 * the same name. @throws ServiceError VALIDATION_FAILED
 */
export function orderOf(relation: QueriedRelation, sort: readonly SortTerm[]): string {
	assertShort(sort, maxSortColumns, 'sort', 'columns');
	const columns = namedColumns(
		relation,
		sort.map(({ column }) => column),
		'sort',
	);
	if (columns.length === 0) return '';
	const terms = columns.map(
		(column, index) => `${sortedBy(column)} ${sort[index]?.descending ? 'DESC' : 'ASC'} NULLS LAST`,
	);
	return ` ORDER BY ${[...terms, 'q.r'].join(', ')}`;
}

function assertShort(list: readonly unknown[], most: number, path: string, what: string): void {
	if (list.length <= most) return;
	const message = `${path} has ${list.length.toLocaleString('en')} ${what}. The limit is ${most}. Remove some.`;
	throw invalid([{ code: 'TOO_MANY', path, message }]);
}

/** `c0 AS "name"` for each, in order. */
export const selected = (columns: readonly QueriedColumn[]): string =>
	columns.map(({ value, name }) => `${value} AS ${quoted(name)}`).join(', ');

/** A value as in responses: nested ones as their text, with the digits and spaces that a file of the same rows has. */
export const shownValue = ({ kind, text, value }: QueriedColumn): string => (kind === 'json' ? text : value);

/** The sum of a numeric column: exact, except for decimals so long that it might overflow their type. */
export const sumOf = (column: QueriedColumn): string => `sum(${addable(column)})`;

export const meanOf = (column: QueriedColumn): string => `avg(${addable(column)})`;

const addable = ({ value, type }: QueriedColumn): string =>
	Number(/^DECIMAL\((\d+),/.exec(type)?.[1] ?? 0) > 28 ? `CAST(${value} AS DOUBLE)` : value;

import type { DuckDBConnection } from '@duckdb/node-api';
import { isIntegerType } from '#lib/sql/types.ts';
import { cut } from '../format.ts';
import type { LoadColumn } from '../types.ts';

export interface ColumnPlan {
	readonly name: string;
	readonly type: string;
	/** SQL condition: whether a string is exactly one value of the type. */
	readonly fits: string;
	readonly value: string;
	/** Whether it's added to the dataset's columns. */
	readonly isNew?: boolean | undefined;
}

/** Maximum length of a value in messages, UTF-16 units. */
const longest = 500;
export const shorten = (text: string): string => (text.length > longest ? `${cut(text, longest)}…` : text);

export async function columnPlans(connection: DuckDBConnection, columns: readonly LoadColumn[]): Promise<ColumnPlan[]> {
	const plans: ColumnPlan[] = [];
	for (const [index, { name, type }] of columns.entries()) {
		const text = `c${index}`;
		plans.push({ name, ...planOf(text, type ?? (await detectType(connection, text))) });
	}
	return plans;
}

const whole = '[-+]?[0-9]+(\\.0*)?';
const decimal = '[-+]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)';

/** Only strings of these forms are cast, because a cast could round, truncate or guess. An empty string is null except in a VARCHAR column. */
export function planOf(text: string, type: string): Omit<ColumnPlan, 'name'> {
	if (type === 'VARCHAR') return { type, fits: 'true', value: text };
	const filled = `nullif(trim(${text}), '')`;
	const form = formOf(type);
	const cast =
		type === 'BLOB'
			? `CASE WHEN ${matches(filled, form)} THEN from_base64(${filled}) END`
			: isFloat(type)
				? castFloat(filled, type)
				: `TRY_CAST(${filled} AS ${type})`;
	const value = form === null || type === 'BLOB' ? cast : `CASE WHEN ${matches(filled, form)} THEN ${cast} END`;
	return { type, value, fits: `${filled} IS NULL OR (${value}) IS NOT NULL` };
}

const isFloat = (type: string): boolean => type === 'FLOAT' || type === 'DOUBLE';

/** SQL of a floating-point number; null if digits, such as 1e400 and 1e-400, would become infinity or zero, or if a FLOAT would round them. */
export function castFloat(text: string, type: string): string {
	const cast = `TRY_CAST(${text} AS ${type})`;
	const isIn = type === 'FLOAT' ? ` AND ${isExactFloat(cast, `TRY_CAST(${text} AS DOUBLE)`)}` : '';
	return `CASE WHEN ((isfinite(${cast}) AND ${cast} <> 0) OR NOT regexp_matches(${text}, '^[-+]?[0.]*[1-9]'))${isIn} THEN ${cast} END`;
}

/** SQL of whether a FLOAT is the same number as a DOUBLE, or is written like it: 0.1, but not 16777217. */
export const isExactFloat = (float: string, double: string): string =>
	`(CAST(${float} AS DOUBLE) = ${double} OR TRY_CAST(CAST(${float} AS VARCHAR) AS DOUBLE) = ${double})`;

const matches = (text: string, form: string | null): string =>
	form === null ? 'true' : `regexp_full_match(${text}, '${form.replaceAll("'", "''")}')`;

function formOf(type: string): string | null {
	if (isIntegerType(type)) return whole;
	const [, scale] = /^DECIMAL\(\d+,(\d+)\)$/.exec(type) ?? [];
	if (scale !== undefined) return `[-+]?([0-9]+(\\.[0-9]{0,${scale}}0*)?|\\.[0-9]{1,${Math.max(1, Number(scale))}}0*)`;
	switch (type) {
		case 'BOOLEAN':
			return '(?i)(true|false|yes|no|t|f|1|0)';
		case 'DATE':
			return '[0-9]{4}-[0-9]{2}-[0-9]{2}';
		case 'TIME':
			return '[0-9]{1,2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,6})?)?';
		case 'TIMESTAMP':
		case 'TIMESTAMP_NS':
			return `[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,${type === 'TIMESTAMP' ? 6 : 9}})?)?)?`;
		case 'TIMESTAMP WITH TIME ZONE':
			return '[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,6})?)?( ?(Z|[-+][0-9]{2}(:?[0-9]{2})?))?)?';
		case 'FLOAT':
		case 'DOUBLE':
			return `(?i)(${decimal}(e[-+]?[0-9]+)?|[-+]?(nan|infinity|inf))`;
		case 'BLOB':
			return '([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?';
		default:
			return null;
	}
}

/** The decimal point can be anywhere; a plus sign requires one, because `+49` may be a phone number. */
export const numberForm = '-?(0|[1-9][0-9]*)(\\.[0-9]*)?|[-+]?\\.[0-9]+|\\+(0|[1-9][0-9]*)\\.[0-9]*';

/** Patterns that identify a type, narrowest first. Leading zeros mean text, so that `007` stays as it is. */
const typePatterns: readonly (readonly [type: string, form: string])[] = [
	['BOOLEAN', 'true|false'],
	['BIGINT', '-?(0|[1-9][0-9]{0,18})'],
	['DECIMAL', numberForm],
	['DOUBLE', `(${numberForm})([eE][-+]?[0-9]+)?`],
	['DATE', '[0-9]{4}-[0-9]{2}-[0-9]{2}'],
	['TIME', '[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,6})?)?'],
	['TIMESTAMP', '[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,6})?)?'],
	[
		'TIMESTAMP WITH TIME ZONE',
		'[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,6})?)?(Z|[-+][0-9]{2}:?[0-9]{2})',
	],
];

/** Most digits of a number that a DOUBLE preserves. */
const doubleDigits = 15;

async function detectType(connection: DuckDBConnection, text: string): Promise<string> {
	const filled = `nullif(trim(${text}), '')`;
	const tests = typePatterns.map(([type, form]) => {
		const cast = isFloat(type) ? castFloat(filled, type) : `TRY_CAST(${filled} AS ${type})`;
		const isValue = type === 'DECIMAL' ? 'true' : `(${cast}) IS NOT NULL`;
		return `bool_and(regexp_full_match(${filled}, '${form}') AND ${isValue})`;
	});
	const digits = [
		`max(length(regexp_extract(${filled}, '^[-+]?([0-9]+)', 1)))`,
		`max(length(regexp_extract(${filled}, '\\.([0-9]+)$', 1)))`,
	];
	const found = await connection.run(
		`SELECT ${[...digits, ...tests].join(', ')} FROM sent WHERE ${filled} IS NOT NULL`,
	);
	const [before, behind, ...holds] = (await found.getRows())[0] ?? [];
	const type = typePatterns.find((_, index) => holds[index] === true)?.[0] ?? 'VARCHAR';
	if (type !== 'DECIMAL') return type;
	const [whole, scale] = [Number(before ?? 0), Number(behind ?? 0)];
	if (whole + scale <= doubleDigits && scale > 0) return 'DOUBLE';
	return whole + scale <= 38 ? `DECIMAL(${whole + scale},${scale})` : 'VARCHAR';
}

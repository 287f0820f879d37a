import {
	DuckDBArrayType,
	DuckDBListType,
	DuckDBMapType,
	DuckDBStructType,
	type DuckDBType,
	DuckDBTypeId,
} from '@duckdb/node-api';
import { literal } from '#lib/sql/quoting.ts';
import { isoInterval } from '../parquet/types-to-parquet.ts';
import { dated, float, number } from './text-macros.ts';

/*
 * The text of a value as the console copies it (docs/rows-query.md, "Text format of values"). Find, `contains` and comparisons of nested
 * values use it.
 */

/** The expression of a value's text; NULL where the value is. */
export function cellText(of: string, type: DuckDBType): string {
	if (type.alias === 'JSON') return `CAST(${of} AS VARCHAR)`;
	if (isNested(type)) return `CASE WHEN ${of} IS NOT NULL THEN ${nestedText(of, type, 0)} END`;
	const text = `CAST(${of} AS VARCHAR)`;
	switch (type.typeId) {
		case DuckDBTypeId.DOUBLE:
			return `${number}(${of}, ${text})`;
		case DuckDBTypeId.FLOAT:
			return `${float}(${of})`;
		// If all digits are decimals, the engine writes none before the point.
		case DuckDBTypeId.DECIMAL:
			return /\((\d+),\s*\1\)$/.test(String(type)) ? `replace(${text}, '.', '0.')` : text;
		case DuckDBTypeId.BLOB:
			return `'x''' || lower(hex(${of})) || ''''`;
		case DuckDBTypeId.INTERVAL:
			return `${isoInterval.name}(${of})`;
		case DuckDBTypeId.DATE:
			return dateText(of);
		case DuckDBTypeId.TIMESTAMP:
			return momentText(of);
		case DuckDBTypeId.TIMESTAMP_S:
		case DuckDBTypeId.TIMESTAMP_MS:
		case DuckDBTypeId.TIMESTAMP_NS:
			return `replace(${instantText(of, text)}, ' ', 'T')`;
		case DuckDBTypeId.TIMESTAMP_TZ:
			return `replace(replace(${instantText(of, text)}, '+00', 'Z'), ' ', 'T')`;
		case DuckDBTypeId.TIME_TZ:
			return `replace(${text}, '+00', 'Z')`;
	}
	return text;
}

export const typeName = (type: DuckDBType): string => type.alias ?? String(type);

/** Comparing with the bounds of four-digit years takes a fraction of the time of extracting the year. */
const isUsual = (of: string, type: 'DATE' | 'TIMESTAMP'): string =>
	`${of} >= ${type} '1000-01-01' AND ${of} < ${type} '10000-01-01'`;

/** A date as ISO 8601. */
export const dateText = (of: string): string =>
	`CASE WHEN ${isUsual(of, 'DATE')} THEN CAST(${of} AS VARCHAR) ELSE ${instantText(of)} END`;

/** A timestamp in microseconds as ISO 8601. Concatenating date and time is faster in the engine than replacing the space between them. */
export function momentText(of: string): string {
	const usual = `CAST(CAST(${of} AS DATE) AS VARCHAR) || 'T' || CAST(CAST(${of} AS TIME) AS VARCHAR)`;
	return `CASE WHEN ${isUsual(of, 'TIMESTAMP')} THEN ${usual} ELSE replace(${instantText(of)}, ' ', 'T') END`;
}

/** A date or timestamp as ISO 8601, with a space for the T. Only unusual years need extra work. */
export const instantText = (of: string, text = `CAST(${of} AS VARCHAR)`): string =>
	`CASE WHEN isfinite(${of}) AND NOT date_part('year', ${of}) BETWEEN 1000 AND 9999 THEN ${dated}(${text}, date_part('year', ${of})) ELSE ${text} END`;

export const isNested = (type: DuckDBType): boolean =>
	type instanceof DuckDBListType ||
	type instanceof DuckDBArrayType ||
	type instanceof DuckDBMapType ||
	type instanceof DuckDBStructType;

const numbers = /^(U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|BOOLEAN|DECIMAL)$/;

/** A value inside another one, as JSON: numbers have all digits, and numbers that JSON doesn't have are text. */
function jsonText(of: string, type: DuckDBType, depth: number): string {
	if (isNested(type)) return `coalesce(CASE WHEN ${of} IS NOT NULL THEN ${nestedText(of, type, depth)} END, 'null')`;
	const text = cellText(of, type);
	const quotedText = `CAST(to_json(${text}) AS VARCHAR)`;
	if (numbers.test(DuckDBTypeId[type.typeId])) return `coalesce(${text}, 'null')`;
	const isFloat = type.typeId === DuckDBTypeId.DOUBLE || type.typeId === DuckDBTypeId.FLOAT;
	if (isFloat) return `coalesce(CASE WHEN isfinite(${of}) THEN ${text} ELSE ${quotedText} END, 'null')`;
	return `coalesce(${quotedText}, 'null')`;
}

function nestedText(of: string, type: DuckDBType, depth: number): string {
	const item = `it${depth}`;
	const list = (items: string, each: string) =>
		`'[' || array_to_string(list_transform(${items}, lambda ${item}: ${each}), ',') || ']'`;
	if (type instanceof DuckDBListType) return list(of, jsonText(item, type.valueType, depth + 1));
	if (type instanceof DuckDBArrayType)
		return list(`CAST(${of} AS ${type.valueType}[])`, jsonText(item, type.valueType, depth + 1));
	if (type instanceof DuckDBMapType) {
		const part = (name: string, its: DuckDBType) => jsonText(`${item}.${name}`, its, depth + 1);
		return list(
			`map_entries(${of})`,
			`'[' || ${part('key', type.keyType)} || ',' || ${part('value', type.valueType)} || ']'`,
		);
	}
	if (!(type instanceof DuckDBStructType)) return cellText(of, type);
	const members = type.entryTypes.map((entry, index) => {
		const name = type.entryNames[index] ?? '';
		const value = jsonText(`struct_extract(${of}, ${literal(name)})`, entry, depth + 1);
		return `${literal(`${index === 0 ? '' : ','}${JSON.stringify(name)}:`)} || ${value}`;
	});
	return ["'{'", ...members, "'}'"].join(' || ');
}

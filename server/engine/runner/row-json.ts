import {
	DuckDBArrayType,
	DuckDBDecimalType,
	DuckDBListType,
	DuckDBMapType,
	type DuckDBPreparedStatement,
	DuckDBStructType,
	type DuckDBType,
	DuckDBTypeId,
} from '@duckdb/node-api';
import { literal, quoted } from '#lib/sql/quoting.ts';
import { uniqueNames } from '../parquet/projection.ts';
import { isoInterval } from '../parquet/types-to-parquet.ts';
import { dateText, instantText, momentText, typeName } from '../tables/cell-text.ts';
import { strictJson } from '../tables/text-macros.ts';

/** Types that the engine's own JSON writes with every digit. */
const plainNumbers = /^(U?(TINYINT|SMALLINT|INTEGER|BIGINT)|BOOLEAN)$/;
/** Types whose text is a valid JSON number with every digit. */
const numbers = /^(U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|BOOLEAN|BIGNUM|DECIMAL)$/;
const timestamps = /^TIMESTAMP(_S|_MS|_NS)?$/;
const isOf = (names: RegExp, type: DuckDBType): boolean => names.test(DuckDBTypeId[type.typeId]);

const text = (of: string): string => `CAST(to_json(CAST(${of} AS VARCHAR)) AS VARCHAR)`;
const quote = (of: string): string => `'"' || ${of} || '"'`;

const timestampText = (of: string, type: DuckDBType): string =>
	type.typeId === DuckDBTypeId.TIMESTAMP ? momentText(of) : `replace(${instantText(of)}, ' ', 'T')`;

/** SQL that writes a value as JSON text: exact digits, numbers that JSON doesn't have as strings, NULL as null. */
function jsonText(of: string, type: DuckDBType, depth = 0): string {
	return `coalesce(${written(of, type, depth)}, 'null')`;
}

function written(of: string, type: DuckDBType, depth: number): string {
	const item = `it${depth}`;
	if (type.alias === 'JSON') return strictJson(`CAST(${of} AS VARCHAR)`);
	// If all digits are decimals, the engine writes no digit before the point, which JSON requires.
	if (type instanceof DuckDBDecimalType && type.width === type.scale)
		return `replace(CAST(${of} AS VARCHAR), '.', '0.')`;
	if (isOf(numbers, type)) return `CAST(${of} AS VARCHAR)`;
	if (isOf(timestamps, type)) return quote(timestampText(of, type));
	if (type.typeId === DuckDBTypeId.DATE) return quote(dateText(of));
	switch (type.typeId) {
		case DuckDBTypeId.FLOAT:
		case DuckDBTypeId.DOUBLE:
			return `CASE WHEN isnan(${of}) THEN '"NaN"' WHEN isinf(${of}) THEN CASE WHEN ${of} > 0 THEN '"Infinity"' ELSE '"-Infinity"' END ELSE CAST(${of} AS VARCHAR) END`;
		case DuckDBTypeId.TIMESTAMP_TZ:
			return quote(`replace(regexp_replace(${instantText(of)}, '\\+00$', 'Z'), ' ', 'T')`);
		case DuckDBTypeId.BLOB:
			return quote(`base64(${of})`);
		case DuckDBTypeId.INTERVAL:
			return quote(`${isoInterval.name}(${of})`);
	}
	if (type instanceof DuckDBListType || type instanceof DuckDBArrayType) {
		const items = type instanceof DuckDBArrayType ? `CAST(${of} AS ${type.valueType}[])` : of;
		return `'[' || array_to_string(list_transform(${items}, lambda ${item}: ${jsonText(item, type.valueType, depth + 1)}), ',') || ']'`;
	}
	if (type instanceof DuckDBMapType) {
		const pair = `'[' || ${jsonText(`${item}.key`, type.keyType, depth + 1)} || ',' || ${jsonText(`${item}.value`, type.valueType, depth + 1)} || ']'`;
		return `'[' || array_to_string(list_transform(map_entries(${of}), lambda ${item}: ${pair}), ',') || ']'`;
	}
	if (type instanceof DuckDBStructType && type.entryNames.every((name) => name !== '')) {
		const fields = type.entryTypes.map((entry, index) => {
			const name = type.entryNames[index] ?? '';
			return { name, value: jsonText(`struct_extract(${of}, ${literal(name)})`, entry, depth + 1) };
		});
		return `CASE WHEN ${of} IS NOT NULL THEN ${object(fields)} END`;
	}
	return text(of);
}

function object(fields: readonly { name: string; value: string }[]): string {
	const members = fields.map(
		({ name, value }, index) => `${literal(`${index === 0 ? '' : ','}${JSON.stringify(name)}:`)} || ${value}`,
	);
	return ["'{'", ...members, "'}'"].join(' || ');
}

interface Field {
	readonly name: string;
	readonly of: string;
	readonly type: DuckDBType;
}

/** Uses the engine's own JSON writer, which is twice as fast, for types where its output is the same; null for other types. */
function plain(of: string, type: DuckDBType): string | null {
	if (type.alias !== undefined) return null;
	if (isOf(plainNumbers, type)) return of;
	if (type.typeId === DuckDBTypeId.VARCHAR || type.typeId === DuckDBTypeId.UUID) return `CAST(${of} AS VARCHAR)`;
	if (type.typeId === DuckDBTypeId.TIME) return `CAST(${of} AS VARCHAR)`;
	if (type.typeId === DuckDBTypeId.DATE) return dateText(of);
	if (isOf(timestamps, type)) return timestampText(of, type);
	return null;
}

/** A row as a JSON object. Neighboring fields that the engine writes the same way are written by it in one call, without its braces. */
function row(fields: readonly Field[]): string {
	const parts: string[] = [];
	let run: { name: string; value: string }[] = [];
	const names = new Set<string>();
	const flush = () => {
		if (run.length === 0) return;
		const struct = run.map(({ name, value }) => `${quoted(name)} := ${value}`).join(', ');
		parts.push(`CAST(to_json(struct_pack(${struct})) AS VARCHAR)[2:-2]`);
		run = [];
		names.clear();
	};
	for (const { name, of, type } of fields) {
		const value = plain(of, type);
		// Field names in a struct must differ ignoring case.
		if (value === null || name === '' || name.includes('\0') || names.has(name.toLowerCase())) flush();
		if (value === null || name === '' || name.includes('\0')) {
			parts.push(`${literal(`${JSON.stringify(name)}:`)} || ${jsonText(of, type)}`);
			continue;
		}
		run.push({ name, value });
		names.add(name.toLowerCase());
	}
	flush();
	return ["'{'", parts.join(" || ',' || "), "'}'"].join(' || ');
}

/**
 * A statement that yields a prepared one's rows as JSON objects, one VARCHAR each. @param sql the statement without a final semicolon @param most
 * rows
 */
export function jsonRows(prepared: DuckDBPreparedStatement, sql: string, most: number) {
	const given = Array.from({ length: prepared.columnCount }, (_, index) => prepared.columnName(index));
	const columns = uniqueNames(given).map((name, index) => ({ name, type: typeName(prepared.columnType(index)) }));
	const fields = columns.map(({ name }, index) => ({ name, of: `"~${index}"`, type: prepared.columnType(index) }));
	const head = `SELECT ${row(fields)} FROM (\n`;
	const aliases = columns.map((_, index) => `"~${index}"`).join(', ');
	/** Number of bytes before the user's SQL. */
	const lead = Buffer.byteLength(head);
	return { columns, lead, sql: `${head}${sql}\n) AS "~"(${aliases}) LIMIT ${most}` };
}

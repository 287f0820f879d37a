import {
	DuckDBArrayType,
	DuckDBListType,
	DuckDBMapType,
	DuckDBStructType,
	type DuckDBType,
	DuckDBTypeId,
} from '@duckdb/node-api';
import { quoted } from '#lib/sql/quoting.ts';
import { ownCatalog } from '../sql/source-views.ts';

/** How DuckDB 1.5 writes a type (docs/decisions/0006-parquet-types.md): as is, cast because DuckDB would change it silently, or refused. */
export interface ParquetType {
	readonly sql: string;
	/** Whether that differs from the statement's type. */
	readonly changed: boolean;
}

const asItIs =
	/^(BOOLEAN|U?(TINYINT|SMALLINT|INTEGER|BIGINT)|FLOAT|DOUBLE|VARCHAR|BLOB|DATE|TIME|TIMESTAMP(_NS|_TZ)?|UUID)$/;

const cast = new Map<DuckDBTypeId, string>([
	[DuckDBTypeId.HUGEINT, 'DECIMAL(38,0)'],
	[DuckDBTypeId.UHUGEINT, 'DECIMAL(38,0)'],
	[DuckDBTypeId.BIGNUM, 'VARCHAR'],
	[DuckDBTypeId.BIT, 'VARCHAR'],
	[DuckDBTypeId.ENUM, 'VARCHAR'],
	[DuckDBTypeId.TIME_TZ, 'VARCHAR'],
	[DuckDBTypeId.TIME_NS, 'VARCHAR'],
	[DuckDBTypeId.TIMESTAMP_S, 'TIMESTAMP'],
	[DuckDBTypeId.TIMESTAMP_MS, 'TIMESTAMP'],
	[DuckDBTypeId.SQLNULL, 'INTEGER'],
]);

const refused = new Map<DuckDBTypeId, string>([
	[
		DuckDBTypeId.INTERVAL,
		'an INTERVAL inside a list, struct or map, which Parquet can’t store exactly. Cast it to VARCHAR',
	],
	[DuckDBTypeId.UNION, 'a UNION, which Parquet doesn’t support. Select one member, or cast it to VARCHAR'],
	[DuckDBTypeId.VARIANT, 'a VARIANT, which few Parquet readers support. Cast it to JSON or to the type of its values'],
	[DuckDBTypeId.GEOMETRY, 'a GEOMETRY, which datasets can’t store. Cast it to VARCHAR to save the shapes as text'],
]);

export class UnsupportedType extends Error {}

/** @throws UnsupportedType with a reason that completes "The column x is" */
export function parquetType(type: DuckDBType): ParquetType {
	const name = DuckDBTypeId[type.typeId];
	if (asItIs.test(name)) {
		return { sql: type.alias ?? name.replace(/_TZ$/, ' WITH TIME ZONE'), changed: false };
	}
	const target = cast.get(type.typeId);
	if (target !== undefined) return { sql: target, changed: true };
	if (type.typeId === DuckDBTypeId.DECIMAL) return { sql: String(type), changed: false };
	if (type instanceof DuckDBListType) {
		const value = parquetType(type.valueType);
		return { sql: `${value.sql}[]`, changed: value.changed };
	}
	if (type instanceof DuckDBArrayType) return { sql: `${parquetType(type.valueType).sql}[]`, changed: true };
	if (type instanceof DuckDBMapType) {
		const [key, value] = [parquetType(type.keyType), parquetType(type.valueType)];
		return { sql: `MAP(${key.sql}, ${value.sql})`, changed: key.changed || value.changed };
	}
	if (type instanceof DuckDBStructType) return struct(type);
	throw new UnsupportedType(refused.get(type.typeId) ?? `of type ${type}, which can’t be written. Cast it to VARCHAR`);
}

function struct(type: DuckDBStructType): ParquetType {
	if (type.entryNames.some((name) => name === '')) {
		throw new UnsupportedType("a STRUCT whose fields have no names. Name them, as in {'a': 1}");
	}
	const entries = type.entryTypes.map((entry) => parquetType(entry));
	const fields = entries.map((entry, index) => `${quoted(type.entryNames[index] ?? '')} ${entry.sql}`);
	return { sql: `STRUCT(${fields.join(', ')})`, changed: entries.some((entry) => entry.changed) };
}

/** The expression that writes a column as its Parquet type, and that type if it differs. */
export function columnExpression(reference: string, type: DuckDBType): { expression: string; as: string | null } {
	if (type.typeId === DuckDBTypeId.INTERVAL) {
		return { expression: `${isoInterval.name}(${reference})`, as: 'VARCHAR (ISO 8601)' };
	}
	const target = parquetType(type);
	if (!target.changed) return { expression: reference, as: null };
	return { expression: `CAST(${reference} AS ${target.sql})`, as: target.sql };
}

/** An INTERVAL as ISO 8601, each part with its own sign (ISO 8601-2), for example `P1Y2M3DT4H5.678901S` or `P-1D`. */
const isoIntervalName = `${quoted(ownCatalog)}.main.iso_8601`;
export const isoInterval = {
	name: isoIntervalName,
	macro: `CREATE MACRO ${isoIntervalName}(i) AS CASE
		WHEN date_part('year', i) = 0 AND date_part('month', i) = 0 AND date_part('day', i) = 0
			AND date_part('hour', i) = 0 AND date_part('minute', i) = 0 AND date_part('microsecond', i) = 0 THEN 'PT0S'
		ELSE 'P' || coalesce(nullif(date_part('year', i), 0) || 'Y', '') || coalesce(nullif(date_part('month', i), 0) || 'M', '')
			|| coalesce(nullif(date_part('day', i), 0) || 'D', '')
			|| CASE WHEN date_part('hour', i) = 0 AND date_part('minute', i) = 0 AND date_part('microsecond', i) = 0 THEN ''
				ELSE 'T' || coalesce(nullif(date_part('hour', i), 0) || 'H', '')
					|| coalesce(nullif(date_part('minute', i), 0) || 'M', '')
					|| CASE WHEN date_part('microsecond', i) = 0 THEN '' ELSE rtrim(rtrim(
						CAST(CAST(date_part('microsecond', i) * CAST(0.000001 AS DECIMAL(7, 6)) AS DECIMAL(18, 6)) AS VARCHAR),
						'0'), '.') || 'S' END
			END
		END`,
};

import type { SchemaElement } from 'hyparquet';
import type { CellKind, CellValue } from '../../source/row-source.ts';
import { toHex } from '../../values/cell-text.ts';
import { writeScaled } from '../../values/scaled.ts';
import { dateText, intervalText, timestampText, timeText, type Unit } from './temporal.ts';

/** Converts a leaf column's raw values (number, bigint, boolean, bytes or text) to exact values. */
export interface Leaf {
	readonly type: string;
	readonly kind: CellKind;
	read(raw: unknown): CellValue;
}

const leaf = <T>(type: string, kind: CellKind, convert: (raw: T) => CellValue): Leaf => ({
	type,
	kind,
	read: (raw) => (raw === null || raw === undefined ? null : convert(raw as T)),
});

const same = <T extends CellValue>(raw: T): T => raw;

const textTypes: ReadonlySet<string | undefined> = new Set(['STRING', 'ENUM', 'JSON', 'UTF8']);

export const isText = ({ type, logical_type, converted_type }: SchemaElement): boolean =>
	type === 'BYTE_ARRAY' && (textTypes.has(logical_type?.type) || textTypes.has(converted_type));

/** How to read a leaf, from its annotations including legacy ones (Parquet format, LogicalTypes.md). */
export function leafOf(element: SchemaElement): Leaf {
	const { logical_type: logical, converted_type: converted } = element;
	if (converted === 'DECIMAL' || logical?.type === 'DECIMAL') return decimalLeaf(element);
	if (converted === 'DATE' || logical?.type === 'DATE') return leaf('DATE', 'temporal', dateText);
	if (logical?.type === 'TIMESTAMP') return timestampLeaf(logical.unit, logical.isAdjustedToUTC);
	if (converted === 'TIMESTAMP_MILLIS') return timestampLeaf('MILLIS', false);
	if (converted === 'TIMESTAMP_MICROS') return timestampLeaf('MICROS', false);
	if (logical?.type === 'TIME') return timeLeaf(logical.unit, logical.isAdjustedToUTC);
	if (converted === 'TIME_MILLIS') return timeLeaf('MILLIS', false);
	if (converted === 'TIME_MICROS') return timeLeaf('MICROS', false);
	if (isText(element)) return textLeaf(element);
	switch (element.type) {
		case 'BOOLEAN':
			return leaf('BOOLEAN', 'boolean', same<boolean>);
		case 'INT32':
		case 'INT64':
			return integerLeaf(element);
		case 'INT96':
			return timestampLeaf('NANOS', false);
		case 'FLOAT':
			return leaf('FLOAT', 'float', shortestFloat);
		case 'DOUBLE':
			return leaf('DOUBLE', 'float', same<number>);
		default:
			return bytesLeaf(element);
	}
}

function decimalLeaf(element: SchemaElement): Leaf {
	const logical = element.logical_type?.type === 'DECIMAL' ? element.logical_type : undefined;
	const scale = logical?.scale ?? element.scale ?? 0;
	const precision = logical?.precision ?? element.precision ?? 38;
	return leaf<number | bigint | Uint8Array>(`DECIMAL(${precision},${scale})`, 'decimal', (raw) =>
		writeScaled({ units: raw instanceof Uint8Array ? signedInteger(raw) : BigInt(raw), scale }),
	);
}

/** Two's complement, big-endian. */
function signedInteger(bytes: Uint8Array): bigint {
	if (bytes.length === 0) return 0n;
	if (bytes.length !== 16) return BigInt.asIntN(bytes.length * 8, BigInt(`0x${toHex(bytes)}`));
	const view = new DataView(bytes.buffer, bytes.byteOffset, 16);
	const high = view.getBigInt64(0);
	const low = view.getBigUint64(8);
	return high === 0n ? low : (high << 64n) | low;
}

const isUtc = { true: ' WITH TIME ZONE', false: '' } as const;

const timestampLeaf = (unit: Unit, utc: boolean): Leaf =>
	leaf<bigint>(`TIMESTAMP${{ MILLIS: '_MS', MICROS: '', NANOS: '_NS' }[unit]}${isUtc[`${utc}`]}`, 'temporal', (raw) =>
		timestampText(raw, unit, utc),
	);

const timeLeaf = (unit: Unit, utc: boolean): Leaf =>
	leaf<number | bigint>(
		`TIME${isUtc[`${utc}`]}`,
		'temporal',
		(raw) => `${timeText(BigInt(raw), unit)}${utc ? 'Z' : ''}`,
	);

function textLeaf(element: SchemaElement): Leaf {
	const isJson = element.converted_type === 'JSON' || element.logical_type?.type === 'JSON';
	return leaf(isJson ? 'JSON' : 'VARCHAR', isJson ? 'json' : 'text', same<string>);
}

function integerLeaf(element: SchemaElement): Leaf {
	const { logical_type: logical, converted_type: converted } = element;
	const native = element.type === 'INT64' ? 64 : 32;
	const bits = logical?.type === 'INTEGER' ? logical.bitWidth : Number(converted?.match(/INT_(\d+)$/)?.[1] ?? native);
	const unsigned = logical?.type === 'INTEGER' ? !logical.isSigned : (converted?.startsWith('UINT_') ?? false);
	const names = { 8: 'TINYINT', 16: 'SMALLINT', 32: 'INTEGER', 64: 'BIGINT' } as const;
	const name = `${unsigned ? 'U' : ''}${names[bits as keyof typeof names] ?? `INT${bits}`}`;
	if (native === 64) return leaf<bigint>(name, 'integer', unsigned ? (raw) => BigInt.asUintN(64, raw) : same<bigint>);
	return leaf<number>(name, 'integer', unsigned ? (raw) => raw >>> 0 : same<number>);
}

function bytesLeaf(element: SchemaElement): Leaf {
	const logical = element.logical_type?.type;
	if (logical === 'UUID') return leaf('UUID', 'text', uuidText);
	if (logical === 'FLOAT16') return leaf('FLOAT16', 'float', float16);
	if (element.converted_type === 'INTERVAL' || logical === 'INTERVAL')
		return leaf('INTERVAL', 'temporal', intervalText);
	// Copied, because the raw bytes are a view of a whole page, which would be kept and sent with them.
	return leaf<Uint8Array>('BLOB', 'blob', (raw) => raw.slice());
}

function uuidText(bytes: Uint8Array): string {
	const hex = toHex(bytes);
	return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The shortest decimal for a 32-bit float: 0.1 instead of 0.10000000149011612. */
function shortestFloat(value: number): number {
	if (!Number.isFinite(value) || Number.isInteger(value)) return value;
	for (let precision = 6; precision < 9; precision += 1) {
		const candidate = Number(value.toPrecision(precision));
		if (Math.fround(candidate) === value) return candidate;
	}
	return Number(value.toPrecision(9));
}

function float16(bytes: Uint8Array): number {
	const bits = new DataView(bytes.buffer, bytes.byteOffset, 2).getUint16(0, true);
	const sign = bits >> 15 === 0 ? 1 : -1;
	const exponent = (bits >> 10) & 0x1f;
	const fraction = (bits & 0x3ff) / 1_024;
	if (exponent === 0) return sign * 2 ** -14 * fraction;
	if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
	return sign * 2 ** (exponent - 15) * (1 + fraction);
}

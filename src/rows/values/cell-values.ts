import { Decimal } from '#lib/exact-json/exact-json.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { isIntegerType } from '#lib/sql/types.ts';
import type { CellKind, CellValue, PlainValue } from '../source/row-source.ts';

/** Bit widths of the engine's integer types. */
export const integerBits: Readonly<Record<string, number>> = {
	TINYINT: 8,
	SMALLINT: 16,
	INTEGER: 32,
	BIGINT: 64,
	HUGEINT: 128,
	UTINYINT: 8,
	USMALLINT: 16,
	UINTEGER: 32,
	UBIGINT: 64,
};

const temporal = /^(DATE|TIME|TIMESTAMP)/;
const nested = /(\]$|^(STRUCT|MAP|UNION|JSON))/;

export function kindOfType(type: string): CellKind {
	const name = type.toUpperCase();
	if (nested.test(name)) return 'json';
	if (isIntegerType(name)) return 'integer';
	if (name.startsWith('DECIMAL')) return 'decimal';
	if (name === 'DOUBLE' || name === 'FLOAT') return 'float';
	if (name === 'BOOLEAN') return 'boolean';
	if (name === 'BLOB') return 'blob';
	return temporal.test(name) ? 'temporal' : 'text';
}

/** Creates a reader for the service's JSON values (decisions, "numbers") that loses no digits. */
export function cellReader(type: string): (value: unknown) => CellValue {
	const kind = kindOfType(type);
	const scale = kind === 'decimal' ? Number(/,\s*(\d+)\)/.exec(type)?.[1] ?? 0) : 0;
	return (value) => {
		if (value === null || value === undefined) return null;
		if (kind === 'decimal') return withScale(textOf(value), scale);
		if (kind === 'float' && typeof value === 'bigint') return textOf(value);
		if (kind === 'float') return floatOf(typeof value === 'number' ? value : Number(textOf(value)), type);
		if (kind === 'blob' && typeof value === 'string') return bytesOf(value);
		if (kind === 'json' || typeof value === 'object')
			return value instanceof Decimal ? value.text : stringifyJson(value);
		return value as CellValue;
	};
}

const textOf = (value: unknown): string => (value instanceof Decimal ? value.text : String(value));

/** A 32-bit integer has all its digits; other floats have the fewest distinguishing ones. */
function floatOf(value: number, type: string): number {
	const single = Math.fround(value);
	return type === 'FLOAT' && Number.isInteger(single) ? single : value;
}

/** Restores a decimal's trailing zeros, which JSON numbers lose: 12.5 of DECIMAL(5,2) is `12.50`, and 1e-7 has none. */
function withScale(number: string, scale: number): string {
	const text = /e-/i.test(number) ? Number(number).toFixed(Math.min(100, scale)) : number;
	if (scale === 0 || !/^-?\d+(\.\d+)?$/.test(text)) return text;
	const [whole = '', fraction = ''] = text.split('.');
	return `${whole}.${fraction.padEnd(scale, '0')}`;
}

function bytesOf(base64: string): CellValue {
	try {
		return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
	} catch {
		return base64;
	}
}

/** Creates a reader for row query results, where nested values are text. */
export function queriedReader(type: string): (value: unknown) => CellValue {
	const read = cellReader(type);
	return kindOfType(type) === 'json' ? (value) => (typeof value === 'string' ? value : read(value)) : read;
}

export function readText(text: string, kind: CellKind): PlainValue {
	if (kind === 'integer' && /^-?\d+$/.test(text)) return BigInt(text);
	if (kind === 'float') return Number(text);
	return kind === 'boolean' ? text === 'true' : text;
}

import type { SchemaElement } from 'hyparquet';
import { endOfDays, endOfTime, perSecond, type Unit } from '../../formats/parquet/temporal.ts';
import { type CellValue, type GridColumn, plainValue } from '../../source/row-source.ts';
import { exactText } from '../../values/cell-text.ts';
import { integerBits } from '../../values/cell-values.ts';
import { decimalOf } from '../../values/decimal.ts';
import { instantOf } from '../../values/instant.ts';
import { cellLabel } from './cell-labels.ts';

export interface ParquetColumn {
	/** The column's schema, including nested elements. */
	readonly elements: readonly [SchemaElement, ...SchemaElement[]];
	/** Marked as JSON only after writing: the writer would reparse JSON and lose digits. */
	readonly isJson?: boolean;
	/** Converts a cell for the writer; undefined for null. @throws Error for a value that doesn't fit the type */
	value(cell: CellValue): unknown;
}

type Plain = NonNullable<ReturnType<typeof plainValue>>;

type Make = (
	element: Omit<SchemaElement, 'name'>,
	convert: (value: Plain) => ReturnType<ParquetColumn['value']>,
) => ParquetColumn;

const integers = new Map(Object.entries(integerBits).filter(([, bits]) => bits <= 64));

/** Whether the column's type depends on its values. */
export const isUnsure = ({ kind, type }: GridColumn): boolean =>
	(kind === 'integer' && !integers.has(type)) ||
	(kind === 'float' && !/^(DOUBLE|FLOAT|FLOAT16)$/.test(type)) ||
	(kind === 'temporal' && type.startsWith('TIME') && !type.startsWith('TIMESTAMP'));

/**
 * The Parquet type for a column's values. Nested values of unknown type become JSON, intervals and mixed values text,
 * changes their new value.
 */
export function parquetColumn(name: string, column: GridColumn, seen: SeenValues): ParquetColumn {
	const { type, kind } = column;
	const make: Make = (element, convert) => ({
		elements: [{ name, repetition_type: 'OPTIONAL', ...element }],
		value: (cell) => {
			const plain = plainValue(cell);
			return plain === null ? undefined : convert(plain);
		},
	});
	const text = () => make({ type: 'BYTE_ARRAY', converted_type: 'UTF8' }, (value) => cellLabel(value) ?? undefined);
	switch (kind) {
		case 'boolean':
			return make({ type: 'BOOLEAN' }, (value) => (typeof value === 'boolean' ? value : undefined));
		case 'integer': {
			if (!integers.has(type) && !seen.fits64) return seen.digits <= 38 ? decimal(make, 38, 0) : text();
			return integer(
				make,
				(integers.get(type) ?? 64) as 8 | 16 | 32 | 64,
				!integers.has(type) || !type.startsWith('U'),
			);
		}
		case 'float':
			if (isUnsure(column) && seen.hasText) return text();
			if (type === 'FLOAT' || type === 'FLOAT16') return make({ type: 'FLOAT' }, Number);
			return make({ type: 'DOUBLE' }, Number);
		case 'decimal': {
			const [, precision, scale] = /^DECIMAL\((\d+),\s*(-?\d+)\)$/.exec(type) ?? [];
			if (precision === undefined || Number(precision) > 38 || Number(scale) < 0) return text();
			return decimal(make, Number(precision), Number(scale));
		}
		case 'temporal':
			return temporal(make, type, seen) ?? text();
		case 'blob':
			return make({ type: 'BYTE_ARRAY' }, (value) => (value instanceof Uint8Array ? value : exactText(value)));
		case 'json':
			return { ...make({ type: 'BYTE_ARRAY', converted_type: 'UTF8' }, String), isJson: true };
		default:
			if (type !== 'UUID') return text();
			return make({ type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, logical_type: { type: 'UUID' } }, (value) =>
				String(value),
			);
	}
}

function integer(make: Make, bits: 8 | 16 | 32 | 64, isSigned: boolean): ParquetColumn {
	const converted_type = `${isSigned ? 'INT' : 'UINT'}_${bits}` as const;
	if (bits === 64) return make({ type: 'INT64', converted_type }, (value) => BigInt(exactText(value)));
	return make({ type: 'INT32', converted_type }, Number);
}

/** Stores a decimal's digits as an integer, as Parquet does. */
function decimal(make: Make, precision: number, scale: number): ParquetColumn {
	const element = { converted_type: 'DECIMAL', precision, scale } as const;
	const convert = (value: Plain) => {
		const text = exactText(value);
		const point = text.indexOf('.');
		const fraction = point === -1 ? 0 : text.length - point - 1;
		if (fraction > scale || !/^-?\d+(\.\d+)?$/.test(text))
			throw new Error(`"${text}" isn’t a valid DECIMAL(${precision},${scale}). Export the rows as CSV instead.`);
		const digits = point === -1 ? text : text.slice(0, point) + text.slice(point + 1);
		return BigInt(digits + '0'.repeat(scale - fraction));
	};
	if (precision <= 9) return make({ type: 'INT32', ...element }, convert);
	if (precision <= 18) return make({ type: 'INT64', ...element }, convert);
	return make({ type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, ...element }, convert);
}

/** Null if no Parquet time type fits (intervals). */
function temporal(make: Make, type: string, seen: SeenValues): ParquetColumn | null {
	if (type === 'DATE')
		return make({ type: 'INT32', converted_type: 'DATE' }, (value) => {
			const { seconds } = instant(value);
			return Number.isFinite(seconds) ? seconds / 86_400 : Math.sign(seconds) * endOfDays;
		});
	const isAdjustedToUTC = type.endsWith('WITH TIME ZONE');
	const stamp = /^TIMESTAMP(_MS|_NS|_S)?( WITH TIME ZONE)?$/.exec(type);
	if (stamp !== null) {
		const unit = stamp[1] === '_MS' ? 'MILLIS' : stamp[1] === '_NS' ? 'NANOS' : 'MICROS';
		const logical_type = { type: 'TIMESTAMP', isAdjustedToUTC, unit } as const;
		return make({ type: 'INT64', logical_type }, (value) => ticks(value, unit));
	}
	if (/^TIME( WITH TIME ZONE)?$/.test(type)) {
		const unit = seen.fraction > 6 ? 'NANOS' : 'MICROS';
		return make({ type: 'INT64', logical_type: { type: 'TIME', isAdjustedToUTC, unit } }, (value) =>
			ticks(value, unit),
		);
	}
	return null;
}

function ticks(value: Plain, unit: Unit): bigint {
	const { seconds, nanos } = instant(value);
	if (!Number.isFinite(seconds)) return seconds < 0 ? -endOfTime : endOfTime;
	return BigInt(seconds) * perSecond[unit] + (BigInt(nanos) * perSecond[unit]) / perSecond.NANOS;
}

function instant(value: Plain) {
	const found = instantOf(String(value));
	if (found === null)
		throw new Error(`"${exactText(value)}" isn’t a valid date or time. Export the rows as CSV instead.`);
	return found;
}

/** Facts about the values of a column whose type isn't specific enough. */
export class SeenValues {
	/** Maximum digits of the integer part and of the fraction. */
	digits = 0;
	fraction = 0;
	/** Whether all integers fit in 64 bits. */
	fits64 = true;
	hasText = false;

	see(cell: CellValue): void {
		const value = plainValue(cell);
		if (typeof value === 'string') {
			this.hasText = true;
			this.fraction = Math.max(this.fraction, /\.(\d+)/.exec(value)?.[1]?.length ?? 0);
		}
		if (typeof value !== 'bigint' && !Number.isInteger(value)) return;
		const whole = typeof value === 'bigint' ? value : (decimalOf(String(value))?.whole ?? 0n);
		if (BigInt.asIntN(64, whole) !== whole) this.fits64 = false;
		this.digits = Math.max(this.digits, String(whole < 0n ? -whole : whole).length);
	}
}

import { isUtf8 } from 'node:buffer';
import {
	BIGINT,
	BLOB,
	BOOLEAN,
	DATE,
	DECIMAL,
	DOUBLE,
	DuckDBBlobValue,
	DuckDBDateValue,
	DuckDBDecimalValue,
	DuckDBListType,
	DuckDBListValue,
	DuckDBMapValue,
	DuckDBStructType,
	DuckDBStructValue,
	DuckDBTimestampNanosecondsValue,
	DuckDBTimestampTZValue,
	DuckDBTimestampValue,
	DuckDBTimeValue,
	type DuckDBType,
	DuckDBUUIDValue,
	type DuckDBValue,
	FLOAT,
	INTEGER,
	LIST,
	MAP,
	SMALLINT,
	TIME,
	TIMESTAMP,
	TIMESTAMP_NS,
	TIMESTAMPTZ,
	TINYINT,
	UBIGINT,
	UINTEGER,
	USMALLINT,
	UTINYINT,
	UUID,
	VARCHAR,
} from '@duckdb/node-api';
import { Binary, BinaryView, type Data, DataType, DateUnit, type Field, TimeUnit, Vector } from 'apache-arrow';

type ValueAt = (index: number) => DuckDBValue;

/** How values of an Arrow type are read as values of an engine type. */
export interface ArrowReading {
	readonly type: DuckDBType;
	/** @throws RangeError for a value that the engine can't hold */
	readonly valuesOf: (data: Data) => ValueAt;
	/** What the engine's type doesn't preserve. */
	readonly remark?: string;
}

const unitNames = ['seconds', 'milliseconds', 'microseconds', 'nanoseconds'];
const perSecond = [1n, 1_000n, 1_000_000n, 1_000_000_000n];
const [signed, unsigned] = [
	{ 8: TINYINT, 16: SMALLINT, 32: INTEGER, 64: BIGINT },
	{ 8: UTINYINT, 16: USMALLINT, 32: UINTEGER, 64: UBIGINT },
];

/** @returns what isn't supported, as a message for users, if the type can't be read */
export function readingOf({ type, metadata }: Pick<Field, 'type' | 'metadata'>): ArrowReading | string {
	if (DataType.isDictionary(type)) return ofDictionary(readingOf({ type: type.dictionary, metadata }));
	if (DataType.isNull(type)) return { type: INTEGER, valuesOf: () => () => null };
	if (DataType.isBool(type)) return { type: BOOLEAN, valuesOf: asIs };
	if (DataType.isInt(type)) return { type: (type.isSigned ? signed : unsigned)[type.bitWidth], valuesOf: raw };
	if (DataType.isFloat(type))
		return type.precision === 2 ? { type: DOUBLE, valuesOf: raw } : { type: FLOAT, valuesOf: asIs };
	if (DataType.isUtf8(type) || DataType.isLargeUtf8(type) || DataType.isUtf8View(type))
		return { type: VARCHAR, valuesOf: texts };
	if (DataType.isFixedSizeBinary(type) && metadata.get('ARROW:extension:name') === 'arrow.uuid')
		return { type: UUID, valuesOf: (data) => orNull(data, mapped(data, uuidOf)) };
	if (
		DataType.isBinary(type) ||
		DataType.isLargeBinary(type) ||
		DataType.isBinaryView(type) ||
		DataType.isFixedSizeBinary(type)
	)
		return {
			type: BLOB,
			valuesOf: (data) =>
				orNull(
					data,
					mapped(data, (bytes) => new DuckDBBlobValue(bytes)),
				),
		};
	if (DataType.isDecimal(type)) return decimals(type.precision, type.scale);
	if (DataType.isDate(type)) return dates(type.unit);
	if (DataType.isTime(type)) return times(type.unit);
	if (DataType.isTimestamp(type)) return timestamps(type.unit, (type.timezone ?? '') !== '');
	if (DataType.isDuration(type)) {
		const remark = `durations are read as integers, in ${unitNames[type.unit]}`;
		return { type: BIGINT, valuesOf: raw, remark };
	}
	if (DataType.isList(type) || DataType.isLargeList(type) || DataType.isFixedSizeList(type)) return lists(type);
	if (DataType.isMap(type)) return maps(type);
	if (DataType.isStruct(type)) return structs(type.children);
	return DataType.isUnion(type) ? 'a union' : DataType.isInterval(type) ? 'an interval' : `of type ${type}`;
}

const raw = (data: Data): ValueAt => orNull(data, (index) => data.values[index]);
const asIs = (data: Data): ValueAt => {
	const vector = new Vector([data]);
	return (index) => vector.get(index);
};

function orNull(data: Data, valueAt: ValueAt): ValueAt {
	return data.nullCount === 0 ? valueAt : (index) => (data.getValid(index) ? valueAt(index) : null);
}

function mapped(data: Data, read: (bytes: Uint8Array) => DuckDBValue): ValueAt {
	const vector = new Vector([data]);
	return (index) => read(vector.get(index));
}

/** The library replaces bytes that aren't valid UTF-8. */
function texts(data: Data): ValueAt {
	const text = new Vector([data]);
	const bytes = new Vector([data.clone(DataType.isUtf8View(data.type) ? new BinaryView() : new Binary())]);
	return (index) => {
		const value: string | null = text.get(index);
		if (value?.includes('\ufffd') && !isUtf8(bytes.get(index) ?? new Uint8Array()))
			throw new RangeError('the text isn’t valid UTF-8');
		return value;
	};
}

const uuidOf = (bytes: Uint8Array): DuckDBValue =>
	DuckDBUUIDValue.fromUint128(BigInt(`0x${Buffer.from(bytes).toString('hex')}`));

function decimals(width: number, scale: number): ArrowReading | string {
	if (width > 38 || scale < 0 || scale > width)
		return `DECIMAL(${width},${scale})${width > 38 ? ' with more than 38 digits' : ''}`;
	const limit = 10n ** BigInt(width);
	const valuesOf = (data: Data): ValueAt => {
		const { stride } = data;
		return orNull(data, (index) => {
			let value = 0n;
			for (let word = stride - 1; word >= 0; word -= 1)
				value = (value << 32n) | BigInt(data.values[index * stride + word] >>> 0);
			value = BigInt.asIntN(stride * 32, value);
			if (value >= limit || value <= -limit) throw new RangeError(`the value doesn’t fit DECIMAL(${width},${scale})`);
			return new DuckDBDecimalValue(value, width, scale);
		});
	};
	return { type: DECIMAL(width, scale), valuesOf };
}

const dayMs = 86_400_000n;

function dates(unit: DateUnit): ArrowReading {
	const daysAt = ({ values }: Data, index: number): number => {
		if (unit === DateUnit.DAY) return values[index];
		if (values[index] % dayMs !== 0n) throw new RangeError('the date has a time of day');
		return Number(values[index] / dayMs);
	};
	return { type: DATE, valuesOf: (data) => orNull(data, (index) => new DuckDBDateValue(daysAt(data, index))) };
}

/** The engine's times of day have microseconds. */
function times(unit: TimeUnit): ArrowReading {
	const valuesOf = (data: Data): ValueAt =>
		orNull(data, (index) => {
			const value = BigInt(data.values[index]);
			const micros = (value * 1_000_000n) / (perSecond[unit] ?? 1n);
			if (unit === TimeUnit.NANOSECOND && micros * 1_000n !== value)
				throw new RangeError('the time of day has nanoseconds, but times can be precise to the microsecond at most');
			if (micros < 0n || micros > dayMs * 1_000n) throw new RangeError('the time of day isn’t between 0:00 and 24:00');
			return new DuckDBTimeValue(micros);
		});
	return { type: TIME, valuesOf };
}

function timestamps(unit: TimeUnit, isZoned: boolean): ArrowReading {
	const isNanos = unit === TimeUnit.NANOSECOND;
	if (isNanos && !isZoned)
		return {
			type: TIMESTAMP_NS,
			valuesOf: (data) => orNull(data, (index) => new DuckDBTimestampNanosecondsValue(data.values[index])),
		};
	const Value = isZoned ? DuckDBTimestampTZValue : DuckDBTimestampValue;
	const factor = isNanos ? 1n : 1_000_000n / (perSecond[unit] ?? 1n);
	const valuesOf = (data: Data): ValueAt =>
		orNull(data, (index) => {
			const value: bigint = data.values[index];
			const micros = isNanos ? value / 1_000n : value * factor;
			if (BigInt.asIntN(63, micros) !== micros) throw new RangeError('the time is out of range');
			return new Value(micros);
		});
	const type = isZoned ? TIMESTAMPTZ : TIMESTAMP;
	return isNanos
		? { type, valuesOf, remark: 'times are read to the microsecond. Nanoseconds are cut off' }
		: { type, valuesOf };
}

/** Values of a dictionary are read once. */
function ofDictionary(reading: ArrowReading | string): ArrowReading | string {
	if (typeof reading === 'string') return reading;
	const read = new WeakMap<Vector, DuckDBValue[]>();
	const valuesOf = (data: Data): ValueAt => {
		const { dictionary } = data;
		if (dictionary === undefined) throw damaged();
		const values = read.get(dictionary) ?? dictionary.data.flatMap((part) => valuesIn(reading, part, 0, part.length));
		read.set(dictionary, values);
		return orNull(data, (index) => {
			const value = values[Number(data.values[index])];
			if (value === undefined) throw damaged();
			return value;
		});
	};
	return { ...reading, valuesOf };
}

/** Some of a column's values. */
export function valuesIn({ valuesOf }: ArrowReading, data: Data, from: number, length: number): DuckDBValue[] {
	const valueAt = valuesOf(data);
	return Array.from({ length }, (_, index) => valueAt(from + index));
}

const damaged = (): RangeError => new RangeError('the value is corrupt');

function lists({ children }: { readonly children: readonly Field[] }): ArrowReading | string {
	const item = children[0] === undefined ? 'a list without a type' : readingOf(children[0]);
	if (typeof item === 'string') return item;
	const valuesOf = (data: Data): ValueAt => {
		const [child] = data.children;
		if (child === undefined) throw damaged();
		const itemAt = item.valuesOf(child);
		const rangeOf = rangesOf(data, child);
		return orNull(data, (index) => {
			const [from, to] = rangeOf(index);
			return new DuckDBListValue(Array.from({ length: to - from }, (_, at) => itemAt(from + at)));
		});
	};
	return { ...item, type: LIST(item.type), valuesOf };
}

/** Where the items of each list are among those of all lists. */
function rangesOf({ type, valueOffsets }: Data, child: Data): (index: number) => [from: number, to: number] {
	const size = DataType.isFixedSizeList(type) ? type.listSize : null;
	return (index) => {
		const from = size === null ? Number(valueOffsets[index]) : index * size;
		const to = size === null ? Number(valueOffsets[index + 1]) : from + size;
		if (!(from >= 0 && from <= to && to <= child.length)) throw damaged();
		return [from, to];
	};
}

/** A map is a list of entries. */
function maps(type: Parameters<typeof lists>[0]): ArrowReading | string {
	const entries = lists(type);
	if (typeof entries === 'string' || !(entries.type instanceof DuckDBListType)) return entries;
	const { valueType } = entries.type;
	if (!(valueType instanceof DuckDBStructType)) return 'a map without keys';
	const [key = INTEGER, value = INTEGER] = valueType.entryTypes;
	const entryOf = (item: DuckDBValue) => {
		if (!(item instanceof DuckDBStructValue)) throw damaged();
		const { key = null, value: of = null } = item.entries;
		return { key, value: of };
	};
	const valuesOf = (data: Data): ValueAt => {
		const listAt = entries.valuesOf(data);
		return (index) => {
			const list = listAt(index);
			return list instanceof DuckDBListValue ? new DuckDBMapValue(list.items.map(entryOf)) : null;
		};
	};
	return { ...entries, type: MAP(key, value), valuesOf };
}

function structs(fields: readonly Field[]): ArrowReading | string {
	const names = fields.map(({ name }) => name);
	if (names.length === 0) return 'a struct without fields';
	if (new Set(names.map((name) => name.toLowerCase())).size < names.length || names.includes(''))
		return 'a struct with duplicate field names';
	const readings: ArrowReading[] = [];
	for (const field of fields) {
		const reading = readingOf(field);
		if (typeof reading === 'string') return reading;
		readings.push(reading);
	}
	const valuesOf = (data: Data): ValueAt => {
		const members = readings.map(({ valuesOf: of }, index) => {
			const child = data.children[index];
			if (child === undefined) throw damaged();
			return of(child);
		});
		return orNull(
			data,
			(index) =>
				new DuckDBStructValue(Object.fromEntries(names.map((name, at) => [name, members[at]?.(index) ?? null]))),
		);
	};
	const type = new DuckDBStructType(
		names,
		readings.map((reading) => reading.type),
	);
	const remark = readings.find((reading) => reading.remark !== undefined)?.remark;
	return { type, valuesOf, ...(remark === undefined ? {} : { remark }) };
}

import type { CellValue } from '../row-source.ts';
import type { ColumnReader } from './schema.ts';

/** The decoded values of one column of one row group, small and without the page buffers that they came from. */
export interface ColumnStore {
	readonly length: number;
	/** Estimate of what it holds in memory. */
	readonly bytes: number;
	value(index: number): CellValue;
}

type Numbers = Int32Array | Float32Array | Float64Array | BigInt64Array;

/** Takes what the reader decoded of a column, chunk by chunk. */
export function storeColumn(column: ColumnReader, chunks: readonly ArrayLike<unknown>[]): ColumnStore {
	const raw = flatten(chunks);
	if (!column.flat) return treeStore(column, raw);
	const sample = firstValue(raw);
	if (sample instanceof Uint8Array) return bytesStore(column, raw as ArrayLike<Uint8Array | null>, sample.length);
	if (typeof sample === 'number' || typeof sample === 'bigint') return numberStore(column, raw, sample);
	if (typeof sample === 'string') return textStore(column, raw as ArrayLike<string | null>);
	return { length: raw.length, bytes: raw.length * 8, value: (index) => column.read(raw[index]) };
}

/** Nested values stay as the reader made them: turning all of a row group into text would take longer than reading it. */
function treeStore(column: ColumnReader, raw: ArrayLike<unknown>): ColumnStore {
	const sampled = Math.min(raw.length, 64);
	let characters = 0;
	for (let index = 0; index < sampled; index += 1) characters += String(column.read(raw[index])).length;
	const perRow = 64 + (6 * characters) / Math.max(1, sampled);
	return { length: raw.length, bytes: raw.length * perRow, value: (index) => column.read(raw[index]) };
}

function numberStore(column: ColumnReader, raw: ArrayLike<unknown>, sample: number | bigint): ColumnStore {
	const { length } = raw;
	// INT96 is wider than 64 bits before it is a timestamp, and cannot be packed
	if (typeof sample === 'bigint' && !fits64(raw)) {
		return { length, bytes: length * 40, value: (index) => column.read(raw[index]) };
	}
	const values: Numbers = typeof sample === 'bigint' ? new BigInt64Array(length) : new Float64Array(length);
	const nulls = new Uint8Array(length);
	for (let index = 0; index < length; index += 1) {
		const value = raw[index];
		if (value === null || value === undefined) nulls[index] = 1;
		else values[index] = value as never;
	}
	return {
		length,
		bytes: length * 9,
		value: (index) => (nulls[index] === 0 ? column.read(values[index]) : null),
	};
}

const limit = 2n ** 63n;

function fits64(raw: ArrayLike<unknown>): boolean {
	if (raw instanceof BigInt64Array) return true;
	for (let index = 0; index < raw.length; index += 1) {
		const value = raw[index];
		if (typeof value === 'bigint' && (value >= limit || value < -limit)) return false;
	}
	return true;
}

function textStore(column: ColumnReader, raw: ArrayLike<string | null>): ColumnStore {
	let bytes = raw.length * 8;
	let before: string | null | undefined;
	for (let index = 0; index < raw.length; index += 1) {
		const text = raw[index];
		if (typeof text === 'string' && text !== before) bytes += 24 + text.length;
		before = text;
	}
	return { length: raw.length, bytes, value: (index) => column.read(raw[index]) };
}

/** All bytes in one buffer: ten thousand small arrays would weigh ten times their content. */
function bytesStore(column: ColumnReader, raw: ArrayLike<Uint8Array | null>, sampleLength: number): ColumnStore {
	const { length } = raw;
	const ends = new Uint32Array(length);
	const nulls = new Uint8Array(length);
	let size = 0;
	for (let index = 0; index < length; index += 1) {
		size += raw[index]?.length ?? 0;
		ends[index] = size;
	}
	const packed = new Uint8Array(size || sampleLength);
	for (let index = 0; index < length; index += 1) {
		const bytes = raw[index];
		if (bytes) packed.set(bytes, (ends[index] ?? 0) - bytes.length);
		else nulls[index] = 1;
	}
	return {
		length,
		bytes: size + length * 5,
		value: (index) =>
			nulls[index] === 0 ? column.read(packed.subarray(index === 0 ? 0 : (ends[index - 1] ?? 0), ends[index])) : null,
	};
}

function firstValue(raw: ArrayLike<unknown>): unknown {
	for (let index = 0; index < raw.length; index += 1) {
		if (raw[index] !== null && raw[index] !== undefined) return raw[index];
	}
	return null;
}

function flatten(chunks: readonly ArrayLike<unknown>[]): ArrayLike<unknown> {
	const [first] = chunks;
	if (chunks.length === 1 && first !== undefined) return first;
	const all: unknown[] = [];
	for (const chunk of chunks) {
		for (let index = 0; index < chunk.length; index += 1) all.push(chunk[index]);
	}
	return all;
}

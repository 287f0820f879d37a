import { type CellValue, isChanged, isMissing } from '../../source/row-source.ts';

/** Type tags in a cell's bytes. Text and bytes are length-prefixed. */
const tags = {
	null: 0,
	false: 1,
	true: 2,
	double: 3,
	int64: 4,
	text: 5,
	bytes: 6,
	/** An integer over 64 bits, as text. */
	large: 7,
	missing: 8,
	/** Two cells: before and after. */
	changed: 9,
	/** UTF-16 text: JSON may contain lone surrogates, which UTF-8 can't represent. */
	wide: 10,
	/** A number to be converted to a value of its column. */
	raw: 11,
} as const;

const surrogate = /[\ud800-\udfff]/;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Serializes cells, each with its row number. */
export class CellWriter {
	#bytes: Uint8Array<ArrayBuffer>;
	#view: DataView<ArrayBuffer>;
	#length = 0;

	constructor(capacity: number) {
		this.#bytes = new Uint8Array(capacity);
		this.#view = new DataView(this.#bytes.buffer);
	}

	get length(): number {
		return this.#length;
	}

	add(row: number, value: CellValue): void {
		this.#reserve(16);
		this.#view.setUint32(this.#length, row, true);
		this.#length += 4;
		this.#put(value);
	}

	addRaw(row: number, number: number): void {
		this.#reserve(16);
		this.#view.setUint32(this.#length, row, true);
		this.#bytes[this.#length + 4] = tags.raw;
		this.#view.setFloat64(this.#length + 5, number, true);
		this.#length += 13;
	}

	/** @param of bytes with UTF-8 text */
	addText(row: number, of: Uint8Array, from: number, to: number): void {
		this.#reserve(to - from + 9);
		this.#view.setUint32(this.#length, row, true);
		this.#bytes[this.#length + 4] = tags.text;
		this.#view.setUint32(this.#length + 5, to - from, true);
		this.#length += 9;
		for (let index = from; index < to; index += 1) {
			this.#bytes[this.#length] = of[index] as number;
			this.#length += 1;
		}
	}

	/** Returns a copy of the bytes and clears the writer. */
	take(): Uint8Array<ArrayBuffer> {
		const taken = this.#bytes.slice(0, this.#length);
		this.#length = 0;
		return taken;
	}

	#put(value: CellValue): void {
		this.#reserve(16);
		if (value === null) this.#tag(tags.null);
		else if (typeof value === 'boolean') this.#tag(value ? tags.true : tags.false);
		else if (typeof value === 'string') {
			if (surrogate.test(value)) this.#wide(value);
			else this.#text(tags.text, value);
		} else if (typeof value === 'number') {
			this.#tag(tags.double);
			this.#view.setFloat64(this.#length, value, true);
			this.#length += 8;
		} else if (typeof value === 'bigint') this.#whole(value);
		else if (value instanceof Uint8Array) this.#counted(tags.bytes, value);
		else if (isChanged(value)) {
			this.#tag(tags.changed);
			this.#put(value.before);
			this.#put(value.after);
		} else if (isMissing(value)) this.#text(tags.missing, value.missing);
	}

	#whole(value: bigint): void {
		if (BigInt.asIntN(64, value) !== value) this.#text(tags.large, String(value));
		else {
			this.#tag(tags.int64);
			this.#view.setBigInt64(this.#length, value, true);
			this.#length += 8;
		}
	}

	#text(tag: number, text: string): void {
		this.#reserve(text.length * 3 + 5);
		this.#tag(tag);
		const { written } = encoder.encodeInto(text, this.#bytes.subarray(this.#length + 4));
		this.#view.setUint32(this.#length, written, true);
		this.#length += 4 + written;
	}

	#wide(text: string): void {
		const units = new Uint8Array(text.length * 2);
		const view = new DataView(units.buffer);
		for (let index = 0; index < text.length; index += 1) view.setUint16(index * 2, text.charCodeAt(index), true);
		this.#counted(tags.wide, units);
	}

	#counted(tag: number, bytes: Uint8Array): void {
		this.#reserve(bytes.length + 5);
		this.#tag(tag);
		this.#view.setUint32(this.#length, bytes.length, true);
		this.#bytes.set(bytes, this.#length + 4);
		this.#length += 4 + bytes.length;
	}

	#tag(tag: number): void {
		this.#bytes[this.#length] = tag;
		this.#length += 1;
	}

	#reserve(more: number): void {
		if (this.#length + more <= this.#bytes.length) return;
		const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
		larger.set(this.#bytes.subarray(0, this.#length));
		this.#bytes = larger;
		this.#view = new DataView(larger.buffer);
	}
}

export type ReadRaw = (number: number) => CellValue;

/** Serialized cells by row number. */
export class CellBlock {
	readonly #bytes: Uint8Array;
	readonly #view: DataView;
	readonly #positions: Uint32Array;
	readonly #readRaw: ReadRaw;

	/**
	 * @param first number of the block's first of `count` rows, each written once
	 * @param readRaw converts a raw number to this column's value
	 */
	constructor(bytes: Uint8Array, first: number, count: number, readRaw: ReadRaw = (number) => number) {
		this.#bytes = bytes;
		this.#readRaw = readRaw;
		this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		this.#positions = new Uint32Array(count);
		for (let index = 0; index < bytes.length; ) {
			this.#positions[this.#view.getUint32(index, true) - first] = index + 4;
			index = this.#end(index + 4);
		}
	}

	get size(): number {
		return this.#bytes.length + this.#positions.length * 4;
	}

	/** @param row relative to the block's first */
	value(row: number): CellValue {
		return this.#read(this.#positions[row] ?? 0);
	}

	#read(at: number): CellValue {
		switch (this.#bytes[at]) {
			case tags.false:
				return false;
			case tags.true:
				return true;
			case tags.double:
				return this.#view.getFloat64(at + 1, true);
			case tags.int64:
				return this.#view.getBigInt64(at + 1, true);
			case tags.raw:
				return this.#readRaw(this.#view.getFloat64(at + 1, true));
			case tags.text:
				return decoder.decode(this.#counted(at));
			case tags.wide:
				return wideText(this.#counted(at));
			case tags.bytes:
				return this.#counted(at).slice();
			case tags.large:
				return BigInt(decoder.decode(this.#counted(at)));
			case tags.missing:
				return { missing: decoder.decode(this.#counted(at)) };
			case tags.changed: {
				const before = this.#read(at + 1);
				const after = this.#read(this.#end(at + 1));
				return isChanged(before) || isChanged(after) ? null : { before, after };
			}
			default:
				return null;
		}
	}

	#counted(at: number): Uint8Array {
		return this.#bytes.subarray(at + 5, at + 5 + this.#view.getUint32(at + 1, true));
	}

	#end(at: number): number {
		const tag = this.#bytes[at] ?? 0;
		if (tag <= tags.true) return at + 1;
		if (tag <= tags.int64 || tag === tags.raw) return at + 9;
		if (tag === tags.changed) return this.#end(this.#end(at + 1));
		return at + 5 + this.#view.getUint32(at + 1, true);
	}
}

function wideText(units: Uint8Array): string {
	const view = new DataView(units.buffer, units.byteOffset, units.length);
	let text = '';
	for (let index = 0; index < units.length; index += 2) text += String.fromCharCode(view.getUint16(index, true));
	return text;
}

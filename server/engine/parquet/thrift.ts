/** Names for the integers of a struct to report, by field id; `each` describes the items of a list. */
export interface Wanted {
	readonly [field: number]: string | Wanted;
	readonly each?: Wanted;
}

export interface FoundInteger {
	readonly name: string;
	readonly value: number;
	readonly start: number;
	readonly end: number;
}

/**
 * Reads Thrift's compact protocol, the format of a Parquet footer, and skips fields that aren't requested
 * (https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md).
 */
export class ThriftCursor {
	readonly bytes: Buffer;
	at = 0;

	constructor(bytes: Buffer) {
		this.bytes = bytes;
	}

	/** The id and type of a struct's next field; null at its end. @param before the id of the previous field, 0 at first */
	field(before: number): { id: number; type: number } | null {
		const head = this.byte();
		if (head === 0) return null;
		const delta = head >> 4;
		return { id: delta === 0 ? unzigzag(this.varint()) : before + delta, type: head & 15 };
	}

	list(): { size: number; type: number } {
		const head = this.byte();
		return { size: head >> 4 === 15 ? this.varint() : head >> 4, type: head & 15 };
	}

	struct(wanted: Wanted | undefined, found: FoundInteger[]): void {
		for (let field = this.field(0); field !== null; field = this.field(field.id)) {
			this.value(field.type, wanted?.[field.id], found);
		}
	}

	value(type: number, wanted: string | Wanted | undefined, found: FoundInteger[]): void {
		const inner = typeof wanted === 'object' ? wanted : undefined;
		const start = this.at;
		const fixed = fixedBytes[type];
		if (fixed !== undefined) this.skip(fixed);
		else if (type === types.i16 || type === types.i32 || type === types.i64) {
			const value = unzigzag(this.varint());
			if (typeof wanted === 'string') found.push({ name: wanted, value, start, end: this.at });
		} else if (type === types.binary) this.skip(this.varint());
		else if (type === types.list || type === types.set) {
			const { size, type: itemType } = this.list();
			for (let item = 0; item < size; item++) this.item(itemType, inner?.each, found);
		} else if (type === types.map) this.entries();
		else if (type === types.struct) this.struct(inner, found);
		else throw new RangeError(`Type ${type} isn’t a Thrift type.`);
	}

	/** In a list or map, a boolean takes one byte, because there's no field header to hold it. */
	private item(type: number, wanted: Wanted | undefined, found: FoundInteger[]): void {
		if (type === types.true || type === types.false) this.skip(1);
		else this.value(type, wanted, found);
	}

	private entries(): void {
		const size = this.varint();
		if (size === 0) return;
		const both = this.byte();
		for (let entry = 0; entry < size; entry++) {
			for (const type of [both >> 4, both & 15]) this.item(type, undefined, []);
		}
	}

	private skip(count: number): void {
		this.at += count;
		if (this.at > this.bytes.length) throw new RangeError('The Thrift data is truncated.');
	}

	private byte(): number {
		this.skip(1);
		return this.bytes[this.at - 1] ?? 0;
	}

	/** Exact below 2^53; longer values are skipped. */
	private varint(): number {
		let value = 0;
		for (let factor = 1; ; factor *= 128) {
			const byte = this.byte();
			value += (byte & 127) * factor;
			if (byte < 128) return value;
		}
	}
}

const types = { true: 1, false: 2, i16: 4, i32: 5, i64: 6, binary: 8, list: 9, set: 10, map: 11, struct: 12 } as const;
/** Sizes in bytes, by type; the numeric keys are i8, double and uuid. */
const fixedBytes: Readonly<Record<number, number>> = { [types.true]: 0, [types.false]: 0, 3: 1, 7: 8, 13: 16 };

const unzigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

/** A non-negative integer as a field value. */
export const integer = (value: number): Buffer => varint(value * 2);

export const structs = (size: number): Buffer =>
	size < 15 ? Buffer.of((size << 4) | types.struct) : Buffer.concat([Buffer.of(0xf0 | types.struct), varint(size)]);

function varint(value: number): Buffer {
	const bytes: number[] = [];
	let rest = value;
	for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
	return Buffer.from([...bytes, rest]);
}

/** Names for the integers of a struct that somebody wants to hear of, by their field ids; `each` is for the items of a list. */
export interface Wanted {
	readonly [field: number]: string | Wanted;
	readonly each?: Wanted;
}

/** An integer that was wanted, and the bytes in which it stands. */
export interface FoundInteger {
	readonly name: string;
	readonly value: number;
	readonly start: number;
	readonly end: number;
}

/**
 * Reads Thrift's compact protocol, the format of a Parquet footer, and skips what isn't wanted
 * (https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md).
 */
export class ThriftCursor {
	readonly bytes: Buffer;
	at = 0;

	constructor(bytes: Buffer) {
		this.bytes = bytes;
	}

	/** The next field of a struct: its id and type; null at its end. @param before the id of the field before it, 0 at first */
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
		for (let it = this.field(0); it !== null; it = this.field(it.id)) this.value(it.type, wanted?.[it.id], found);
	}

	value(type: number, wanted: string | Wanted | undefined, found: FoundInteger[]): void {
		const inner = typeof wanted === 'object' ? wanted : undefined;
		switch (type) {
			case types.true:
			case types.false:
				break;
			case types.i8:
				this.skip(1);
				break;
			case types.i16:
			case types.i32:
			case types.i64: {
				const start = this.at;
				const value = unzigzag(this.varint());
				if (typeof wanted === 'string') found.push({ name: wanted, value, start, end: this.at });
				break;
			}
			case types.double:
				this.skip(8);
				break;
			case types.binary:
				this.skip(this.varint());
				break;
			case types.list:
			case types.set:
				this.items(inner?.each, found);
				break;
			case types.map:
				this.entries();
				break;
			case types.struct:
				this.struct(inner, found);
				break;
			case types.uuid:
				this.skip(16);
				break;
			default:
				throw new RangeError(`Type ${type} is none of Thrift's.`);
		}
	}

	private items(wanted: Wanted | undefined, found: FoundInteger[]): void {
		const { size, type } = this.list();
		for (let item = 0; item < size; item++) {
			// Truth takes a byte where no field's head says it.
			if (type === types.true || type === types.false) this.skip(1);
			else this.value(type, wanted, found);
		}
	}

	private entries(): void {
		const size = this.varint();
		if (size === 0) return;
		const both = this.byte();
		for (let item = 0; item < size; item++) {
			for (const type of [both >> 4, both & 15]) {
				if (type === types.true || type === types.false) this.skip(1);
				else this.value(type, undefined, []);
			}
		}
	}

	private skip(count: number): void {
		this.at += count;
		if (this.at > this.bytes.length) throw new RangeError('The bytes end too early.');
	}

	private byte(): number {
		this.skip(1);
		return this.bytes[this.at - 1] ?? 0;
	}

	/** Exact below 2^53; what is longer is passed by. */
	private varint(): number {
		let value = 0;
		for (let factor = 1; ; factor *= 128) {
			const byte = this.byte();
			value += (byte & 127) * factor;
			if (byte < 128) return value;
		}
	}
}

const types = {
	true: 1,
	false: 2,
	i8: 3,
	i16: 4,
	i32: 5,
	i64: 6,
	double: 7,
	binary: 8,
	list: 9,
	set: 10,
	map: 11,
	struct: 12,
	uuid: 13,
} as const;

const unzigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

/** An integer that is not negative, as a field's value. */
export const integer = (value: number): Buffer => varint(value * 2);

export const structs = (size: number): Buffer =>
	size < 15 ? Buffer.of((size << 4) | types.struct) : Buffer.concat([Buffer.of(0xf0 | types.struct), varint(size)]);

function varint(value: number): Buffer {
	const bytes: number[] = [];
	let rest = value;
	for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
	return Buffer.from([...bytes, rest]);
}

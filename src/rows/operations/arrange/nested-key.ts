import { JsonText, parseExact } from '#lib/exact-json/exact-json.ts';
import type { NestedType, PlainValue } from '../../source/row-source.ts';
import { decimalOf } from '../../values/decimal.ts';
import { instantOf } from '../../values/instant.ts';
import { BytesKey } from './bytes-key.ts';
import type { SortKey } from './sort-key.ts';

/** Bytes before each value: the end of a list sorts before another value, null after all values. */
const marks = { end: 0, value: 1, null: 2 } as const;
const encoder = new TextEncoder();

/** Compares lists, structs and maps element by element like DuckDB, through bytes in the same order as the values. */
export class NestedKey implements SortKey {
	readonly #type: NestedType;
	readonly #bytes: BytesKey;
	readonly #writer = new OrderedBytes();

	constructor(type: NestedType, name: string, rowCount: number) {
		this.#type = type;
		this.#bytes = new BytesKey(name, rowCount);
	}

	add(position: number, value: PlainValue): boolean {
		if (typeof value !== 'string') return this.#bytes.add(position, null);
		this.#writer.clear();
		put(parseExact(value), this.#type, this.#writer);
		return this.#bytes.add(position, this.#writer.bytes());
	}

	ranks(count: number, pause: () => Promise<void>): Promise<Uint32Array> {
		return this.#bytes.ranks(count, pause);
	}
}

function put(value: unknown, type: NestedType, to: OrderedBytes): void {
	if (value === null || value === undefined) {
		to.byte(marks.null);
		return;
	}
	to.byte(marks.value);
	if (type.nests === 'nothing') putLeaf(value, type, to);
	else if (type.nests === 'struct') for (const { name, type: of } of type.members) put(memberOf(value, name), of, to);
	else {
		for (const item of Array.isArray(value) ? value : []) {
			if (type.nests === 'list') put(item, type.item, to);
			else putPair(item, type, to);
		}
		to.byte(marks.end);
	}
}

function putPair(pair: unknown, { key, value }: NestedType & { nests: 'map' }, to: OrderedBytes): void {
	to.byte(marks.value);
	const [first, second] = Array.isArray(pair) ? pair : [];
	put(first, key, to);
	put(second, value, to);
}

const memberOf = (value: unknown, name: string): unknown =>
	typeof value === 'object' && value !== null && Object.hasOwn(value, name)
		? (value as Record<string, unknown>)[name]
		: null;

function putLeaf(value: unknown, { kind, digits, scale }: NestedType & { nests: 'nothing' }, to: OrderedBytes): void {
	const text = value instanceof JsonText ? value.text : String(value);
	if (kind === 'integer' || kind === 'decimal') to.whole(unitsOf(text, scale), digits);
	else if (kind === 'float') to.double(Number(text));
	else if (kind === 'boolean') to.byte(value === true ? 1 : 0);
	else if (kind === 'temporal') {
		const { seconds, nanos } = instantOf(text) ?? { seconds: 0, nanos: 0 };
		to.double(seconds);
		to.double(nanos);
	}
	// Byte order equals the order of the hex digits.
	else to.text(text);
}

/** The integer number of units of 10^-scale. */
function unitsOf(text: string, scale: number): bigint {
	const { whole, parts } = decimalOf(text) ?? { whole: 0n, parts: [] };
	const fraction = parts.map((part) => String(Math.abs(part)).padStart(15, '0')).join('');
	const units = BigInt(fraction.slice(0, scale).padEnd(scale, '0') || '0');
	const isNegative = parts.some((part) => part < 0);
	return whole * 10n ** BigInt(scale) + (isNegative ? -units : units);
}

/** Byte encoding that preserves the order of values. */
class OrderedBytes {
	#bytes = new Uint8Array(256);
	#view = new DataView(this.#bytes.buffer);
	#length = 0;

	clear(): void {
		this.#length = 0;
	}

	bytes(): Uint8Array {
		return this.#bytes.subarray(0, this.#length);
	}

	byte(value: number): void {
		this.#reserve(1);
		this.#bytes[this.#length] = value;
		this.#length += 1;
	}

	/** NaN is the greatest, and both zeros are equal. */
	double(value: number): void {
		this.#reserve(8);
		this.#view.setFloat64(this.#length, value + 0);
		const isNegative = value < 0;
		for (let index = this.#length; index < this.#length + 8; index += 1)
			this.#bytes[index] = (this.#bytes[index] ?? 0) ^ (isNegative ? 0xff : index === this.#length ? 0x80 : 0);
		this.#length += 8;
	}

	/** @param digits maximum digits of the number */
	whole(value: bigint, digits: number): void {
		const words = Math.ceil((digits * 3.33 + 1) / 32);
		let rest = value + (1n << BigInt(words * 32 - 1));
		this.#reserve(words * 4);
		for (let word = words - 1; word >= 0; word -= 1) {
			this.#view.setUint32(this.#length + word * 4, Number(rest & 0xffff_ffffn));
			rest >>= 32n;
		}
		this.#length += words * 4;
	}

	/** UTF-8 has no byte 255, so each byte is incremented, and 0 marks the end. */
	text(value: string): void {
		this.#reserve(value.length * 3 + 1);
		const { written } = encoder.encodeInto(value, this.#bytes.subarray(this.#length));
		for (let index = this.#length; index < this.#length + written; index += 1)
			this.#bytes[index] = (this.#bytes[index] ?? 0) + 1;
		this.#length += written;
		this.byte(0);
	}

	#reserve(more: number): void {
		if (this.#length + more <= this.#bytes.length) return;
		const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
		larger.set(this.bytes());
		this.#bytes = larger;
		this.#view = new DataView(larger.buffer);
	}
}

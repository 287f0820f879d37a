/** A table of a FlatBuffer, whose fields are found by number. */
class Table {
	readonly #bytes: Buffer;
	readonly #at: number;

	constructor(bytes: Buffer, at: number) {
		this.#bytes = bytes;
		this.#at = at;
	}

	/** Where a field is; null if it has its default value. */
	#field(number: number): number | null {
		const fields = this.#at - this.#bytes.readInt32LE(this.#at);
		const slot = 4 + number * 2;
		const offset = slot < this.#bytes.readUInt16LE(fields) ? this.#bytes.readUInt16LE(fields + slot) : 0;
		return offset === 0 ? null : this.#at + offset;
	}

	#target(number: number): number | null {
		const at = this.#field(number);
		return at === null ? null : at + this.#bytes.readUInt32LE(at);
	}

	/** A number of one or two bytes. */
	small(number: number, bytes: 1 | 2, otherwise: number): number {
		const at = this.#field(number);
		return at === null ? otherwise : this.#bytes.readUIntLE(at, bytes);
	}

	text(number: number): string {
		const at = this.#target(number);
		return at === null ? '' : this.#bytes.toString('utf8', at + 4, at + 4 + this.#bytes.readUInt32LE(at));
	}

	table(number: number): Table | null {
		const at = this.#target(number);
		return at === null ? null : new Table(this.#bytes, at);
	}

	tables(number: number): Table[] {
		const list = this.#target(number);
		const length = list === null ? 0 : Math.min(maxFields, this.#bytes.readUInt32LE(list));
		return Array.from({ length }, (_, index) => {
			const at = (list ?? 0) + 4 + index * 4;
			return new Table(this.#bytes, at + this.#bytes.readUInt32LE(at));
		});
	}
}

const durationType = 18;
/** Maximum number of examined fields, including nested ones. */
const maxFields = 10_000;
const units = ['seconds', 'milliseconds', 'microseconds', 'nanoseconds'];

/**
 * The columns of an Arrow schema that have durations, with their unit. Parquet stores them as integers and has no type for them.
 * @param encoded the schema as Arrow adds it to a Parquet file, in base64: https://arrow.apache.org/docs/format/Columnar.html
 */
export function durationsIn(encoded: string): { name: string; unit: string }[] {
	if (encoded === '') return [];
	const bytes = Buffer.from(encoded, 'base64');
	let left = maxFields;
	const unitOf = (field: Table): string | null => {
		left -= 1;
		if (left < 0) return null;
		if (field.small(2, 1, 0) === durationType) return units[field.table(3)?.small(0, 2, 1) ?? 1] ?? null;
		for (const child of field.tables(5)) {
			const unit = unitOf(child);
			if (unit !== null) return unit;
		}
		return null;
	};
	try {
		const message = bytes.subarray(bytes.readInt32LE(0) === -1 ? 8 : 4);
		const schema = new Table(message, message.readUInt32LE(0)).table(2);
		return (schema?.tables(1) ?? []).flatMap((field) => {
			const unit = unitOf(field);
			return unit === null ? [] : [{ name: field.text(0), unit }];
		});
	} catch (error) {
		// The schema is damaged; the columns don't depend on it.
		if (error instanceof RangeError) return [];
		throw error;
	}
}

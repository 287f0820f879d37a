import type { CellValue } from '../../source/row-source.ts';
import { nameOf, numberOf, timeOf } from './plain-values.ts';
import type { RoleColumn } from './query.ts';

/** A column's values in a compact form: 4 to 8 MB per million. */
export type ColumnData =
	/** Numbers, or times in ms since 1970. NaN: can't be drawn. */
	| { readonly role: 'number' | 'time'; readonly values: Float64Array }
	/** `codes` are indexes into `names`; -1: no value. */
	| { readonly role: 'category'; readonly codes: Int32Array; readonly names: readonly string[] };

/** With more distinct values, a column isn't categorical. */
const maxCategories = 200_000;

export class ColumnCollector {
	readonly #column: RoleColumn;
	readonly #codes: Int32Array;
	readonly #values: Float64Array;
	readonly #known = new Map<string, number>();
	readonly #read: (value: CellValue) => number;

	constructor(column: RoleColumn, rowCount: number) {
		this.#column = column;
		this.#codes = new Int32Array(column.role === 'category' ? rowCount : 0);
		this.#values = new Float64Array(column.role === 'category' ? 0 : rowCount);
		this.#read = column.role === 'time' ? timeOf : numberOf;
	}

	/** @throws Error with a message for users if there are too many distinct values */
	set(row: number, value: CellValue): void {
		if (this.#column.role === 'category') this.#codes[row] = this.#codeOf(nameOf(value));
		else this.#values[row] = this.#read(value);
	}

	data(): ColumnData {
		const { role } = this.#column;
		if (role !== 'category') return { role, values: this.#values };
		return { role, codes: this.#codes, names: [...this.#known.keys()] };
	}

	#codeOf(name: string | null): number {
		if (name === null) return -1;
		const code = this.#known.get(name);
		if (code !== undefined) return code;
		const next = this.#known.size;
		if (next >= maxCategories) {
			throw new Error(`"${this.#column.name}" has more than 200,000 distinct values. Choose another column.`);
		}
		this.#known.set(name, next);
		return next;
	}
}

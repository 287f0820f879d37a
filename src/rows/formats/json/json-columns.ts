import { Decimal } from '#lib/exact-json/exact-json.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';
import type { CellKind, CellValue, GridColumn } from '../../source/row-source.ts';
import { uniqueNames } from '../../values/unique-names.ts';

class Seen {
	readonly name: string;
	readonly key: string | number | null;
	text = false;
	integer = false;
	fraction = false;
	boolean = false;
	nested = false;

	constructor(name: string, key: Seen['key']) {
		this.name = name;
		this.key = key;
	}
}

interface Reader {
	readonly key: Seen['key'];
	readonly kind: CellKind;
}

/** A row that couldn't be read; only its text is available. */
export class UnreadableRow {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

/** With more names than this, the names are data, so each value is shown as JSON text in one column. */
const maxColumns = 10_000;

const noKey: CellValue = { missing: 'This row doesn’t have this key' };
const noItem: CellValue = { missing: 'This row ends before this column' };
const unreadable: CellValue = { missing: 'This line couldn’t be parsed' };
const readable: CellValue = { missing: 'This line was parsed' };

/** Columns of JSON values: an object's keys, an array's indexes, or one for other values. Mixed kinds are shown as JSON text. */
export class JsonColumns {
	readonly #names: readonly string[];
	readonly #keys = new Map<string, Seen>();
	readonly #items: Seen[] = [];
	readonly #value = new Seen('value', null);
	#hasValue = false;
	#hasUnreadable = false;
	#isTooWide = false;

	/** @param names of array positions, if known */
	constructor(names: readonly string[] = []) {
		this.#names = names;
	}

	observe(row: unknown): void {
		if (row instanceof UnreadableRow) this.#hasUnreadable = true;
		else if (this.#isTooWide) note(this.#value, row);
		else if (Array.isArray(row)) for (const [index, item] of row.entries()) note(this.#item(index), item);
		else if (isObject(row)) {
			// Looks names up instead of listing them, because most rows have the same ones.
			for (const key in row) note(this.#key(key), row[key]);
		} else {
			this.#hasValue = true;
			note(this.#value, row);
		}
		if (!this.#isTooWide && this.#keys.size > maxColumns) this.#isTooWide = true;
	}

	/** The columns, and a function that reads their cells. */
	finish(): { columns: GridColumn[]; cell: (row: unknown, column: number) => CellValue; isTooWide: boolean } {
		this.#value.nested ||= this.#isTooWide;
		const all = this.#isTooWide
			? [this.#value]
			: [...this.#keys.values(), ...this.#items, ...(this.#hasValue ? [this.#value] : [])];
		const given = [...all.map((seen) => seen.name), ...(this.#hasUnreadable ? ['unreadable line'] : [])];
		const columns: GridColumn[] = uniqueNames(given).map((name, index) => {
			const seenAt = all[index];
			return { name, ...(seenAt === undefined ? ({ type: 'text', kind: 'text' } as const) : kindOf(seenAt)) };
		});
		const readers: Reader[] = all.map((seen) => ({ key: seen.key, kind: kindOf(seen).kind }));
		const isTooWide = this.#isTooWide;
		const cell = (row: unknown, column: number): CellValue => {
			const reader = readers[column];
			if (row instanceof UnreadableRow) return reader === undefined ? row.text : unreadable;
			if (reader === undefined) return readable;
			return isTooWide ? stringifyJson(row) : cellOf(row, reader);
		};
		return { columns, cell, isTooWide };
	}

	#key(key: string): Seen {
		const found = this.#keys.get(key);
		if (found !== undefined) return found;
		const made = new Seen(key, key);
		this.#keys.set(key, made);
		return made;
	}

	#item(index: number): Seen {
		const found = this.#items[index];
		if (found !== undefined) return found;
		const made = new Seen(this.#names[index] ?? `column ${index + 1}`, index);
		this.#items[index] = made;
		return made;
	}
}

const isObject = (row: unknown): row is Record<string, unknown> =>
	typeof row === 'object' && row !== null && !(row instanceof Decimal);

function note(column: Seen, value: unknown): void {
	if (value === null) return;
	if (typeof value === 'string') column.text = true;
	else if (typeof value === 'boolean') column.boolean = true;
	else if (typeof value === 'bigint') column.integer = true;
	else if (typeof value === 'number') {
		if (Number.isInteger(value)) column.integer = true;
		else column.fraction = true;
	} else if (value instanceof Decimal) column.fraction = true;
	else column.nested = true;
}

function kindOf({ text, integer, fraction, boolean, nested }: Seen): Pick<GridColumn, 'type' | 'kind'> {
	const isNumber = integer || fraction;
	if ([text, isNumber, boolean, nested].filter(Boolean).length > 1) return { type: 'mixed, as JSON', kind: 'json' };
	if (nested) return { type: 'JSON', kind: 'json' };
	if (boolean) return { type: 'boolean', kind: 'boolean' };
	if (isNumber) return fraction ? { type: 'number', kind: 'float' } : { type: 'integer', kind: 'integer' };
	return text ? { type: 'text', kind: 'text' } : { type: 'null only', kind: 'text' };
}

function cellOf(row: unknown, { key, kind }: Reader): CellValue {
	const value = memberOf(row, key);
	if (value === undefined) return typeof key === 'number' ? noItem : noKey;
	if (value === null) return null;
	if (kind === 'json') return stringifyJson(value);
	if (value instanceof Decimal) return value.text;
	return value as string | number | bigint | boolean;
}

/** Undefined if a row lacks the member, since JSON has no undefined. */
function memberOf(row: unknown, key: Seen['key']): unknown {
	if (Array.isArray(row)) return typeof key === 'number' ? row[key] : undefined;
	if (!isObject(row)) return key === null ? row : undefined;
	return typeof key === 'string' && Object.hasOwn(row, key) ? row[key] : undefined;
}

import { stringifyJson } from '#lib/exact-json/stringify.ts';
import { integerBits } from '../../values/cell-values.ts';

const whole = /^[-+]?\d+(\.0*)?$/;
const number = /^([-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?|[-+]?(nan|infinity|inf))$/i;
const time = /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?$/;
const day = /^\d{4}-\d{2}-\d{2}$/;
const moment = /^\d{4}-\d{2}-\d{2}([T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?( ?(Z|[-+]\d{2}(:?\d{2})?))?)?$/;
const zone = /:\d.*(Z|[-+]\d{2}(:?\d{2})?)$/;
const uuid = /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

/** A value as text; equal for equal values. */
export const textOf = (value: unknown): string =>
	value === undefined || value === null ? '' : typeof value === 'string' ? value : stringifyJson(value);

/** A valid date, `2024-02-29`. */
export const isDate = (text: string): boolean => day.test(text) && isDay(text);

/** A valid date with or without a time. */
export const isTimestamp = (text: string): boolean => moment.test(text) && isDay(text.slice(0, 10));

/**
 * Whether a value fits a type exactly by the service's rules (docs/ingestion.md); undefined if unknown. Empty values
 * fit everywhere.
 */
export function fits(value: unknown, type: string): boolean | undefined {
	const text = textOf(value).trim();
	if (text === '' || type === 'VARCHAR') return true;
	const size = integerBits[type];
	if (size !== undefined) return whole.test(text) && inRange(text, size, type.startsWith('U'));
	const [, digits, scale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(type) ?? [];
	if (digits !== undefined) return fitsDecimal(text, Number(digits), Number(scale));
	switch (type) {
		case 'DOUBLE':
		case 'FLOAT':
			return number.test(text);
		case 'BOOLEAN':
			return /^(true|false|yes|no|t|f|1|0)$/i.test(text);
		case 'DATE':
			return isDate(text);
		case 'TIME':
			return time.test(text);
		case 'TIMESTAMP':
			return isTimestamp(text) && !zone.test(text);
		case 'TIMESTAMP WITH TIME ZONE':
			return isTimestamp(text);
		case 'UUID':
			return uuid.test(text);
		default:
			return undefined;
	}
}

function inRange(text: string, size: number, isUnsigned: boolean): boolean {
	const value = BigInt(text.replace(/\..*$/, '').replace(/^\+/, ''));
	return isUnsigned ? BigInt.asUintN(size, value) === value : BigInt.asIntN(size, value) === value;
}

function fitsDecimal(text: string, digits: number, scale: number): boolean {
	const [, before = '', behind = ''] = /^[-+]?(\d*)\.?(\d*)$/.exec(text) ?? [];
	if (before === '' && behind === '') return false;
	return behind.replace(/0+$/, '').length <= scale && before.replace(/^0+/, '').length <= digits - scale;
}

function isDay(text: string): boolean {
	const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
	const last = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
	return month >= 1 && month <= 12 && day >= 1 && day <= last;
}

export interface ColumnMisfits {
	readonly count: number;
	/** 1-based `row`. */
	readonly first: readonly { readonly row: number; readonly text: string }[];
}

export interface Misfits {
	/** Rows with at least one. */
	readonly rows: number;
	/** In the order of the requested types. */
	readonly columns: readonly ColumnMisfits[];
}

/** Misfits kept with their rows, and their maximum length. */
const [maxMisfits, maxTextLength] = [5, 60];

export class MisfitCounter {
	readonly #types: readonly string[];
	readonly #columns: { count: number; first: { row: number; text: string }[] }[];
	#row = 0;
	#rows = 0;

	/** @param types of the columns; empty: any value fits */
	constructor(types: readonly string[]) {
		this.#types = types;
		this.#columns = types.map(() => ({ count: 0, first: [] }));
	}

	observe(values: readonly unknown[]): void {
		this.#row += 1;
		let isMisfit = false;
		for (const [index, column] of this.#columns.entries()) {
			const type = this.#types[index] ?? '';
			if (type === '' || fits(values[index], type) !== false) continue;
			isMisfit = true;
			column.count += 1;
			if (column.first.length < maxMisfits)
				column.first.push({ row: this.#row, text: textOf(values[index]).slice(0, maxTextLength) });
		}
		if (isMisfit) this.#rows += 1;
	}

	result = (): Misfits => ({ rows: this.#rows, columns: this.#columns });
}

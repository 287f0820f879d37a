import type { ValueType } from '../../formats/table/read-options.ts';
import { isDate, isTimestamp } from './column-fit.ts';

const integer = /^[+-]?(0|[1-9]\d{0,17})$/;
const decimal = /^[+-]?(0|[1-9]\d*)?\.?\d+([eE][+-]?\d{1,3})?$/;

function typeOf(value: unknown): ValueType {
	if (value === null || value === undefined) return 'empty';
	if (typeof value === 'boolean') return 'boolean';
	if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
	if (typeof value !== 'string') return 'nested';
	const text = value.trim();
	if (text === '') return 'empty';
	const first = text.charCodeAt(0);
	// Most text begins with a letter, which is enough to classify it.
	if (first > 57) return /^(true|false)$/i.test(text) ? 'boolean' : 'text';
	if (integer.test(text)) return 'integer';
	// Numbers with leading zeros are identifiers.
	if (decimal.test(text) && !/^[+-]?0\d/.test(text)) return 'number';
	return isDate(text) ? 'date' : isTimestamp(text) ? 'timestamp' : 'text';
}

export class ColumnTypes {
	type: ValueType = 'empty';
	empty = 0;

	observe(value: unknown): void {
		if (value === null || value === undefined || value === '') {
			this.empty += 1;
			return;
		}
		if (this.type === 'text') return;
		const seen = typeOf(value);
		if (seen === 'empty') this.empty += 1;
		else if (this.type === 'empty') this.type = seen;
		else if (this.type !== seen) this.type = joined(this.type, seen);
	}
}

function joined(a: ValueType, b: ValueType): ValueType {
	const both = [a, b];
	const only = (...types: readonly ValueType[]) => both.every((valueType) => types.includes(valueType));
	if (only('integer', 'number')) return 'number';
	if (only('date', 'timestamp')) return 'timestamp';
	return 'text';
}

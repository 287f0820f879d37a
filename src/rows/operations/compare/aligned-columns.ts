import type { GridColumn, PlainValue } from '../../source/row-source.ts';
import { exactText, isNumeric } from '../../values/cell-text.ts';

/** A column of both sides: same name, and same occurrence among equal names. */
export interface SharedColumn {
	readonly name: string;
	readonly before: number;
	readonly after: number;
	readonly types: { readonly before: string; readonly after: string };
	readonly isRetyped: boolean;
	/** Makes values of different types comparable. Identity if the types are equal. */
	readonly normalize: (value: PlainValue) => PlainValue;
}

export interface AlignedColumns {
	/** Columns of both sides, in the after side's order. */
	readonly shared: readonly SharedColumn[];
	/** Indexes on the after side. */
	readonly added: readonly number[];
	/** Indexes on the before side. */
	readonly removed: readonly number[];
}

export function alignColumns(before: readonly GridColumn[], after: readonly GridColumn[]): AlignedColumns {
	const positions = new Map<string, number[]>();
	for (const [index, { name }] of before.entries()) positions.set(name, [...(positions.get(name) ?? []), index]);
	const shared: SharedColumn[] = [];
	const added: number[] = [];
	after.forEach((column, index) => {
		const position = positions.get(column.name)?.shift();
		const other = position === undefined ? undefined : before[position];
		if (position === undefined || other === undefined) added.push(index);
		else shared.push(sharedColumn(other, position, column, index));
	});
	return { shared, added, removed: [...positions.values()].flat().sort((a, b) => a - b) };
}

function sharedColumn(old: GridColumn, before: number, now: GridColumn, after: number): SharedColumn {
	const isRetyped = old.type !== now.type;
	return {
		name: now.name,
		before,
		after,
		types: { before: old.type, after: now.type },
		isRetyped,
		normalize: isRetyped ? normalizer(old, now) : (value) => value,
	};
}

/** Values of different types are equal if they're the same quantity or instant, or else the same text. */
function normalizer(old: GridColumn, now: GridColumn): (value: PlainValue) => PlainValue {
	const kinds = [old.kind, now.kind];
	if (kinds.every((kind) => kind === 'integer' || kind === 'float')) return exactInteger;
	if (kinds.every(isNumeric)) return (value) => (isPlain(value) ? plainDecimal(exactText(exactInteger(value))) : value);
	if (kinds.every((kind) => kind === 'temporal'))
		return (value) => (typeof value === 'string' ? instantText(value) : value);
	return (value) => (isPlain(value) ? exactText(value) : value);
}

/** Beyond 2^53, a double's text has different digits than the integer it represents. */
const exactInteger = <T extends PlainValue>(value: T): T | bigint =>
	typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value;

const isPlain = (value: PlainValue): value is string | number | bigint | boolean =>
	value !== null && typeof value !== 'object';

/** `1.50`, `1.5` and `15e-1` all become `1.5`. */
export function plainDecimal(text: string): string {
	const match = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text);
	if (match === null) return text;
	const [, sign = '', whole = '', part = '', exponent = '0'] = match;
	const digits = whole + part;
	const point = whole.length + Number(exponent);
	const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
	const at = Math.max(1, point);
	const left = padded.slice(0, at).replace(/^0+(?=\d)/, '');
	const right = padded.slice(at).replace(/0+$/, '');
	const plain = right === '' ? left : `${left}.${right}`;
	return sign === '-' && plain !== '0' ? `-${plain}` : plain;
}

/** A date means its midnight. */
const instantText = (text: string): string => (/^[+-]?\d{4,}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00` : text);

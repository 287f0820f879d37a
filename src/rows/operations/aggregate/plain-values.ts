import { type CellValue, isChanged, isMissing } from '../../source/row-source.ts';

/** A value as a number to draw: digits beyond a double's are of no use to a picture. NaN for what is none. */
export function numberOf(value: CellValue): number {
	if (typeof value === 'number') return value;
	if (typeof value === 'bigint') return Number(value);
	if (typeof value === 'string') return value.trim() === '' ? Number.NaN : Number(value);
	return Number.NaN;
}

/** ms since 1970; a time without a zone is taken as UTC, so that it is drawn as it is written. NaN for what is no time. */
export function timeOf(value: CellValue): number {
	// of years with a sign the language makes what it likes, 2043 of `-0043-03-15`
	if (typeof value !== 'string' || !/^\d{4}-/.test(value)) return Number.NaN;
	if (value.length <= 10) return Date.parse(value);
	const text = value[10] === ' ' ? `${value.slice(0, 10)}T${value.slice(11)}` : value;
	return Date.parse(/[zZ]$|[+-]\d{2}(:?\d{2})?$/.test(text) ? text : `${text}Z`);
}

/** A value as the name of a category; null for no value. */
export function nameOf(value: CellValue): string | null {
	if (value === null || isMissing(value) || isChanged(value) || value instanceof Uint8Array) return null;
	return value === '' ? '(empty)' : String(value);
}

import { type CellValue, isChanged, isMissing } from '../../source/row-source.ts';

/** A value as a number for a chart, where a double's precision is enough; otherwise NaN. */
export function numberOf(value: CellValue): number {
	if (typeof value === 'number') return value;
	if (typeof value === 'bigint') return Number(value);
	if (typeof value === 'string') return value.trim() === '' ? Number.NaN : Number(value);
	return Number.NaN;
}

/** Parses a time to ms since 1970, with UTC as the default zone so that it's drawn as written. NaN if it isn't a time. */
export function timeOf(value: CellValue): number {
	// JavaScript misreads signed years: `-0043-03-15` becomes 2043.
	if (typeof value !== 'string' || !/^\d{4}-/.test(value)) return Number.NaN;
	if (value.length <= 10) return Date.parse(value);
	const text = value[10] === ' ' ? `${value.slice(0, 10)}T${value.slice(11)}` : value;
	return Date.parse(/[zZ]$|[+-]\d{2}(:?\d{2})?$/.test(text) ? text : `${text}Z`);
}

/** A value as a category name; null if there is none. */
export function nameOf(value: CellValue): string | null {
	if (value === null || isMissing(value) || isChanged(value) || value instanceof Uint8Array) return null;
	return value === '' ? '(empty)' : String(value);
}

import { type CellValue, type GridColumn, isChanged, isMissing } from '../../source/row-source.ts';
import { base64 } from '../../values/base64.ts';
import { exactText } from '../../values/cell-text.ts';
import { isJson } from '../../values/pretty-json.ts';
import { uniqueNames } from '../../values/unique-names.ts';

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * A cell as JSON: integers and decimals are numbers with all digits, NaN and infinities are text, bytes are base64,
 * nested values stay JSON. Undefined if missing.
 */
export function jsonCell(value: CellValue, kind: GridColumn['kind']): string | undefined {
	if (value === null) return 'null';
	if (typeof value === 'string') {
		// JSON from a store may be invalid. Line breaks outside of strings are white space; inside they're escaped.
		if (kind === 'json') return isJson(value) ? value.replace(/[\r\n]+/g, ' ') : JSON.stringify(value);
		// Decimals are text here; so are JSON numbers that don't fit in a double.
		const isNumber = (kind === 'decimal' || kind === 'float' || kind === 'integer') && number.test(value);
		return isNumber ? value : JSON.stringify(value);
	}
	if (typeof value === 'number') return Number.isFinite(value) ? exactText(value) : `"${value}"`;
	if (value instanceof Uint8Array) return `"${base64(value)}"`;
	if (typeof value !== 'object') return String(value);
	if (isMissing(value)) return undefined;
	const side = (item: CellValue) => jsonCell(item, kind) ?? 'null';
	return isChanged(value) ? `{"before":${side(value.before)},"after":${side(value.after)}}` : 'null';
}

/** A row as a JSON object without missing keys. @param keys from `jsonKeys` */
export function jsonRow(values: readonly CellValue[], columns: readonly GridColumn[], keys: readonly string[]): string {
	let row = '{';
	for (let index = 0; index < values.length; index += 1) {
		const text = jsonCell(values[index] ?? null, columns[index]?.kind ?? 'text');
		if (text !== undefined) row += `${row.length > 1 ? ',' : ''}${keys[index]}:${text}`;
	}
	return `${row}}`;
}

/** The column names as unique JSON strings. */
export const jsonKeys = (columns: readonly GridColumn[]): string[] =>
	uniqueNames(columns.map((column) => column.name)).map((name) => JSON.stringify(name));

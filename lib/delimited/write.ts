import { withoutFormula } from './formula.ts';

/** Writes a field per RFC 4180. Quotes preserve leading and trailing spaces, except in tab-separated text. */
export const writeField = (text: string, delimiter: ',' | '\t'): string =>
	special[delimiter].test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Writes a table as CSV (RFC 4180), with spreadsheet formulas escaped. @param rows including the header */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
	rows.map((fields) => `${fields.map((field) => writeField(withoutFormula(field), ',')).join(',')}\r\n`).join('');

const special = { ',': /[",\r\n]|^\s|\s$/, '\t': /["\t\r\n]/ } as const;

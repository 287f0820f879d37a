import { withoutFormula } from './formula.ts';

/** A field as RFC 4180 has it; spaces at either end are kept by quotes, but not where tabs delimit. */
export const writeField = (text: string, delimiter: ',' | '\t'): string =>
	special[delimiter].test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** A table as CSV (RFC 4180) that no spreadsheet runs as formulas. @param rows its header first */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
	rows.map((fields) => `${fields.map((field) => writeField(withoutFormula(field), ',')).join(',')}\r\n`).join('');

const special = { ',': /[",\r\n]|^\s|\s$/, '\t': /["\t\r\n]/ } as const;

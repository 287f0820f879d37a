import type { CellValue, GridColumn } from '../../source/row-source.ts';
import { isRightAligned } from '../../values/cell-text.ts';
import { cellLabel } from './cell-labels.ts';
import { type DelimitedOptions, delimitedHeader, delimitedRow } from './delimited-text.ts';
import { jsonCell, jsonKeys, jsonRow } from './json-text.ts';

export type CopyFormat = 'tsv' | 'csv' | 'json' | 'markdown';

/**
 * Selected cells as complete text for the clipboard. A single cell is just its value, unless the format needs more.
 * @param cells one array per row, one value per column of `columns`
 * @param withHeader adds names; JSON gets objects instead of arrays
 * @param guardFormulas as in an export: prefixes text that a spreadsheet would run as a formula with an apostrophe
 */
export function encodeCells(
	cells: readonly (readonly CellValue[])[],
	columns: readonly GridColumn[],
	format: CopyFormat,
	withHeader: boolean,
	guardFormulas = false,
): string {
	if (format === 'json') return jsonText(cells, columns, withHeader);
	if (format === 'markdown') return markdownTable(cells, columns, withHeader);
	const [only] = cells;
	if (cells.length === 1 && only?.length === 1 && !withHeader && format === 'tsv' && !guardFormulas)
		return cellLabel(only[0] ?? null) ?? '';
	const options: DelimitedOptions =
		format === 'csv'
			? { delimiter: ',', guardFormulas, empty: '""' }
			: // Spreadsheets display the quotes of a pasted empty text.
				{ delimiter: '\t', guardFormulas, empty: '' };
	const rows = cells.map((row) => delimitedRow(row, columns, options));
	return (withHeader ? [delimitedHeader(columns, options), ...rows] : rows).join(format === 'csv' ? '\r\n' : '\n');
}

function jsonText(
	cells: readonly (readonly CellValue[])[],
	columns: readonly GridColumn[],
	withHeader: boolean,
): string {
	const keys = jsonKeys(columns);
	const rows = cells.map((row) =>
		withHeader
			? jsonRow(row, columns, keys)
			: `[${row.map((item, index) => jsonCell(item, columns[index]?.kind ?? 'text') ?? 'null').join(',')}]`,
	);
	return `[${rows.join(',\n')}]`;
}

function markdownTable(
	cells: readonly (readonly CellValue[])[],
	columns: readonly GridColumn[],
	withHeader: boolean,
): string {
	const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
	// Markdown tables require a header.
	const names = columns.map(({ name }) => (withHeader ? markdownText(name) : ''));
	const rules = columns.map(({ kind }) => (isRightAligned(kind) ? '---:' : '---'));
	const rows = cells.map((row) => line(row.map((item) => markdownText(cellLabel(item) ?? ''))));
	return [line(names), line(rules), ...rows].join('\n');
}

/** Escaped, on one line. */
const markdownText = (text: string): string =>
	text.replace(/[\\`*_{}[\]<>|~&#$]/g, '\\$&').replace(/\r\n|\n|\r/g, '<br>');

import { writeField } from '#lib/delimited/write.ts';
import { type CellValue, type GridColumn, isChanged } from '../../source/row-source.ts';
import { cellLabel, harmlessText } from './cell-labels.ts';

export interface DelimitedOptions {
	readonly delimiter: ',' | '\t';
	readonly guardFormulas: boolean;
	/** Representation of empty text: `""` distinguishes it from null, which is nothing. */
	readonly empty: '' | '""';
}

/** A record per RFC 4180, without line ending. */
export function delimitedRow(
	values: readonly CellValue[],
	columns: readonly GridColumn[],
	options: DelimitedOptions,
): string {
	let row = '';
	for (let index = 0; index < values.length; index += 1) {
		if (index > 0) row += options.delimiter;
		const value = values[index] ?? null;
		const text = cellLabel(value);
		// A change is text, whatever the column's type.
		const kind = isChanged(value) ? 'text' : (columns[index]?.kind ?? 'text');
		if (text !== null) row += field(text, kind, options);
	}
	return row;
}

export const delimitedHeader = (columns: readonly GridColumn[], options: DelimitedOptions): string =>
	columns.map(({ name }) => field(name, 'text', options)).join(options.delimiter);

function field(words: string, kind: GridColumn['kind'], { delimiter, guardFormulas, empty }: DelimitedOptions): string {
	if (words === '') return empty;
	const text = guardFormulas ? harmlessText(words, kind) : words;
	return writeField(text, delimiter);
}

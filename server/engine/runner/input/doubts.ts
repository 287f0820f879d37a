import { cut } from '../../format.ts';

/** Something uncertain about the reading. Nothing is saved until its option is set. */
export interface Doubt {
	/** The option that resolves it; null: no option does, so it's only shown. */
	readonly option:
		| 'entry'
		| 'encoding'
		| 'delimiter'
		| 'quote'
		| 'preamble'
		| 'sheet'
		| 'sheetRows'
		| 'headerRows'
		| 'otherRows'
		| 'decimal'
		| null;
	/** Likely values of the option. */
	readonly values: readonly string[];
	readonly remark: string;
}

/** Whether an option chooses a part of the file. All other options depend on it. */
export const isPart = (option: string | null): boolean => option === 'entry' || option === 'sheet';

/** A remark about what precedes a table, which isn't saved. @param unit what the file consists of */
export const skippedRemark = (lines: readonly string[], unit: 'Line' | 'Row' = 'Line'): string[] => {
	const shown = lines.slice(0, 5).map((line) => `"${line.slice(0, 100)}"`);
	return lines.length === 0
		? []
		: [
				`${unit}${lines.length === 1 ? '' : 's'} skipped before the table: ${shown.join(', ')}${lines.length > 5 ? ' and others' : ''}.`,
			];
};

/** For an archive with several files. */
export function entryDoubt(entries: readonly string[]): Doubt {
	const shown = entries.slice(0, 5).map((name) => `"${name}"`);
	const remark = `The zip file has ${entries.length.toLocaleString('en')} files: ${shown.join(', ')}${entries.length > 5 ? ' and others' : ''}. Choose a file.`;
	return { option: 'entry', values: entries.slice(0, 5), remark };
}

/** For a first row that may be column names or data. @param unit what the file consists of */
export const headerDoubt = (first: readonly string[], unit: 'line' | 'row' = 'line'): Doubt => ({
	option: 'headerRows',
	values: ['1', '0'],
	remark: `The first ${unit} of the table, "${cut(first.join(', '), 100)}", may contain column names or values. Choose an option under "Column names".`,
});

/** For a table with as many values in the last line above it as in its rows: that line may be a row with a stray quote. */
export function startDoubts(preamble: readonly string[], delimiter: string | null, width: number): Doubt[] {
	const line = preamble.at(-1) ?? '';
	const values = delimiter === null ? [] : line.split(delimiter).filter((value) => value.trim() !== '');
	if (width < 2 || values.length < width) return [];
	const number = preamble.length;
	return [
		{
			option: 'preamble',
			values: [String(number - 1), String(number)],
			remark: `Line ${number}, "${cut(line, 100)}", is above the table, but has as many values as a row. Choose where the table starts under "Table starts in".`,
		},
	];
}

import { cut } from '../../format.ts';

/** Something uncertain about the reading, which people see and a program has to settle. */
export interface Doubt {
	/** What settles it; null: no option does. */
	readonly option: 'encoding' | 'sheet' | 'headerRows' | null;
	/** Likely values of the option. */
	readonly values: readonly string[];
	readonly remark: string;
}

/** What is before a table, which isn't saved. */
export const skippedRemark = (lines: readonly string[]): string[] => {
	const shown = lines.slice(0, 5).map((line) => `"${line.slice(0, 100)}"`);
	return lines.length === 0
		? []
		: [`Lines skipped before the table: ${shown.join(', ')}${lines.length > 5 ? ' and others' : ''}.`];
};

/** The first row of a table may be names or a row. */
export const headerDoubt = (headerRows: number, names: readonly string[]): Doubt => ({
	option: 'headerRows',
	values: ['1', '0'],
	remark:
		headerRows === 0
			? 'The first line of the table is read as a row. If it has the column names, set "Column names" to "In the first line".'
			: `The first line of the table is read as column names: "${cut(names.join(', '), 100)}". If it’s a row, set "Column names" to "None".`,
});

import { type Figure, type Headline, headlineOf, rankedColumns } from '#lib/text/headline.ts';
import { type CellKind, type CellValue, exactText, type GridColumn, isMissing } from '../../../rows/index.ts';
import type { ResultRows } from './evidence.ts';
import { isInternal, type ResultTable } from './result-table.ts';

/** A result's own columns with their indexes. */
export const visibleOf = ({ columns }: ResultTable): { readonly column: GridColumn; readonly index: number }[] =>
	columns.flatMap((column, index) => (isInternal(column.name) ? [] : [{ column, index }]));

export const isNumber = (kind: CellKind): boolean => ['integer', 'float', 'decimal', 'digits'].includes(kind);

export function headlineOfTable(table: ResultTable, { total, truncated }: ResultRows, reading?: string): Headline {
	const visible = visibleOf(table);
	const textOf = (value: CellValue | undefined): string | null =>
		value === null || value === undefined || isMissing(value) ? null : exactText(value);
	const length = table.rows.length;
	return headlineOf({
		columns: visible.map(({ column, index }) => inHeadline(column, table, index)),
		rows: table.rows.map((row) => visible.map(({ index }) => textOf(row[index]))),
		total: Math.max(total ?? 0, truncated ? length + 1 : length),
		reading,
	});
}

const isoTime = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)/;

/** Rows arrive as JSON, in which times are text. */
const inHeadline = ({ name, kind }: GridColumn, { rows }: ResultTable, index: number) => ({
	...{ name, isNumber: isNumber(kind) },
	isTime:
		kind === 'temporal' ||
		(kind === 'text' && rows.length > 0 && rows.every((row) => isoTime.test(String(row[index])))),
});

/** The names of a result's columns; the label of ranked rows and what they're ranked by come first, so that both are seen on a narrow screen. */
export function rankedFirst(table: ResultTable, reading: string | undefined): readonly string[] {
	const columns = table.columns.map((column, index) => inHeadline(column, table, index));
	const ranked = rankedColumns(columns, reading);
	const names = columns.map(({ name }) => name);
	if (ranked === null) return names;
	const first = [names[ranked.label] ?? '', names[ranked.by] ?? ''];
	return [...first, ...names.filter((name) => !first.includes(name))];
}

/** Whether a result is a single value, which its sentence states. */
export const isFigure = (table: ResultTable): boolean => {
	const [only, ...others] = visibleOf(table);
	return (
		table.rows.length === 1 && only !== undefined && others.length === 0 && !['json', 'blob'].includes(only.column.kind)
	);
};

/** Reliable digits of a double; a sum of fractions has noise after them. */
const sureDigits = 12;

export function isRounded({ text, exact }: Figure): boolean {
	const shown = text.replaceAll(',', '');
	if (shown === exact) return false;
	const [a, b] = [Number(shown), Number(exact)];
	return !(Math.abs(b) < 1e15 && a.toPrecision(sureDigits) === b.toPrecision(sureDigits));
}

/** A result's columns, with fractions rounded for display. */
export const roundedColumns = ({ columns }: ResultTable): GridColumn[] =>
	columns.map((column) =>
		column.kind === 'float' || column.kind === 'decimal' ? { ...column, isRounded: true } : column,
	);

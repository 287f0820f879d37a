import { namesTime } from '#lib/text/headline.ts';
import type { ChartSpec } from '../../../data-views/chart/chart-spec.ts';
import type { CellValue, GridColumn } from '../../../rows/index.ts';
import { isNumber, visibleOf } from './figure.ts';
import type { ResultTable } from './result-table.ts';

export interface Picture {
	readonly spec: ChartSpec;
	readonly columns: readonly GridColumn[];
	readonly rows: readonly (readonly CellValue[])[];
	/** Including title and note, rem. */
	readonly height: number;
}

const isMonth = /^\d{4}-\d{2}$/;
/** Limits for charts: fewer rows are easy to read, more are no answer. */
const [fewest, most] = [3, 1_000];
/** Maximum bars; the rows below name the rest. */
const mostBars = 10;

/** Chart for two columns with one number per name or time; null for other rows. */
export function pictureOf(table: ResultTable): Picture | null {
	const [x, y, ...others] = visibleOf(table);
	if (x === undefined || y === undefined || others.length > 0 || !isNumber(y.column.kind)) return null;
	if (table.rows.length < fewest || table.rows.length > most) return null;
	const spec = { x: x.column.name, y: y.column.name, aggregate: 'mean', step: null, series: null } as const;
	const valuesOf = () => table.rows.map((row) => row[x.index] ?? null);
	const areMonths = x.column.kind === 'text' && valuesOf().every((value) => isMonth.test(String(value)));
	if (areMonths || x.column.kind === 'temporal' || (namesTime(x.column.name) && isNumber(x.column.kind))) {
		const drawn = areMonths ? withDates(table, x.index) : table;
		return { spec: { ...spec, mark: 'line', limit: 20 }, ...drawn, height: 20 };
	}
	if (x.column.kind !== 'text' && x.column.kind !== 'boolean') return null;
	const bars = Math.min(mostBars, table.rows.length);
	return { spec: { ...spec, mark: 'bar', limit: mostBars }, ...table, height: 9.5 + 1.25 * bars };
}

/** A line for each name, for rows of a time, a name and a number; null for other rows. */
export function linesOf(table: ResultTable): ChartSpec | null {
	const [x, series, y, ...others] = visibleOf(table);
	if (x === undefined || series === undefined || y === undefined || others.length > 0) return null;
	const isTime = x.column.kind === 'temporal' || (namesTime(x.column.name) && isNumber(x.column.kind));
	if (!isTime || series.column.kind !== 'text' || !isNumber(y.column.kind)) return null;
	const names = { x: x.column.name, y: y.column.name, series: series.column.name };
	return { ...names, aggregate: 'mean', step: null, mark: 'line', limit: 20 };
}

/** Converts months to their first days, so they're drawn as times. */
const withDates = ({ columns, rows }: ResultTable, at: number): ResultTable => ({
	columns: columns.map((column, index) => (index === at ? { ...column, type: 'DATE', kind: 'temporal' } : column)),
	rows: rows.map((row) => row.map((value, index) => (index === at ? `${value}-01` : value))),
});

import type { Aggregate, RoleColumn, TimeStep } from '../../rows/index.ts';

/** How y over x is drawn. `heat` counts rows in a lattice of x and y. */
export const marks = ['line', 'area', 'bar', 'dot', 'heat'] as const;
export type Mark = (typeof marks)[number];

/** A chart in terms of column names. Only meaningful for rows that have these columns. */
export interface ChartSpec {
	readonly mark: Mark;
	readonly x: string;
	/** Null: the row count. */
	readonly y: string | null;
	/** Not used by `dot` and `heat`. */
	readonly aggregate: Aggregate;
	/** For times on x. Null: no grouping. */
	readonly step: TimeStep | null;
	/** Column for the color. */
	readonly series: string | null;
	readonly limit: number;
}

export const markNames: Readonly<Record<Mark, string>> = {
	line: 'Line',
	area: 'Area',
	bar: 'Bar',
	dot: 'Scatter',
	heat: 'Density',
};

export const aggregateNames: Readonly<Record<Aggregate, string>> = {
	count: 'Number of rows',
	sum: 'Sum',
	mean: 'Mean',
	median: 'Median',
	min: 'Min',
	max: 'Max',
};

/** Whether parts add up to the whole, so bars may be stacked. */
export const isAdditive = (aggregate: Aggregate): boolean => aggregate === 'count' || aggregate === 'sum';

export const isByRow = ({ mark }: Pick<ChartSpec, 'mark'>): boolean => mark === 'dot' || mark === 'heat';

export const defaultLimit = (mark: Mark): number => (mark === 'dot' ? 5_000 : 20);
export const limits = (mark: Mark): readonly number[] => (mark === 'dot' ? [1_000, 5_000, 20_000] : [10, 20, 50, 100]);

/** The nearest spec these columns allow, since URLs may contain anything. Null if x or the values for y are missing. */
export function fitSpec(spec: ChartSpec, columns: readonly RoleColumn[]): ChartSpec | null {
	const find = (name: string | null) => columns.find((column) => column.name === name);
	const x = find(spec.x);
	if (x === undefined) return null;
	const numbers = columns.filter((column) => column.role === 'number');
	let { mark, aggregate } = spec;
	let y = find(spec.y)?.role === 'number' ? spec.y : null;
	if (x.role === 'category') mark = 'bar';
	if (mark === 'dot' || mark === 'heat') {
		y ??= numbers.find((column) => column.name !== x.name)?.name ?? null;
		if (y === null) mark = 'bar';
	}
	const series = mark === 'heat' || find(spec.series) === undefined ? null : spec.series;
	if (y === null) aggregate = 'count';
	else if (aggregate === 'count') y = mark === 'dot' || mark === 'heat' ? y : null;
	if (mark === 'bar' && x.role !== 'category' && series !== null && !isAdditive(aggregate)) mark = 'line';
	const step = x.role === 'time' && !(mark === 'dot' || mark === 'heat') ? spec.step : null;
	const limit = limits(mark).includes(spec.limit) ? spec.limit : defaultLimit(mark);
	return { mark, x: x.name, y, aggregate, step, series, limit };
}

/** "Mean delay per month of departure", "delay by distance", "Rows by origin". @param isPlain each value comes from one row */
export function chartTitle(spec: ChartSpec, isPlain = false): string {
	const { mark, x, y, aggregate, step, series } = spec;
	const by = series === null ? '' : `, by ${series}`;
	if (isByRow(spec)) return `${y} by ${x}${mark === 'heat' ? ': number of rows' : by}`;
	const per = step === null ? `by ${x}` : `per ${step} of ${x}`;
	return `${valueName({ y, aggregate }, isPlain)} ${per}${by}`;
}

/** "Rows", "Mean delay", or the column's name if each value comes from one row. */
export function valueName({ y, aggregate }: Pick<ChartSpec, 'y' | 'aggregate'>, isPlain = false): string {
	if (y === null) return 'Rows';
	return isPlain ? y : `${aggregateNames[aggregate]} ${aggregate === 'sum' ? 'of ' : ''}${y}`;
}

import type { Aggregate, RoleColumn, TimeStep } from '../../rows/index.ts';

/** What is drawn: a value of y over x. `heat` counts rows in a lattice of x and y. */
export const marks = ['line', 'area', 'bar', 'dot', 'heat'] as const;
export type Mark = (typeof marks)[number];

/** A picture, said in words of the columns. It means something only for rows that have these columns. */
export interface ChartSpec {
	readonly mark: Mark;
	readonly x: string;
	/** Null: rows are counted. */
	readonly y: string | null;
	/** What `dot` and `heat` have no use for. */
	readonly aggregate: Aggregate;
	/** For times on x; null: every time by itself. */
	readonly step: TimeStep | null;
	/** The column whose values are told apart by color. */
	readonly series: string | null;
	/** The most categories, or points, that are drawn. */
	readonly limit: number;
}

export const markNames: Readonly<Record<Mark, string>> = {
	line: 'Line',
	area: 'Area',
	bar: 'Bars',
	dot: 'Points',
	heat: 'Density',
};

export const aggregateNames: Readonly<Record<Aggregate, string>> = {
	count: 'Number of rows',
	sum: 'Sum',
	mean: 'Mean',
	median: 'Median',
	min: 'Smallest',
	max: 'Largest',
};

/** Whether values of parts add up to the value of the whole: only then may bars stand on each other. */
export const isAdditive = (aggregate: Aggregate): boolean => aggregate === 'count' || aggregate === 'sum';

export const isByRow = ({ mark }: Pick<ChartSpec, 'mark'>): boolean => mark === 'dot' || mark === 'heat';

export const defaultLimit = (mark: Mark): number => (mark === 'dot' ? 5_000 : 20);
export const limits = (mark: Mark): readonly number[] => (mark === 'dot' ? [1_000, 5_000, 20_000] : [10, 20, 50, 100]);

/** The nearest spec that these columns allow (addresses hold anything); null where x or a value for y is missing. */
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

/** "Mean delay per month of departure", "delay by distance", "Rows by origin". @param isPlain each value is one row's */
export function chartTitle(spec: ChartSpec, isPlain = false): string {
	const { mark, x, y, aggregate, step, series } = spec;
	const by = series === null ? '' : `, by ${series}`;
	if (isByRow(spec)) return `${y} by ${x}${mark === 'heat' ? ': number of rows' : by}`;
	const per = step === null ? `by ${x}` : `per ${step} of ${x}`;
	return `${valueName({ y, aggregate }, isPlain)} ${per}${by}`;
}

/** "Rows", "Mean delay"; only the column's name where each value is one row's. */
export function valueName({ y, aggregate }: Pick<ChartSpec, 'y' | 'aggregate'>, isPlain = false): string {
	if (y === null) return 'Rows';
	return isPlain ? y : `${aggregateNames[aggregate]} ${aggregate === 'sum' ? 'of ' : ''}${y}`;
}

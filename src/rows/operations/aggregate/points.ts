import { type AggregateColumns, seriesOf, turn } from './aggregate.ts';
import type { Aggregation, DataPoint } from './aggregation.ts';
import { binsBetween } from './bins.ts';
import type { ColumnData } from './column-data.ts';
import type { PointQuery } from './query.ts';

/**
 * Rows as points: all, or every n-th above the limit. A density counts all rows.
 * @throws AbortError when aborted
 */
export async function selectPoints(
	query: PointQuery,
	columns: AggregateColumns,
	signal: AbortSignal,
): Promise<Aggregation> {
	const [xs, ys] = [numbersOf(columns.x), numbersOf(columns.y)];
	await turn(signal);
	const series = seriesOf(columns.series, xs.length);
	await turn(signal);
	const rows: number[] = [];
	for (let row = 0; row < xs.length; row += 1) {
		if (Number.isFinite(xs[row]) && Number.isFinite(ys[row]) && series.of(row) >= 0) rows.push(row);
	}
	await turn(signal);
	const every = query.isDensity ? 1 : Math.max(1, Math.ceil(rows.length / query.limit));
	const points = query.isDensity ? density(rows, xs, ys) : sampled(rows, xs, ys, every, series);
	return {
		points,
		xRole: columns.x.role,
		series: series.names,
		total: xs.length,
		leftOut: xs.length - rows.length,
		categories: null,
		allSeries: series.all > series.names.length ? series.all : null,
		every: every > 1 ? every : null,
		isPlain: !query.isDensity,
	};
}

function sampled(
	rows: readonly number[],
	xs: Float64Array,
	ys: Float64Array,
	every: number,
	series: ReturnType<typeof seriesOf>,
): DataPoint[] {
	const points: DataPoint[] = [];
	for (let index = 0; index < rows.length; index += every) {
		const row = rows[index] ?? 0;
		points.push({
			x: xs[row] ?? 0,
			xEnd: null,
			y: ys[row] ?? 0,
			yEnd: null,
			series: series.names[series.of(row)] ?? null,
			rows: 1,
		});
	}
	return points;
}

/** Cells along x and y. */
const lattice = [64, 40] as const;

function density(rows: readonly number[], xs: Float64Array, ys: Float64Array): DataPoint[] {
	const [x, y] = [binsAlong(rows, xs, lattice[0]), binsAlong(rows, ys, lattice[1])];
	const counts = new Map<number, number>();
	for (const row of rows) {
		const cell = x.of(xs[row] ?? 0) * y.count + y.of(ys[row] ?? 0);
		counts.set(cell, (counts.get(cell) ?? 0) + 1);
	}
	return [...counts].map(([cell, count]) => {
		const [column, line] = [Math.floor(cell / y.count), cell % y.count];
		return {
			x: x.start(column),
			xEnd: x.start(column + 1),
			y: y.start(line),
			yEnd: y.start(line + 1),
			series: null,
			rows: count,
		};
	});
}

function binsAlong(rows: readonly number[], values: Float64Array, wanted: number) {
	let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (const row of rows) {
		const value = values[row] ?? 0;
		if (value < min) min = value;
		if (value > max) max = value;
	}
	return min <= max ? binsBetween(min, max, wanted) : binsBetween(0, 1, wanted);
}

function numbersOf(column: ColumnData | null): Float64Array {
	return column === null || column.role === 'category' ? new Float64Array() : column.values;
}

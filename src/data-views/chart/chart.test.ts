import { expect, test } from 'vitest';
import {
	type Aggregation,
	type CellValue,
	type GridColumn,
	memorySource,
	readColumns,
	sampleColumns,
} from '../../rows/index.ts';
import { aboutDrawing, areMonths } from './chart-labels.ts';
import { type ChartSpec, chartTitle, defaultLimit, fitSpec } from './chart-spec.ts';
import { propose } from './propose-charts.ts';
import { aggregateSpec } from './use-chart-data.ts';

const { signal } = new AbortController();
const flights: GridColumn[] = [
	{ name: 'flight_id', type: 'BIGINT', kind: 'integer' },
	{ name: 'departure', type: 'TIMESTAMP', kind: 'temporal' },
	{ name: 'delay', type: 'INTEGER', kind: 'integer' },
	{ name: 'distance', type: 'INTEGER', kind: 'integer' },
	{ name: 'origin', type: 'VARCHAR', kind: 'text' },
];

/** Four flights a day from January to March. The last of each day is from ORD and an hour late. */
const rows: CellValue[][] = Array.from({ length: 360 }, (_, n) => {
	const day = new Date(Date.UTC(2001, 0, 1 + Math.floor(n / 4))).toISOString().slice(0, 10);
	return [n + 1, `${day}T0${n % 4}:00:00`, n % 4 === 3 ? 60 : 0, 100 + (n % 50) * 10, n % 4 === 3 ? 'ORD' : 'DFW'];
});

const spec = (of: Partial<ChartSpec>): ChartSpec => ({
	mark: 'bar',
	x: 'origin',
	y: null,
	aggregate: 'count',
	step: null,
	series: null,
	limit: defaultLimit('bar'),
	...of,
});

async function drawn(of: Partial<ChartSpec>, values = rows, columns = flights): Promise<Aggregation> {
	const source = memorySource(columns, values);
	const sampled = await sampleColumns(source, signal);
	const fitted = fitSpec(spec(of), sampled);
	if (fitted === null) throw new Error('nothing to draw');
	const wanted = [fitted.x, fitted.y, fitted.series].map((name) => sampled.find((column) => column.name === name));
	const read = await readColumns(
		source,
		wanted.filter((column) => column !== undefined),
		{ signal },
	);
	const next = read.values();
	const [x, y, series] = wanted.map((column) => (column === undefined ? null : (next.next().value ?? null)));
	if (!x) throw new Error('no column to draw');
	return await aggregateSpec(fitted, { x, y: y ?? null, series: series ?? null }, signal);
}

const valuesOf = ({ points }: Aggregation) => points.map(({ x, y }) => [x, y]);

test('proposes rows per day and month, delay by distance and rows by origin for flights', async () => {
	const source = memorySource(flights, rows);
	const proposals = propose(await sampleColumns(source, signal), source.rowCount);
	const titles = proposals.map((proposal) => chartTitle(proposal));
	expect(titles.slice(0, 2)).toEqual(['Rows per day of departure', 'Rows per month of departure']);
	expect(titles).toContain('delay by distance');
	expect(titles).toContain('Rows by origin');
	expect(titles.join()).not.toContain('flight_id');
});

test('counts rows per calendar month, in order', async () => {
	const data = await drawn({ mark: 'line', x: 'departure', step: 'month' });
	expect(data.points.map(({ x, y, xEnd }) => [new Date(Number(x)).toISOString().slice(0, 10), y, xEnd])).toEqual([
		['2001-01-01', 124, Date.UTC(2001, 1, 1)],
		['2001-02-01', 112, Date.UTC(2001, 2, 1)],
		['2001-03-01', 124, Date.UTC(2001, 3, 1)],
	]);
});

test.each([
	['sum', 5_400, 0],
	['mean', 60, 0],
	['median', 60, 0],
	['min', 60, 0],
	['max', 60, 0],
] as const)('aggregates values by %s, the largest first', async (how, ord, dfw) => {
	const data = await drawn({ y: 'delay', aggregate: how });
	expect(valuesOf(data)).toEqual([
		['ORD', ord],
		['DFW', dfw],
	]);
});

test('draws the largest categories and shows how many there are', async () => {
	const many = Array.from({ length: 300 }, (_, n): CellValue[] => [`c${n % 30}`, n % 30]);
	const columns: GridColumn[] = [
		{ name: 'name', type: 'VARCHAR', kind: 'text' },
		{ name: 'size', type: 'INTEGER', kind: 'integer' },
	];
	const data = await drawn({ x: 'name', y: 'size', aggregate: 'sum', limit: 10 }, many, columns);
	expect(valuesOf(data)[0]).toEqual(['c29', 290]);
	expect(data.points).toHaveLength(10);
	const words = aboutDrawing(spec({ x: 'name', y: 'size', aggregate: 'sum', limit: 10 }), data);
	expect(words).toBe('All 300 rows read. Showing the top 10 of 30 values of name.');
});

test('omits rows without a value and counts them', async () => {
	const data = await drawn({ y: 'delay', aggregate: 'mean' }, [
		...rows,
		[1, null, null, 1, 'DFW'],
		[2, null, Number.NaN, 1, 'DFW'],
		[3, null, 5, 1, null],
	]);
	expect(data.leftOut).toBe(3);
	expect(data.total).toBe(363);
	expect(valuesOf(data)).toEqual([
		['ORD', 60],
		['DFW', 0],
	]);
});

test('splits rows by color, the most frequent first', async () => {
	const data = await drawn({ mark: 'line', x: 'departure', step: 'month', series: 'origin' });
	expect(data.series).toEqual(['DFW', 'ORD']);
	expect(data.points.filter((point) => point.series === 'ORD').map((point) => point.y)).toEqual([31, 28, 31]);
});

test('labels times in the legend like on the axis, each unique', async () => {
	const columns = flights.slice(1, 3);
	const times = ['2001-01-01T00:00:00', '2001-01-01T00:00:00.25', '2001-01-01T00:00:00.5', '2001-01-02T03:04:05'];
	const values = times.flatMap((time, n) => Array.from({ length: 4 - n }, (): CellValue[] => [time, n]));
	const data = await drawn({ mark: 'bar', x: 'delay', series: 'departure' }, values, columns);
	const names = ['2001-01-01', '2001-01-01 00:00:00.250', '2001-01-01 00:00:00.500', '2001-01-02 03:04:05'];
	expect(data.series).toEqual(names);
	expect(data.points.map((point) => [point.series, point.y])).toEqual(names.map((name, n) => [name, 4 - n]));
});

test('counts every row in a density, and reports when points are sampled', async () => {
	const many = Array.from({ length: 12_000 }, (_, n): CellValue[] => [n, null, n % 97, n % 1_000, 'A']);
	const density = await drawn({ mark: 'heat', x: 'distance', y: 'delay' }, many);
	expect(density.points.reduce((sum, point) => sum + point.rows, 0)).toBe(12_000);
	const sampled = await drawn({ mark: 'dot', x: 'distance', y: 'delay', limit: 5_000 }, many);
	expect(sampled.points).toHaveLength(4_000);
	expect(aboutDrawing(spec({ mark: 'dot' }), sampled)).toContain('4,000 of 12,000 rows drawn (every 3rd row)');
});

test('draws exact decimals and big integers by value', async () => {
	const columns: GridColumn[] = [
		{ name: 'name', type: 'VARCHAR', kind: 'text' },
		{ name: 'amount', type: 'DECIMAL(10,2)', kind: 'decimal' },
	];
	const data = await drawn(
		{ x: 'name', y: 'amount', aggregate: 'sum' },
		[
			['a', '0.10'],
			['a', '0.20'],
			['b', 9n],
		],
		columns,
	);
	expect(valuesOf(data)[0]).toEqual(['b', 9]);
	expect(valuesOf(data)[1]?.[1]).toBeCloseTo(0.3);
});

test('groups numbers on the x axis into bins with round limits', async () => {
	const data = await drawn({ x: 'distance' });
	expect(data.points.map((point) => point.x)).toContain(100);
	expect(data.points.every((point) => Number(point.x) % 20 === 0)).toBe(true);
	expect(data.points.reduce((sum, point) => sum + point.y, 0)).toBe(360);
});

test('adjusts a chart that doesn’t fit the columns', async () => {
	const columns = await sampleColumns(memorySource(flights, rows), signal);
	expect(fitSpec(spec({ mark: 'line', x: 'origin' }), columns)).toMatchObject({ mark: 'bar' });
	expect(fitSpec(spec({ mark: 'dot', x: 'distance' }), columns)).toMatchObject({ mark: 'dot', y: 'flight_id' });
	expect(fitSpec(spec({ x: 'gone' }), columns)).toBeNull();
});

test('labels monthly values by month, and other times in full', async () => {
	const months = (days: readonly string[]) =>
		drawn(
			{ mark: 'line', x: 'day', y: 'flights', aggregate: 'mean' },
			days.map((day, index) => [day, index]),
			[
				{ name: 'day', type: 'DATE', kind: 'temporal' },
				{ name: 'flights', type: 'BIGINT', kind: 'integer' },
			],
		);
	const { points } = await months(['2001-01-01', '2001-02-01', '2001-03-01']);
	expect(areMonths(points, 700)).toBe(true);
	expect(areMonths(points, 100)).toBe(false);
	expect(areMonths((await months(['2001-01-01', '2001-01-08', '2001-01-15'])).points, 700)).toBe(false);
});

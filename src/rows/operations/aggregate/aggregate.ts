import { nextTask } from '#lib/concurrency/next-task.ts';
import { createJobYield } from '../../source/job.ts';
import type { Aggregation, DataPoint } from './aggregation.ts';
import { type Binning, binsOf } from './bins.ts';
import type { ColumnData } from './column-data.ts';
import { type Aggregate, type AggregateQuery, maxSeries } from './query.ts';
import { floorTime, timeName } from './time-steps.ts';

export interface AggregateColumns {
	readonly x: ColumnData;
	readonly y: ColumnData | null;
	readonly series: ColumnData | null;
}

/** Rows processed between yields. */
const slice = 4_096;

/**
 * Groups all rows by x and series, and computes a value per group.
 * @throws AbortError when aborted
 */
export async function aggregate(
	query: AggregateQuery,
	columns: AggregateColumns,
	signal: AbortSignal,
): Promise<Aggregation> {
	const { x, y } = columns;
	const total = x.role === 'category' ? x.codes.length : x.values.length;
	const series = seriesOf(columns.series, total);
	const keys = keysOf(query, x);
	const width = Math.max(1, series.names.length);
	const groups = new Groups(query.aggregate);
	const index = new Map<number, number>();
	let leftOut = 0;
	let other = 0;
	const rest = createJobYield(signal);
	for (let row = 0; row < total; row += 1) {
		if (row % slice === slice - 1) await rest();
		const key = keys.of(row);
		const value = y === null ? 1 : y.role === 'category' ? Number.NaN : (y.values[row] ?? Number.NaN);
		const kind = series.of(row);
		if (Number.isNaN(key) || !Number.isFinite(value)) leftOut += 1;
		else if (kind < 0) other += 1;
		else {
			let group = index.get(key);
			if (group === undefined) {
				group = index.size;
				index.set(key, group);
			}
			groups.add(group * width + kind, value);
		}
	}
	await turn(signal);
	const found = [...index].flatMap(([key, group]) =>
		(series.names.length === 0 ? [null] : series.names).flatMap((name, kind): DataPoint[] => {
			const at = group * width + kind;
			const rows = groups.rows(at);
			if (rows === 0) return [];
			return [{ ...keys.span(key), y: groups.value(at), yEnd: null, series: name, rows }];
		}),
	);
	const { points, categories } =
		x.role === 'category' ? largest(found, query.limit) : { points: inOrder(found), categories: null };
	return {
		points,
		xRole: x.role,
		series: series.names,
		total,
		leftOut: leftOut + other,
		categories,
		allSeries: series.all > series.names.length ? series.all : null,
		every: null,
		isPlain: y !== null && found.every((point) => point.rows === 1),
	};
}

export async function turn(signal: AbortSignal): Promise<void> {
	await nextTask();
	signal.throwIfAborted();
}

interface Keys {
	/** A row's group, or NaN. */
	of(row: number): number;
	span(key: number): Pick<DataPoint, 'x' | 'xEnd'>;
}

function keysOf({ step }: AggregateQuery, x: ColumnData): Keys {
	if (x.role === 'category') {
		const { codes, names } = x;
		return {
			of: (row) => ((codes[row] ?? -1) < 0 ? Number.NaN : (codes[row] ?? 0)),
			span: (key) => ({ x: names[key] ?? '', xEnd: null }),
		};
	}
	const { values } = x;
	const at = (row: number): number => values[row] ?? Number.NaN;
	if (x.role === 'time') {
		if (step === null) return { of: at, span: (key) => ({ x: key, xEnd: null }) };
		return {
			of: (row) => (Number.isNaN(at(row)) ? Number.NaN : floorTime(at(row), step)),
			span: (key) => ({ x: key, xEnd: floorTime(key, step, 1) }),
		};
	}
	const bins: Binning | null = binsOf(values);
	if (bins === null) return { of: finite(at), span: (key) => ({ x: key, xEnd: null }) };
	return {
		of: (row) => bins.of(at(row)),
		span: (key) => ({ x: bins.start(key), xEnd: bins.start(key + 1) }),
	};
}

const finite = (at: (row: number) => number) => (row: number) => (Number.isFinite(at(row)) ? at(row) : Number.NaN);

interface SeriesCodes {
	readonly names: readonly string[];
	readonly all: number;
	/** A row's index in `names`: 0 without series, -1 if it isn't among them. */
	of(row: number): number;
}

export function seriesOf(column: ColumnData | null, total: number): SeriesCodes {
	if (column === null) return { names: [], all: 0, of: () => 0 };
	const { codes, names } = column.role === 'category' ? column : named(column);
	const counts = new Float64Array(names.length);
	for (let row = 0; row < total; row += 1) {
		const code = codes[row] ?? -1;
		if (code >= 0) counts[code] = (counts[code] ?? 0) + 1;
	}
	const order = [...names.keys()].sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0)).slice(0, maxSeries);
	const ranks = new Int32Array(names.length).fill(-1);
	for (const [rank, code] of order.entries()) ranks[code] = rank;
	return {
		names: order.map((code) => names[code] ?? ''),
		all: names.length,
		of: (row) => ranks[codes[row] ?? -1] ?? -1,
	};
}

function named({ role, values }: Exclude<ColumnData, { role: 'category' }>): {
	codes: Int32Array;
	names: readonly string[];
} {
	const known = new Map<number, number>();
	const codes = Int32Array.from(values, (value) => {
		if (Number.isNaN(value)) return -1;
		const code = known.get(value) ?? known.size;
		known.set(value, code);
		return code;
	});
	return { codes, names: [...known.keys()].map((key) => (role === 'time' ? timeName(key, null) : String(key))) };
}

const inOrder = (points: readonly DataPoint[]): DataPoint[] => [...points].sort((a, b) => Number(a.x) - Number(b.x));

function largest(points: readonly DataPoint[], limit: number) {
	const sizes = new Map<string, number>();
	for (const { x, y } of points) sizes.set(String(x), (sizes.get(String(x)) ?? 0) + Math.abs(y));
	const ranked = [...sizes].sort((a, b) => b[1] - a[1]).map(([name]) => name);
	const shown = new Map(ranked.slice(0, limit).map((name, rank) => [name, rank]));
	const rank = ({ x }: DataPoint) => shown.get(String(x)) ?? Number.POSITIVE_INFINITY;
	return {
		points: points.filter((point) => shown.has(String(point.x))).sort((a, b) => rank(a) - rank(b)),
		categories: ranked.length > limit ? ranked.length : null,
	};
}

class Groups {
	readonly #aggregate: Aggregate;
	readonly #counts: number[] = [];
	readonly #values: number[] = [];
	readonly #lists: number[][] = [];

	constructor(aggregate: Aggregate) {
		this.#aggregate = aggregate;
	}

	add(at: number, value: number): void {
		const count = this.#counts[at] ?? 0;
		this.#counts[at] = count + 1;
		if (this.#aggregate === 'median') {
			const list = this.#lists[at];
			if (list === undefined) this.#lists[at] = [value];
			else list.push(value);
			return;
		}
		const before = this.#values[at] ?? 0;
		this.#values[at] = count === 0 ? value : joined(this.#aggregate, before, value);
	}

	rows = (at: number): number => this.#counts[at] ?? 0;

	value(at: number): number {
		const value = this.#values[at] ?? 0;
		if (this.#aggregate === 'median') return median(this.#lists[at] ?? []);
		return this.#aggregate === 'mean' ? value / this.rows(at) : value;
	}
}

function joined(aggregate: Aggregate, before: number, value: number): number {
	if (aggregate === 'min') return Math.min(before, value);
	if (aggregate === 'max') return Math.max(before, value);
	return before + value;
}

function median(values: readonly number[]): number {
	const sorted = Float64Array.from(values).sort();
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle] ?? Number.NaN;
	return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

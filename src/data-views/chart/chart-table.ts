import { type Aggregation, type DataPoint, memorySource, type RowSource, timeName } from '../../rows/index.ts';
import { type ChartSpec, valueName } from './chart-spec.ts';

/** The chart's data as rows, for screen readers and for exact numbers. */
export function chartTable(spec: ChartSpec, data: Aggregation): RowSource {
	const isHeat = spec.mark === 'heat';
	const isByRow = isHeat || spec.mark === 'dot';
	const hasEnd = data.xRole === 'number' && data.points.some((point) => point.xEnd !== null);
	const showsRows = isHeat || (!isByRow && spec.aggregate !== 'count' && !data.isPlain);
	const xOf = (at: number | string | null) =>
		typeof at === 'number' && data.xRole === 'time' ? timeName(at, isHeat ? null : spec.step) : at;
	const xColumn = { type: '', kind: data.xRole === 'number' ? 'float' : 'text' } as const;
	const number = { type: '', kind: 'float' } as const;
	type Part = readonly [
		boolean,
		{ name: string; type: string; kind: 'float' | 'text' },
		(point: DataPoint) => number | string | null,
	];
	const all: readonly Part[] = [
		[true, { ...xColumn, name: hasEnd ? `${spec.x} from` : spec.x }, (point) => xOf(point.x)],
		[hasEnd, { ...xColumn, name: `${spec.x} below` }, (point) => xOf(point.xEnd)],
		[spec.series !== null, { name: spec.series ?? '', type: '', kind: 'text' }, (point) => point.series],
		[!isHeat, { ...number, name: isByRow ? (spec.y ?? '') : valueName(spec, data.isPlain) }, (point) => point.y],
		[isHeat, { ...number, name: `${spec.y} from` }, (point) => point.y],
		[isHeat, { ...number, name: `${spec.y} below` }, (point) => point.yEnd],
		[showsRows, { ...number, name: 'Rows' }, (point) => point.rows],
	];
	const parts = all.filter(([isShown]) => isShown);
	return memorySource(
		parts.map(([, column]) => column),
		data.points.map((point) => parts.map(([, , read]) => read(point))),
	);
}

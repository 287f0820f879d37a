import { useState } from 'react';
import {
	type AggregateColumns,
	type Aggregation,
	aggregate,
	askForDrawing,
	type ColumnData,
	type RowSource,
	readColumns,
	type SampledColumn,
	sampleColumns,
	selectPoints,
} from '../../rows/index.ts';
import { useWork } from '../use-task.ts';
import { type ChartSpec, isByRow } from './chart-spec.ts';

export const useChartColumns = (source: RowSource) => useWork(source, (signal) => sampleColumns(source, signal));

export interface Drawing {
	readonly spec: ChartSpec;
	readonly data: Aggregation;
}

/** Reads the data of a chart from all rows. Columns already read are kept while the source is the same. */
export function useDrawing(source: RowSource, columns: readonly SampledColumn[], spec: ChartSpec) {
	const [kept, setKept] = useState<CachedChart>(() => ({ source, columns: new Map() }));
	if (kept.source !== source) setKept({ source, columns: new Map() });
	return useWork(JSON.stringify(Object.values(spec)), async (signal, onProgress): Promise<Drawing> => {
		const wanted = [spec.x, spec.y, spec.series].map((name) => columns.find((column) => column.name === name));
		const [ofX, ofY = null, ofSeries = null] = wanted;
		if (ofX !== undefined) {
			const kind = spec.mark === 'heat' ? 'density' : spec.mark === 'dot' ? 'points' : 'groups';
			const { aggregate: by, step, limit } = spec;
			const input = { kind, x: ofX, y: ofY, series: ofSeries, aggregate: by, step, limit } as const;
			const asked = await askForDrawing(source, input, { signal, onProgress });
			if (asked !== null) return { spec, data: asked };
		}
		const missing = [...new Set(wanted)].filter(
			(column) => column !== undefined && !kept.columns.has(column.index),
		) as SampledColumn[];
		const read = await readColumns(source, missing, { signal, onProgress });
		for (const [index, data] of read.entries()) kept.columns.set(missing[index]?.index ?? -1, data);
		const [x, y, series] = wanted.map((column) =>
			column === undefined ? null : (kept.columns.get(column.index) ?? null),
		);
		if (!x) throw new Error(`Column "${spec.x}" doesn’t exist. Choose another column.`);
		const drawn = { x, y: y ?? null, series: series ?? null };
		return { spec, data: await aggregateSpec(spec, drawn, signal) };
	});
}

interface CachedChart {
	readonly source: RowSource;
	readonly columns: Map<number, ColumnData>;
}

/** Aggregates columns for a chart. @throws AbortError when aborted */
export const aggregateSpec = (spec: ChartSpec, columns: AggregateColumns, signal: AbortSignal): Promise<Aggregation> =>
	isByRow(spec)
		? selectPoints({ isDensity: spec.mark === 'heat', limit: spec.limit }, columns, signal)
		: aggregate(spec, columns, signal);

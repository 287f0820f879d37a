import { type AggregateColumns, aggregate } from '../../rows/operations/aggregate/aggregate.ts';
import type { Aggregation } from '../../rows/operations/aggregate/aggregation.ts';
import { selectPoints } from '../../rows/operations/aggregate/points.ts';
import { type ChartSpec, isByRow } from './chart-spec.ts';

/** What a chart draws of its columns. @throws AbortError when left */
export const aggregateSpec = (spec: ChartSpec, columns: AggregateColumns, signal: AbortSignal): Promise<Aggregation> =>
	isByRow(spec)
		? selectPoints({ isDensity: spec.mark === 'heat', limit: spec.limit }, columns, signal)
		: aggregate(spec, columns, signal);

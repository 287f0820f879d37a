import { type AggregateColumns, type Aggregation, aggregate, selectPoints } from '../../rows/index.ts';
import { type ChartSpec, isByRow } from './chart-spec.ts';

/** What a chart draws of its columns. @throws AbortError when left */
export const aggregateSpec = (spec: ChartSpec, columns: AggregateColumns, signal: AbortSignal): Promise<Aggregation> =>
	isByRow(spec)
		? selectPoints({ isDensity: spec.mark === 'heat', limit: spec.limit }, columns, signal)
		: aggregate(spec, columns, signal);

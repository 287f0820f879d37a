import type { RowSource, Work } from '../../source/row-source.ts';
import type { Aggregation } from './aggregation.ts';
import type { Aggregate, RoleColumn, TimeStep } from './query.ts';

/** What a chart aggregates: groups along x, points, or row counts in a lattice. */
export interface ChartInput {
	readonly kind: 'groups' | 'points' | 'density';
	readonly x: RoleColumn;
	readonly y: RoleColumn | null;
	readonly series: RoleColumn | null;
	readonly aggregate: Aggregate;
	readonly step: TimeStep | null;
	readonly limit: number;
}

/** Requests chart data from the source if it supports that; null if its columns must be read. */
export async function askForDrawing(source: RowSource, input: ChartInput, work: Work): Promise<Aggregation | null> {
	if (source.queries === undefined) return null;
	return (await source.queries.run('chart', input, work)) as Aggregation;
}

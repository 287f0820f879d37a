import type { RowSource, Work } from '../../source/row-source.ts';
import type { Aggregation } from './aggregation.ts';
import type { Aggregate, RoleColumn, TimeStep } from './query.ts';

/** What is put together for a picture: groups along x, points, or rows counted in a lattice. */
export interface ChartInput {
	readonly kind: 'groups' | 'points' | 'density';
	readonly x: RoleColumn;
	readonly y: RoleColumn | null;
	readonly series: RoleColumn | null;
	readonly aggregate: Aggregate;
	readonly step: TimeStep | null;
	readonly limit: number;
}

/** Asks for what a picture draws where the source answers such questions; null where its columns have to be read. */
export async function askForDrawing(source: RowSource, input: ChartInput, work: Work): Promise<Aggregation | null> {
	if (source.queries === undefined) return null;
	return (await source.queries.run('chart', input, work)) as Aggregation;
}

import type { LinkTrial } from '#contract/link.ts';

export type Distances = NonNullable<LinkTrial['distances']>;

/** Rows whose nearest point of the other end lies between two distances, meters; `to` null: farther than all. */
export interface DistanceBin {
	readonly from: number;
	readonly to: number | null;
	readonly rows: number;
}

export function binsOf({ within, farther }: Distances): DistanceBin[] {
	const bins = within.map(({ meters, rows }, index): DistanceBin => {
		const before = within[index - 1];
		return { from: before?.meters ?? 0, to: meters, rows: rows - (before?.rows ?? 0) };
	});
	return [...bins, { from: within.at(-1)?.meters ?? 0, to: null, rows: farther }];
}

/** Distances that the handle stops at, meters: the edges of the bins and round ones between them. */
export function stopsOf({ within }: Distances): number[] {
	const edges = within.map((item) => item.meters);
	const stops = new Set(edges);
	for (const [index, edge] of edges.entries()) {
		const before = edges[index - 1] ?? 0;
		for (const share of [0.2, 0.4, 0.6, 0.8]) stops.add(before + share * (edge - before));
	}
	return [...stops].sort((a, b) => a - b);
}

/** Where a distance lies, 0 to 1 of the width, when every bin is equally wide. */
export function positionOf({ within }: Distances, meters: number): number {
	const bins = within.length + 1;
	const at = within.findIndex((candidate) => meters <= candidate.meters);
	if (at < 0) return within.length / bins;
	const from = within[at - 1]?.meters ?? 0;
	const to = within[at]?.meters ?? 1;
	return (at + (meters - from) / (to - from)) / bins;
}

/** The stop that is nearest to a position, 0 to 1 of the width. */
export function stopAt(distances: Distances, position: number): number {
	const stops = stopsOf(distances);
	return stops.reduce((best, value) =>
		Math.abs(positionOf(distances, value) - position) < Math.abs(positionOf(distances, best) - position) ? value : best,
	);
}

/** How many rows lie within a distance; null where that is not known without another trial. */
export function rowsWithin({ within }: Distances, meters: number): number | null {
	return within.find((candidate) => candidate.meters === meters)?.rows ?? null;
}

import type { LinkTrial } from '#contract/link.ts';

export type Distances = NonNullable<LinkTrial['distances']>;

/** Rows whose nearest point is between two distances, in meters. `to` null: no limit. */
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

/** Distances the handle snaps to, in meters: bin edges and round numbers between them. */
export function stopsOf({ within }: Distances): number[] {
	const edges = within.map((item) => item.meters);
	const stops = new Set(edges);
	for (const [index, edge] of edges.entries()) {
		const before = edges[index - 1] ?? 0;
		for (const share of [0.2, 0.4, 0.6, 0.8]) stops.add(before + share * (edge - before));
	}
	return [...stops].sort((a, b) => a - b);
}

/** Position of a distance, from 0 to 1, with bins of equal width. */
export function positionOf({ within }: Distances, meters: number): number {
	const bins = within.length + 1;
	const at = within.findIndex((candidate) => meters <= candidate.meters);
	if (at < 0) return within.length / bins;
	const from = within[at - 1]?.meters ?? 0;
	const to = within[at]?.meters ?? 1;
	return (at + (meters - from) / (to - from)) / bins;
}

/** The stop nearest to a position from 0 to 1. */
export function stopAt(distances: Distances, position: number): number {
	const stops = stopsOf(distances);
	return stops.reduce((best, value) =>
		Math.abs(positionOf(distances, value) - position) < Math.abs(positionOf(distances, best) - position) ? value : best,
	);
}

/** Rows within a distance; null if that needs another trial. */
export function rowsWithin({ within }: Distances, meters: number): number | null {
	return within.find((candidate) => candidate.meters === meters)?.rows ?? null;
}

import { distinctPoints, nearestPoints } from '../rows/near-points.ts';
import type { FoundEnd, ReadLink } from './link-ends.ts';
import { type Ask, countsOf, sampleOf, type TrialResult, tableOf } from './link-trial-source.ts';

/** Distances of the histogram, meters. */
const steps = [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000];
const farthest = 100_000;
const mapPoints = 2_000;

/** Tries a link between nearby places: for each point, the distance to the nearest one on the other side. */
export async function tryGeo(ask: Ask, { from, to, options }: ReadLink, most: number): Promise<TrialResult> {
	const reach = Math.max(farthest, options.maxDistanceMeters);
	const there = nearestPoints(pointsOf(from, sampleOf(from, most)), pointsOf(to), reach);
	const back = nearestPoints(pointsOf(to), pointsOf(from), Math.max(options.maxDistanceMeters, 1));
	const within = steps.map((step) => `coalesce(sum(n) FILTER (d <= ${step}), 0) AS "${step}"`);
	const shown = `SELECT lat, lon, d FROM found ORDER BY hash(id) LIMIT ${mapPoints}`;
	const [own] = await ask(`${there} SELECT ${figures(options.maxDistanceMeters)}, ${within.join(', ')},
		coalesce(sum(n) FILTER (d IS NULL OR d > ${farthest}), 0) AS farther,
		(SELECT list({'lat': lat, 'lon': lon, 'd': d}) FROM (${shown})) AS points FROM found`);
	const [other] = await ask(`${back} SELECT ${figures(options.maxDistanceMeters)} FROM found`);
	const points: Record<string, unknown>[] = Array.isArray(own?.points) ? own.points : [];
	return {
		from: { ...countsOf(from, own), matched: [], unmatched: [] },
		to: { ...countsOf(to, other), matched: [], unmatched: [] },
		hints: [],
		distances: {
			within: steps.map((meters) => ({ meters, rows: Number(own?.[String(meters)] ?? 0) })),
			farther: Number(own?.farther ?? 0),
			points: points.map((point) => ({
				latitude: Number(point.lat),
				longitude: Number(point.lon),
				meters: point.d === null ? null : Math.round(Number(point.d)),
			})),
		},
	};
}

const figures = (meters: number): string => `sum(n) AS with_value, count(*) AS different, max(n) AS most,
	coalesce(sum(n) FILTER (d <= ${meters}), 0) AS matched_rows, count(*) FILTER (d <= ${meters}) AS matched_distinct`;

const pointsOf = (end: FoundEnd, sample = ''): string =>
	distinctPoints(`${tableOf(end)}${sample}`, end.column, end.longitude ?? '');

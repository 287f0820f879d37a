import { quoted } from '#lib/sql/quoting.ts';
import type { FoundEnd, ReadLink } from './link-ends.ts';
import { type Ask, countsOf, sampleOf, type Tried, tableOf } from './link-trial-source.ts';

/** Distances of the histogram, meters. */
const steps = [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000];
const farthest = 100_000;
const mapPoints = 2_000;
/** Radii of the grids, meters. */
const ladder = [25, 150, 1_000, 6_000, 30_000, farthest];
const earthMeters = 6_371_000;
const degreeMeters = (earthMeters * Math.PI) / 180;

/** Tries a link of near places: for each point the distance to the nearest of the other end. */
export async function tryGeo(ask: Ask, { from, to, options }: ReadLink, most: number): Promise<Tried> {
	const reach = Math.max(farthest, options.maxDistanceMeters);
	const there = nearest(from, to, reach, sampleOf(from, most));
	const back = nearest(to, from, Math.max(options.maxDistanceMeters, 1), '');
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

/**
 * `WITH … found(id, lat, lon, n, d)`: distinct points, their rows, and the meters to the nearest point of `to`, NULL beyond `reach`.
 *
 * In a grid whose cells are as wide as a radius, everything within it is in the nine cells around; points found in a fine grid skip the
 * coarse ones, which keeps crowded places cheap.
 */
function nearest(from: FoundEnd, to: FoundEnd, reach: number, sample: string): string {
	const radii = [...ladder.filter((value) => value < reach), reach];
	const levels = radii.map((meters, index) => level(index + 1, meters));
	const hits = radii.map((_, index) => `SELECT id, d FROM hit${index + 1}`);
	return `WITH a AS MATERIALIZED (SELECT row_number() OVER () AS id, * FROM (${points(from, sample)})),
		b AS MATERIALIZED (${points(to, '')}),
		rest0 AS (SELECT id, lat, lon, x, y, z FROM a),
		${levels.join(',\n')},
		found AS MATERIALIZED (SELECT a.*, h.d FROM a LEFT JOIN (${hits.join(' UNION ALL ')}) h USING (id))`;
}

/** Distinct points, also as unit vectors: between those a distance costs no trigonometry. */
function points(end: FoundEnd, sample: string): string {
	const [lat, lon] = [end.column, end.longitude ?? ''].map((value) => `CAST(${quoted(value)} AS DOUBLE)`);
	return `SELECT lat, lon, count(*) AS n, any_value(cos(radians(lat)) * cos(radians(lon))) AS x,
		any_value(cos(radians(lat)) * sin(radians(lon))) AS y, any_value(sin(radians(lat))) AS z FROM (
		SELECT ${lat} AS lat, ${lon} AS lon FROM ${tableOf(end)}${sample}
	) WHERE lat BETWEEN -90 AND 90 AND lon BETWEEN -180 AND 180 GROUP BY lat, lon`;
}

/** Who of the rest has a point of `b` within the radius, and how near; and who remains. */
function level(index: number, meters: number): string {
	// A little wider, so that no rounding puts a point at the very edge two cells away.
	const size = (meters / degreeMeters) * 1.001;
	// Cells of one band are equally wide, and at their narrowest, one band nearer to the pole, no narrower than the radius.
	const cells = `greatest(1, floor(360 * greatest(cos(radians(least(90, (abs(band + 0.5) + 2) * ${size}))), 0) / ${size}))::BIGINT`;
	const cell = `floor((lon + 180) * cells / 360)::BIGINT`;
	// The chord of the unit sphere; twice its half's arcsine is the angle, as by the haversine formula.
	const chord = 'pow(t.x - s.x, 2) + pow(t.y - s.y, 2) + pow(t.z - s.z, 2)';
	const distance = `2 * ${earthMeters} * asin(least(1, sqrt(min(${chord})) / 2))`;
	return `t${index} AS (
			SELECT x, y, z, band, ${cell} % cells AS cell FROM (
				SELECT *, ${cells} AS cells FROM (SELECT lon, x, y, z, floor(lat / ${size})::BIGINT AS band FROM b))),
		s${index} AS (
			SELECT id, x, y, z, band, (${cell} + dc + cells) % cells AS cell FROM (
				SELECT *, ${cells} AS cells FROM (
					SELECT id, lon, x, y, z, floor(lat / ${size})::BIGINT + db AS band
					FROM rest${index - 1}, (SELECT unnest([-1, 0, 1]) AS db))),
				(SELECT unnest([-1, 0, 1]) AS dc)),
		hit${index} AS MATERIALIZED (
			SELECT id, d FROM (SELECT s.id, ${distance} AS d FROM s${index} s JOIN t${index} t USING (band, cell) GROUP BY s.id)
			WHERE d <= ${meters}),
		rest${index} AS MATERIALIZED (SELECT * FROM rest${index - 1} WHERE id NOT IN (SELECT id FROM hit${index}))`;
}

import { quoted } from '#lib/sql/quoting.ts';

/** Radii of the grids, meters. */
const ladder = [25, 150, 1_000, 6_000, 30_000, 100_000];
const earthMeters = 6_371_000;
const degreeMeters = (earthMeters * Math.PI) / 180;

export const isNumeric = (type: string): boolean =>
	/^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL\(.*\))$/.test(type);

/** The distinct points of a table, and their rows, also as unit vectors: distances between those need no trigonometry. */
export function distinctPoints(table: string, latitude: string, longitude: string): string {
	const [lat, lon] = [latitude, longitude].map((column) => `CAST(${quoted(column)} AS DOUBLE)`);
	return `SELECT lat, lon, count(*) AS n, any_value(cos(radians(lat)) * cos(radians(lon))) AS x,
		any_value(cos(radians(lat)) * sin(radians(lon))) AS y, any_value(sin(radians(lat))) AS z FROM (
		SELECT ${lat} AS lat, ${lon} AS lon FROM ${table}
	) WHERE lat BETWEEN -90 AND 90 AND lon BETWEEN -180 AND 180 GROUP BY lat, lon`;
}

/**
 * `WITH … found(id, lat, lon, n, d)`: distinct points, their rows, and the meters to the nearest point of `to`, NULL beyond `reach`.
 * In a grid with cells as wide as a radius, everything within that radius is in the nine surrounding cells. Points found in a fine grid skip the
 * coarser ones, which keeps crowded places cheap.
 * @param from and `to`: statements made by `distinctPoints`
 */
export function nearestPoints(from: string, to: string, reach: number): string {
	const radii = [...ladder.filter((value) => value < reach), reach];
	const levels = radii.map((meters, index) => level(index + 1, meters));
	const hits = radii.map((_, index) => `SELECT id, d FROM hit${index + 1}`);
	return `WITH a AS MATERIALIZED (SELECT row_number() OVER () AS id, * FROM (${from})),
		b AS MATERIALIZED (${to}),
		rest0 AS (SELECT id, lat, lon, x, y, z FROM a),
		${levels.join(',\n')},
		found AS MATERIALIZED (SELECT a.*, h.d FROM a LEFT JOIN (${hits.join(' UNION ALL ')}) h USING (id))`;
}

/** CTEs with the remaining points that have a point of the other table within the radius, their distance, and the points that still remain. */
function level(index: number, meters: number): string {
	// Slightly wider, so that rounding can't put a point on the edge two cells away.
	const size = (meters / degreeMeters) * 1.001;
	// All cells of a band are equally wide and, even one band closer to the pole, at least as wide as the radius.
	const cells = `greatest(1, floor(360 * greatest(cos(radians(least(90, (abs(band + 0.5) + 2) * ${size}))), 0) / ${size}))::BIGINT`;
	const cell = `floor((lon + 180) * cells / 360)::BIGINT`;
	// Squared chord of the unit sphere; twice the arcsine of half the chord is the angle, as in the haversine formula.
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

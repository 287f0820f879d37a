import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import data from 'world-atlas/countries-110m.json';

/** A line of locations: longitude, latitude, degrees. */
export type Line = readonly (readonly [longitude: number, latitude: number])[];

export interface Land {
	/** Rings of the land; what lies in an odd number of them is land. */
	readonly rings: readonly Line[];
	readonly borders: readonly Line[];
}

/** The outlines of the land and the borders of its countries, by Natural Earth at 1:110 million (public domain). */
export function land(): Land {
	const topology = data as unknown as Topology<{ countries: GeometryCollection; land: GeometryCollection }>;
	const { features } = feature(topology, topology.objects.land);
	const rings = features
		.flatMap(({ geometry }) => {
			if (geometry.type === 'Polygon') return geometry.coordinates as unknown as Line[];
			return geometry.type === 'MultiPolygon' ? (geometry.coordinates.flat() as unknown as Line[]) : [];
		})
		.map((line) => closedAtPole(unrolled(line)));
	const borders = mesh(topology, topology.objects.countries, (a, b) => a !== b).coordinates as unknown as Line[];
	return { rings, borders: borders.map(unrolled) };
}

/** A line that goes on where it passes the date line, beyond 180 degrees, instead of jumping to the other side. */
function unrolled(line: Line): Line {
	let turns = 0;
	return line.map(([longitude, latitude], index) => {
		const before = line[index - 1]?.[0] ?? longitude;
		if (longitude - before > 180) turns -= 1;
		if (longitude - before < -180) turns += 1;
		return [longitude + 360 * turns, latitude];
	});
}

/** A coast around the whole world encloses the south pole. */
function closedAtPole(ring: Line): Line {
	const [first, last] = [ring[0], ring.at(-1)];
	if (first === undefined || last === undefined || Math.abs(last[0] - first[0]) < 180) return ring;
	return [...ring, [last[0], -90], [first[0], -90]];
}

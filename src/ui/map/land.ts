import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import data from 'world-atlas/countries-110m.json';

/** A line of coordinates: longitude, latitude, in degrees. */
export type Line = readonly (readonly [longitude: number, latitude: number])[];

export interface Land {
	/** Rings of land, with the even-odd rule. */
	readonly rings: readonly Line[];
	readonly borders: readonly Line[];
}

/** Coastlines and country borders, from Natural Earth at 1:110 million (public domain). */
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

/** Continues a line beyond 180 degrees where it crosses the date line, instead of jumping. */
function unrolled(line: Line): Line {
	let turns = 0;
	return line.map(([longitude, latitude], index) => {
		const before = line[index - 1]?.[0] ?? longitude;
		if (longitude - before > 180) turns -= 1;
		if (longitude - before < -180) turns += 1;
		return [longitude + 360 * turns, latitude];
	});
}

/** Closes a coast around the whole world at the south pole. */
function closedAtPole(ring: Line): Line {
	const [first, last] = [ring[0], ring.at(-1)];
	if (first === undefined || last === undefined || Math.abs(last[0] - first[0]) < 180) return ring;
	return [...ring, [last[0], -90], [first[0], -90]];
}

import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { readCoordinate } from '../names/model.ts';

/** Adds a source to those there are, or says why not. Equal coordinates, as the service compares names, are one. */
export function addSource(
	sources: readonly string[],
	text: string,
	me: string,
): { readonly sources: readonly string[]; readonly problem: string | null } {
	const read = readCoordinate(text, me);
	if (read.coordinate === null) return { sources, problem: read.problem };
	const key = coordinateKey(read.coordinate);
	const known = sources.some((source) => {
		const other = readCoordinate(source, me).coordinate;
		return other !== null && coordinateKey(other) === key;
	});
	if (known) return { sources, problem: `${formatCoordinate(read.coordinate)} is already a source.` };
	return { sources: [...sources, formatCoordinate(read.coordinate)], problem: null };
}

/** Every coordinate that the given BuildSpecs name, once each, in alphabetical order. */
export function knownCoordinates(
	specs: readonly { sources: readonly DatasetCoordinate[]; destination: DatasetCoordinate }[],
): string[] {
	const found = new Map<string, string>();
	for (const spec of specs) {
		for (const it of [...spec.sources, spec.destination]) found.set(coordinateKey(it), formatCoordinate(it));
	}
	return [...found.values()].sort((a, b) => a.localeCompare(b));
}

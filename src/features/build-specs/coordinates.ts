import { coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
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

/** Every coordinate among the datasets and those that the BuildSpecs name, once each, in alphabetical order. */
export function knownCoordinates(
	specs: readonly { sources: readonly DatasetCoordinate[]; destination: DatasetCoordinate }[],
	datasets: readonly string[] = [],
): string[] {
	const named = specs.flatMap(({ sources, destination }) => [...sources, destination].map(formatCoordinate));
	const found = new Map([...named, ...datasets].map((coordinate) => [foldName(coordinate), coordinate]));
	return [...found.values()].sort((a, b) => a.localeCompare(b));
}

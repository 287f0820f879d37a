import { coordinateKey, type DatasetCoordinate, formatCoordinate, splitNames } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { readCoordinate } from '../names/model.ts';

/** Parses a coordinate formatted by the console. */
export function readKnown(text: string): DatasetCoordinate {
	const [owner = '', namespace = '', datasetName = ''] = splitNames(text);
	return { owner, namespace, datasetName };
}

/** Adds a source, or returns why not. Coordinates are compared as the service does. */
export function addSource(
	sources: readonly string[],
	text: string,
	me: string,
): { readonly sources: readonly string[]; readonly problem: string | null } {
	const keyOf = (coordinate: DatasetCoordinate | null) => coordinate && coordinateKey(coordinate);
	const { coordinate, problem } = readCoordinate(text, me);
	if (coordinate === null) return { sources, problem };
	const name = formatCoordinate(coordinate);
	const isKnown = sources.some((source) => keyOf(readCoordinate(source, me).coordinate) === keyOf(coordinate));
	return isKnown
		? { sources, problem: `${name} is already a source.` }
		: { sources: [...sources, name], problem: null };
}

/** Unique coordinates of the datasets and of the BuildSpecs, in alphabetical order. */
export function knownCoordinates(
	specs: readonly { sources: readonly DatasetCoordinate[]; destination: DatasetCoordinate }[],
	datasets: readonly string[] = [],
): string[] {
	const named = specs.flatMap(({ sources, destination }) => [...sources, destination].map(formatCoordinate));
	const found = new Map([...named, ...datasets].map((coordinate) => [foldName(coordinate), coordinate]));
	return [...found.values()].sort((a, b) => a.localeCompare(b));
}

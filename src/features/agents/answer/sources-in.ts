import { type DatasetCoordinate, joinNames, splitNames } from '#contract/dataset.ts';

const name = '(?:"(?:[^"]|"")+"|[A-Za-z_]\\w*)';
/** A three-part name, bare or quoted, after FROM or JOIN. */
const coordinate = new RegExp(`\\b(?:from|join)\\s+(${name}\\s*\\.\\s*${name}\\s*\\.\\s*${name})`, 'gi');
const part = /"((?:[^"]|"")+)"|([A-Za-z_]\w*)/g;

/** Datasets a query reads as owner.namespace.dataset, formatted as coordinates. */
export function sourcesIn(query: string): string[] {
	const found = [...query.matchAll(coordinate)].map(([, whole = '']) =>
		joinNames([...whole.matchAll(part)].map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '')),
	);
	return [...new Set(found)];
}

/** Parses a coordinate written by an agent, or returns null. */
export function coordinateIn(text: string): DatasetCoordinate | null {
	const [owner, namespace, datasetName, ...others] = splitNames(text);
	if (owner === undefined || namespace === undefined || datasetName === undefined || others.length > 0) return null;
	return { owner, namespace, datasetName };
}

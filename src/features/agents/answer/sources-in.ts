import { type DatasetCoordinate, joinNames, splitNames } from '#contract/dataset.ts';

const name = '(?:"(?:[^"]|"")+"|[A-Za-z_]\\w*)';
/** A name of three parts, each bare or quoted, behind FROM or JOIN. */
const coordinate = new RegExp(`\\b(?:from|join)\\s+(${name}\\s*\\.\\s*${name}\\s*\\.\\s*${name})`, 'gi');
const part = /"((?:[^"]|"")+)"|([A-Za-z_]\w*)/g;

/** Datasets that a query reads as owner.namespace.dataset, as coordinates are written. */
export function sourcesIn(query: string): string[] {
	const found = [...query.matchAll(coordinate)].map(([, whole = '']) =>
		joinNames([...whole.matchAll(part)].map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '')),
	);
	return [...new Set(found)];
}

/** A coordinate that an agent wrote; null for what is none. */
export function coordinateIn(text: string): DatasetCoordinate | null {
	const [owner, namespace, datasetName, ...others] = splitNames(text);
	if (owner === undefined || namespace === undefined || datasetName === undefined || others.length > 0) return null;
	return { owner, namespace, datasetName };
}

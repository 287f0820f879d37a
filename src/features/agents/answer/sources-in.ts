import { joinNames } from '#contract/dataset.ts';

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

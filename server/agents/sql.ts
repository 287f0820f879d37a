import type { DatasetCoordinate } from '#contract/dataset.ts';

export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** A dataset as a statement addresses it. */
export const tableOf = (it: DatasetCoordinate): string =>
	[it.owner, it.namespace, it.datasetName].map(quoted).join('.');

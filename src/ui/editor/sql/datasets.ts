import { foldSql, sqlName } from '#lib/sql/quoting.ts';
import type { SqlDataset } from './knowledge.ts';

const partsOf = (dataset: SqlDataset): string[] => [dataset.owner, dataset.namespace, dataset.datasetName];
const keyOf = (names: readonly string[]): string => names.map(foldSql).join('\n');

/** Datasets that a path of two or three names may refer to: several if an owner is missing. */
export function datasetsAt(path: readonly string[], datasets: readonly SqlDataset[]): SqlDataset[] {
	if (path.length < 2 || path.length > 3) return [];
	const key = keyOf(path);
	const found = datasets.filter((dataset) => keyOf(partsOf(dataset).slice(-path.length)) === key);
	const sources = found.filter((dataset) => dataset.isSource);
	return sources.length > 0 ? sources : found;
}

/** A dataset's path in code: without its owner if no other source has that name. */
export function writtenPath(dataset: SqlDataset, datasets: readonly SqlDataset[]): string {
	const key = keyOf(partsOf(dataset).slice(1));
	const others = datasets.filter(
		(other) => other.isSource && other !== dataset && keyOf(partsOf(other).slice(1)) === key,
	);
	return partsOf(dataset)
		.slice(others.length === 0 ? 1 : 0)
		.map(sqlName)
		.join('.');
}

/** Owners and namespaces that may follow a path. */
export function nextNames(path: readonly string[], datasets: readonly SqlDataset[]): string[] {
	const key = path.map(foldSql);
	const found = new Map<string, string>();
	for (const dataset of datasets) {
		const parts = partsOf(dataset);
		if (path.length > 1 || !key.every((name, index) => name === foldSql(parts[index] ?? ''))) continue;
		const next = parts[path.length] ?? '';
		found.set(foldSql(next), next);
	}
	return [...found.values()];
}

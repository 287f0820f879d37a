import { foldName } from '#contract/ids.ts';
import type { GraphEdge, GraphNode } from '../../../ui/graph/types.ts';
import type { Lineage, LineageDataset } from './lineage.ts';

export interface LineageGraph {
	readonly nodes: readonly GraphNode[];
	readonly edges: readonly GraphEdge<'builds'>[];
	/** By the ids of cards: the dataset of one, or the datasets of a namespace that is collapsed. */
	readonly datasets: ReadonlyMap<string, readonly LineageDataset[]>;
}

const prefix = 'namespace ';

/** The id of a collapsed namespace's card. */
export const namespaceCard = (key: string): string => `${prefix}${key}`;

/** The namespace of a card, by its id; null where it is a dataset's. */
export const namespaceOfCard = (id: string): string | null => (id.startsWith(prefix) ? id.slice(prefix.length) : null);

/** Datasets as cards, and lines from what is read to what is built. A collapsed namespace is one card. */
export function lineageGraph(lineage: Lineage, collapsed: ReadonlySet<string>): LineageGraph {
	const datasets = new Map<string, LineageDataset[]>();
	const cardOf = new Map<string, string>();
	for (const it of lineage.values()) {
		const namespace = foldName(it.namespace);
		const id = collapsed.has(namespace) ? namespaceCard(namespace) : it.key;
		cardOf.set(it.key, id);
		datasets.set(id, [...(datasets.get(id) ?? []), it]);
	}
	const nodes = [...datasets].map(([id, of]): GraphNode => {
		const [first] = of;
		const { coordinate, namespace } = first ?? { coordinate: { datasetName: '' }, namespace: '' };
		if (namespaceOfCard(id) === null) return { id, title: coordinate.datasetName, subtitle: namespace, rows: [] };
		return { id, title: namespace, subtitle: of.length === 1 ? '1 dataset' : `${of.length} datasets`, rows: [] };
	});
	const edges = new Map<string, GraphEdge<'builds'>>();
	for (const it of lineage.values()) {
		const to = cardOf.get(it.key) ?? it.key;
		for (const source of it.up) {
			const from = cardOf.get(source) ?? source;
			if (from === to) continue;
			const id = JSON.stringify([from, to]);
			edges.set(id, { id, from: { node: from, row: null }, to: { node: to, row: null }, kind: 'builds' });
		}
	}
	return { nodes, edges: [...edges.values()], datasets };
}

import type { BuildSpec } from '#contract/build-spec.ts';
import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import type { LinkEnd, ListedLink } from '#contract/link.ts';
import { createMatcher, foldText } from '../../../lib/list-sort.ts';
import type { GraphEdge, GraphNode } from '../../../ui/graph/types.ts';
import { coordinateOf } from '../model.ts';

/** `lineage`: a BuildSpec reads the first dataset and writes the second. */
export type EdgeKind = 'ExactMatch' | 'GeoMatch' | 'lineage';

export interface LinkGraph {
	readonly nodes: readonly GraphNode[];
	readonly edges: readonly GraphEdge<EdgeKind>[];
	/** Datasets by node id. */
	readonly datasets: ReadonlyMap<string, DatasetCoordinate>;
}

/**
 * Datasets with their linked columns, plus optional lineage edges.
 * @param specs BuildSpecs whose lineage is shown; empty without that layer
 * @param collapsed ids of nodes with hidden columns
 */
export function linkGraph(
	links: readonly ListedLink[],
	specs: readonly BuildSpec[],
	collapsed: ReadonlySet<string>,
): LinkGraph {
	const datasets = new Map<string, DatasetCoordinate>();
	const columns = new Map<string, Set<string>>();
	const nodeOf = (dataset: DatasetCoordinate): string => {
		const id = coordinateKey(dataset);
		if (!datasets.has(id)) datasets.set(id, dataset);
		return id;
	};
	const endOf = (end: LinkEnd) => {
		const node = nodeOf(coordinateOf(end));
		columns.set(node, (columns.get(node) ?? new Set()).add(end.columnName));
		return { node, row: end.columnName };
	};
	const edges: GraphEdge<EdgeKind>[] = links.map((link) => {
		const [from, to] = [endOf(link.from), endOf(link.to)];
		return { id: link.id, from, to, kind: link.matchType };
	});
	for (const spec of specs) {
		const to = { node: nodeOf(spec.destination), row: null };
		for (const source of spec.sources) {
			const from = { node: nodeOf(source), row: null };
			edges.push({ id: `${spec.id} ${from.node}`, from, to, kind: 'lineage' });
		}
	}
	const nodes = [...datasets].map(([id, { owner, namespace, datasetName }]) => ({
		id,
		title: datasetName,
		subtitle: `${owner}/${namespace}`,
		rows: [...(columns.get(id) ?? [])].sort().map((value) => ({ id: value, label: value })),
		collapsed: collapsed.has(id),
	}));
	return { nodes, edges, datasets };
}

/** A node with its direct neighbors. */
export function around({ nodes, edges, datasets }: LinkGraph, id: string): LinkGraph {
	const near = new Set([id]);
	for (const { from, to } of edges) {
		if (from.node === id) near.add(to.node);
		if (to.node === id) near.add(from.node);
	}
	return {
		nodes: nodes.filter((node) => near.has(node.id)),
		edges: edges.filter((edge) => near.has(edge.from.node) && near.has(edge.to.node)),
		datasets,
	};
}

/** Nodes whose names or columns contain every word; null without a search. */
export function foundNodes({ nodes }: LinkGraph, q: string): ReadonlySet<string> | null {
	if (q.trim() === '') return null;
	const matches = createMatcher(q);
	const found = nodes.filter((node) =>
		matches(foldText(`${node.subtitle ?? ''}/${node.title} ${node.rows.map((row) => row.label).join(' ')}`)),
	);
	return new Set(found.map((node) => node.id));
}

import type { GraphEdge, GraphPick } from './types.ts';

/** Edges of the selection and the rows they end at, by card, as JSON. */
export function strongOf(edges: readonly GraphEdge[], picked: GraphPick | null) {
	const chosen =
		picked === null
			? []
			: edges.filter((edge) =>
					picked.kind === 'edge' ? edge.id === picked.id : edge.from.node === picked.id || edge.to.node === picked.id,
				);
	const rows = new Map<string, string[]>();
	for (const { from, to } of chosen) {
		for (const { node, row } of [from, to]) if (row !== null) rows.set(node, [...(rows.get(node) ?? []), row]);
	}
	return {
		edges: new Set(chosen.map((edge) => edge.id)),
		rows: new Map([...rows].map(([id, of]) => [id, JSON.stringify(of)])),
	};
}

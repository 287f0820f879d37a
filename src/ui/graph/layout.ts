import { Graph, layout } from '@dagrejs/dagre';
import { layOutLayered } from './layered.ts';
import type { LayoutRequest, LayoutResult } from './types.ts';

const gap = { layer: 96, node: 24, part: 48 };
/** Target aspect ratio, similar to a screen's. */
const shape = 1.6;
/** Above this many nodes or edges dagre takes seconds, so a faster, less tidy layout is used. */
const many = 150;

/** Lays out a graph in layers from left to right, each connected component separately, with components in rows. */
export function layOut({ nodes, edges, gap: layerGap = gap.layer }: LayoutRequest): LayoutResult {
	const parts = connected({ nodes, edges }).map((part) => layOutPart(part, layerGap));
	const area = parts.reduce((sum, part) => sum + (part.width + gap.part) * (part.height + gap.part), 0);
	const widest = Math.max(0, ...parts.map((part) => part.width), Math.sqrt(area * shape));
	let [x, y, line, width] = [0, 0, 0, 0];
	const positions: { id: string; x: number; y: number }[] = [];
	for (const part of parts.sort((a, b) => b.height - a.height || b.width - a.width)) {
		if (x > 0 && x + part.width > widest) {
			y += line + gap.part;
			[x, line] = [0, 0];
		}
		for (const card of part.positions) positions.push({ id: card.id, x: x + card.x, y: y + card.y });
		width = Math.max(width, x + part.width);
		line = Math.max(line, part.height);
		x += part.width + gap.part;
	}
	return { positions, width, height: y + line };
}

/** Connected components, in the order of their first nodes. */
function connected({ nodes, edges }: LayoutRequest): LayoutRequest[] {
	const root = new Map(nodes.map((node) => [node.id, node.id]));
	const find = (id: string): string => {
		let at = id;
		for (let up = root.get(at) ?? at; up !== at; up = root.get(at) ?? at) {
			root.set(at, root.get(up) ?? up);
			at = up;
		}
		return at;
	};
	const known = edges.filter((edge) => root.has(edge.from) && root.has(edge.to) && edge.from !== edge.to);
	for (const { from, to } of known) root.set(find(from), find(to));
	const parts = new Map<string, { nodes: LayoutRequest['nodes'][number][]; edges: LayoutRequest['edges'][number][] }>();
	for (const node of nodes) {
		const part = parts.get(find(node.id)) ?? { nodes: [], edges: [] };
		part.nodes.push(node);
		parts.set(find(node.id), part);
	}
	for (const edge of known) parts.get(find(edge.from))?.edges.push(edge);
	return [...parts.values()];
}

function layOutPart({ nodes, edges }: LayoutRequest, layerGap: number): LayoutResult {
	const [only] = nodes;
	if (nodes.length === 1 && only !== undefined) {
		return { positions: [{ id: only.id, x: 0, y: 0 }], width: only.width, height: only.height };
	}
	if (nodes.length > many || edges.length > 2 * many) return layOutLayered({ nodes, edges });
	const graph = new Graph({ multigraph: false });
	graph.setGraph({
		rankdir: 'LR',
		ranksep: layerGap,
		nodesep: gap.node,
	});
	graph.setDefaultEdgeLabel(() => ({}));
	for (const { id, width, height } of nodes) graph.setNode(id, { width, height });
	for (const { from, to } of edges) graph.setEdge(from, to);
	layout(graph);
	const positions = nodes.map(({ id, width, height }) => {
		const { x = 0, y = 0 } = graph.node(id) as { x?: number; y?: number };
		return { id, x: x - width / 2, y: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
	});
	const left = Math.min(...positions.map((item) => item.x));
	const top = Math.min(...positions.map((item) => item.y));
	return {
		positions: positions.map(({ id, x, y }) => ({ id, x: x - left, y: y - top })),
		width: Math.max(...positions.map((item) => item.right)) - left,
		height: Math.max(...positions.map((item) => item.bottom)) - top,
	};
}

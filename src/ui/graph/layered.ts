import type { LayoutRequest, LayoutResult } from './types.ts';

const gap = { layer: 96, column: 40, node: 24 };
/** Maximum cards per column of a layer. */
const tall = 40;
const sweeps = 6;

/**
 * Lays out a large component in time linear in its edges: each card in a layer after its predecessors, sorted by its
 * neighbors.
 */
export function layOutLayered({ nodes, edges }: LayoutRequest): LayoutResult {
	const layers = inLayers({ nodes, edges });
	order(layers, edges);
	const sizes = new Map(nodes.map((node) => [node.id, node]));
	const positions: { id: string; x: number; y: number }[] = [];
	let [x, height] = [0, 0];
	for (const layer of layers) {
		const columns = Math.ceil(layer.length / tall);
		const each = Math.ceil(layer.length / columns);
		for (let from = 0; from < layer.length; from += each) {
			let [y, width] = [0, 0];
			for (const id of layer.slice(from, from + each)) {
				const size = sizes.get(id) ?? { width: 0, height: 0 };
				positions.push({ id, x, y });
				y += size.height + gap.node;
				width = Math.max(width, size.width);
			}
			height = Math.max(height, y - gap.node);
			x += width + gap.column;
		}
		x += gap.layer - gap.column;
	}
	return { positions, width: x - gap.layer, height };
}

/** Layers by longest path from a root; edges that close a cycle are ignored. */
function inLayers({ nodes, edges }: LayoutRequest): string[][] {
	const out = new Map<string, string[]>(nodes.map((node) => [node.id, []]));
	for (const { from, to } of edges) out.get(from)?.push(to);
	const sorted: string[] = [];
	const state = new Map<string, 'open' | 'done'>();
	const forward = new Set<string>();
	for (const { id: root } of nodes) {
		// Iterative, because a chain of a thousand cards would recurse just as deep.
		const stack: { id: string; next: number }[] = [];
		const enter = (id: string) => {
			state.set(id, 'open');
			stack.push({ id, next: 0 });
		};
		if (!state.has(root)) enter(root);
		for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
			const to = out.get(top.id)?.[top.next];
			if (to === undefined) {
				state.set(top.id, 'done');
				sorted.push(top.id);
				stack.pop();
				continue;
			}
			top.next += 1;
			if (state.get(to) !== 'open') forward.add(JSON.stringify([top.id, to]));
			if (!state.has(to)) enter(to);
		}
	}
	const layerOf = new Map<string, number>();
	for (const id of sorted.reverse()) {
		const layer = layerOf.get(id) ?? 0;
		layerOf.set(id, layer);
		for (const to of out.get(id) ?? []) {
			if (forward.has(JSON.stringify([id, to]))) layerOf.set(to, Math.max(layerOf.get(to) ?? 0, layer + 1));
		}
	}
	const layers: string[][] = [];
	for (const { id } of nodes) {
		const layer = layerOf.get(id) ?? 0;
		while (layers.length <= layer) layers.push([]);
		layers[layer]?.push(id);
	}
	return layers;
}

function order(layers: string[][], edges: LayoutRequest['edges']): void {
	const near = new Map<string, string[]>();
	const join = (a: string, b: string) => near.set(a, [...(near.get(a) ?? []), b]);
	for (const { from, to } of edges) {
		join(from, to);
		join(to, from);
	}
	const at = new Map<string, number>();
	const number = (layer: readonly string[]) => {
		for (const [index, id] of layer.entries()) at.set(id, (index + 0.5) / layer.length);
	};
	for (const layer of layers) number(layer);
	for (let sweep = 0; sweep < sweeps; sweep++) {
		for (const layer of sweep % 2 === 0 ? layers : [...layers].reverse()) {
			const middle = new Map(
				layer.map((id) => {
					const of = near.get(id) ?? [id];
					return [id, of.reduce((sum, value) => sum + (at.get(value) ?? 0), 0) / of.length];
				}),
			);
			layer.sort((a, b) => (middle.get(a) ?? 0) - (middle.get(b) ?? 0));
			number(layer);
		}
	}
}

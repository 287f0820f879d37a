import type { GraphBox, GraphEdge, GraphEnd, GraphLayout, GraphNode } from './types.ts';

/** Card dimensions in px, the same as in `graph-view.module.css`. */
export const card = { width: 224, head: 40, row: 22, foot: 4 } as const;

/** Card width and layer gap for graphs with little space, px. */
export const dense = { width: 192, gap: 56 } as const;

export const heightOf = ({ rows, collapsed = false }: Pick<GraphNode, 'rows' | 'collapsed'>): number =>
	collapsed || rows.length === 0 ? card.head : card.head + rows.length * card.row + card.foot;

/** Position of a graph in its viewport: viewport px are `world * k + (x, y)`. */
export interface GraphView {
	readonly x: number;
	readonly y: number;
	readonly k: number;
}

export interface Size {
	readonly width: number;
	readonly height: number;
}

const margin = 24;
const limits = { least: 0.04, most: 2 };

/** Fits the whole graph into the viewport, without enlarging it. */
export function fitted({ width, height }: Size, frame: Size): GraphView {
	const k = clamp(
		Math.min(1, (frame.width - 2 * margin) / Math.max(1, width), (frame.height - 2 * margin) / Math.max(1, height)),
	);
	return { k, x: (frame.width - width * k) / 2, y: (frame.height - height * k) / 2 };
}

/** Minimum scale at which cards are readable. */
export const readable = 0.75;

/** A small graph is shown as a whole down to this scale. */
export const minOverviewScale = 0.6;

/**
 * The initial view: the whole graph if readable, otherwise its start.
 * @param least minimum scale for showing the whole graph
 */
export function begun(layout: GraphLayout, frame: Size, least: number = readable): GraphView {
	const whole = fitted(layout, frame);
	if (whole.k >= least) return whole;
	const k = readable;
	const [first] = [...layout.boxes.values()].sort((a, b) => a.x - b.x || a.y - b.y);
	const along = (extent: number, [start, end]: readonly [number, number], room: number) => {
		if (extent * k <= room - 2 * margin) return (room - extent * k) / 2;
		// Starts at the first card, but doesn't scroll beyond the end.
		return end * k <= room - 2 * margin ? margin : Math.max(margin - start * k, room - margin - extent * k);
	};
	const { x, y, width, height } = first ?? { x: 0, y: 0, width: 0, height: 0 };
	return {
		k,
		x: along(layout.width, [x, x + width], frame.width),
		y: along(layout.height, [y, y + height], frame.height),
	};
}

const clamp = (k: number): number => Math.max(limits.least, Math.min(limits.most, k));

export function zoomedAt(view: GraphView, by: number, at: { readonly x: number; readonly y: number }): GraphView {
	const k = clamp(view.k * by);
	const share = k / view.k;
	return { k, x: at.x - (at.x - view.x) * share, y: at.y - (at.y - view.y) * share };
}

/** The smallest move of the view that shows a whole card. */
export function revealing(view: GraphView, box: GraphBox, frame: Size, least = view.k): GraphView {
	const k = Math.max(view.k, least);
	if (k !== view.k) {
		const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
		return { k, x: frame.width / 2 - x * k, y: frame.height / 2 - y * k };
	}
	const along = (offset: number, start: number, extent: number, room: number): number => {
		const first = start * k + offset;
		if (first < margin) return offset + margin - first;
		const over = first + extent * k - (room - margin);
		return over > 0 ? offset - Math.min(over, first - margin) : offset;
	};
	return {
		k,
		x: along(view.x, box.x, box.width, frame.width),
		y: along(view.y, box.y, box.height, frame.height),
	};
}

export const isInView = ({ x, y, width, height }: GraphBox, view: GraphView, frame: Size): boolean =>
	(x + width) * view.k + view.x >= 0 &&
	x * view.k + view.x <= frame.width &&
	(y + height) * view.k + view.y >= 0 &&
	y * view.k + view.y <= frame.height;

/**
 * The card an arrow key moves to: left and right along an edge, up and down within the column, otherwise the nearest in
 * that direction; null if there is none.
 */
export function nextCard(
	layout: GraphLayout,
	from: string,
	direction: readonly [number, number],
	edges: readonly Pick<GraphEdge, 'from' | 'to'>[],
): string | null {
	const start = layout.boxes.get(from);
	if (start === undefined) return null;
	const [dx] = direction;
	const joined = new Set(
		edges.flatMap(({ from: a, to: b }) => (a.node === from ? b.node : b.node === from ? a.node : [])),
	);
	const isSibling = (box: GraphBox) => Math.abs(box.x - start.x) < start.width / 2;
	return (
		nearest(layout, from, direction, (id, box) => (dx === 0 ? isSibling(box) : joined.has(id))) ??
		nearest(layout, from, direction, () => true)
	);
}

function nearest(
	layout: GraphLayout,
	from: string,
	[dx, dy]: readonly [number, number],
	isWanted: (id: string, box: GraphBox) => boolean,
): string | null {
	const start = layout.boxes.get(from);
	if (start === undefined) return null;
	const middle = (box: GraphBox) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
	const at = middle(start);
	let best: { readonly id: string; readonly far: number } | null = null;
	for (const [id, box] of layout.boxes) {
		if (id === from || !isWanted(id, box)) continue;
		const to = middle(box);
		const ahead = (to.x - at.x) * dx + (to.y - at.y) * dy;
		const across = Math.abs((to.x - at.x) * dy) + Math.abs((to.y - at.y) * dx);
		if (ahead <= 1) continue;
		const far = ahead + 2 * across;
		if (best === null || far < best.far) best = { id, far };
	}
	return best?.id ?? null;
}

/** A cubic curve: start, two control points, end; x and y each. */
export type Curve = readonly [number, number, number, number, number, number, number, number];

/** An edge's curve, from the right side of one card to the left side of the other; null if one isn't laid out. */
export function curveOf(edge: GraphEdge, layout: GraphLayout, nodes: ReadonlyMap<string, GraphNode>): Curve | null {
	const [a, b] = [layout.boxes.get(edge.from.node), layout.boxes.get(edge.to.node)];
	if (a === undefined || b === undefined) return null;
	const [y1, y2] = [portOf(edge.from, a, nodes), portOf(edge.to, b, nodes)];
	const isBelow = Math.abs(a.x - b.x) < a.width;
	// For cards above each other, around their right sides.
	const [x1, x2] = [a.x + a.width, isBelow ? b.x + b.width : b.x];
	const pull = Math.max(40, Math.abs(x2 - x1) / 2);
	return [x1, y1, x1 + pull, y1, isBelow ? x2 + pull : x2 - pull, y2, x2, y2];
}

/** Bounding box of a curve, from its four points. */
export function boundsOf([x1, y1, x2, , x3, , x4, y4]: Curve): GraphBox {
	const [left, right] = [Math.min(x1, x2, x3, x4), Math.max(x1, x2, x3, x4)];
	return { x: left, y: Math.min(y1, y4), width: right - left, height: Math.abs(y4 - y1) };
}

function portOf({ node, row }: GraphEnd, box: GraphBox, nodes: ReadonlyMap<string, GraphNode>): number {
	const found = nodes.get(node);
	const at = found === undefined || found.collapsed ? -1 : found.rows.findIndex((other) => other.id === row);
	return box.y + (at < 0 ? card.head / 2 : card.head + (at + 0.5) * card.row);
}

export function distanceTo([x1, y1, x2, y2, x3, y3, x4, y4]: Curve, x: number, y: number): number {
	let nearest = Number.POSITIVE_INFINITY;
	for (let step = 0; step <= 24; step++) {
		const t = step / 24;
		const u = 1 - t;
		const px = u * u * u * x1 + 3 * u * u * t * x2 + 3 * u * t * t * x3 + t * t * t * x4;
		const py = u * u * u * y1 + 3 * u * u * t * y2 + 3 * u * t * t * y3 + t * t * t * y4;
		nearest = Math.min(nearest, Math.hypot(px - x, py - y));
	}
	return nearest;
}

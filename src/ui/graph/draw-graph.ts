import { type Curve, type GraphView, isInView, type Size } from './geometry.ts';
import type { EdgeLook, GraphBox } from './types.ts';

export interface DrawnEdge {
	readonly id: string;
	readonly curve: Curve;
	readonly bounds: GraphBox;
	readonly look: EdgeLook;
}

export interface DrawnCard {
	readonly box: GraphBox;
	readonly title: string;
	readonly dim: boolean;
}

export interface Drawing {
	readonly edges: readonly DrawnEdge[];
	/** Cards too small to be elements. */
	readonly cards: readonly DrawnCard[];
	/** Highlighted edges; if there are any, the others are dimmed. */
	readonly strong: ReadonlySet<string>;
}

const longest = 26;

/** Draws edges, and cards too small to read, on a canvas. */
export function drawGraph(context: CanvasRenderingContext2D, frame: Size, view: GraphView, drawing: Drawing): void {
	const style = getComputedStyle(context.canvas);
	const known = new Map<string, string>();
	const color = (name: string): string => {
		const value = known.get(name) ?? style.getPropertyValue(name).trim();
		known.set(name, value);
		return value;
	};
	context.clearRect(0, 0, frame.width, frame.height);
	context.save();
	context.translate(view.x, view.y);
	context.scale(view.k, view.k);
	const { strong } = drawing;
	for (const isStrong of [false, true]) {
		for (const { id, curve, bounds, look } of drawing.edges) {
			if (strong.has(id) !== isStrong || !isInView(bounds, view, frame)) continue;
			context.globalAlpha = strong.size > 0 && !isStrong ? 0.25 : 1;
			context.lineWidth = (isStrong ? 2.5 : 1.5) / Math.max(0.5, view.k);
			context.setLineDash([...look.dash]);
			context.strokeStyle = context.fillStyle = color(look.color);
			trace(context, curve);
			if (view.k > 0.2) arrow(context, curve);
		}
	}
	context.setLineDash([]);
	context.lineWidth = 1 / view.k;
	context.strokeStyle = color('--border-strong');
	context.font = `600 ${13}px system-ui, sans-serif`;
	for (const { box, title, dim } of drawing.cards) {
		if (!isInView(box, view, frame)) continue;
		context.globalAlpha = dim ? 0.3 : 1;
		context.fillStyle = color('--surface-raised');
		context.fillRect(box.x, box.y, box.width, box.height);
		context.strokeRect(box.x, box.y, box.width, box.height);
		if (view.k < 0.25) continue;
		context.fillStyle = color('--text');
		// Measuring every title would take longer than drawing it.
		context.fillText(title.length > longest ? `${title.slice(0, longest - 1)}…` : title, box.x + 10, box.y + 24);
	}
	context.restore();
}

function trace(context: CanvasRenderingContext2D, [x1, y1, x2, y2, x3, y3, x4, y4]: Curve): void {
	context.beginPath();
	context.moveTo(x1, y1);
	context.bezierCurveTo(x2, y2, x3, y3, x4, y4);
	context.stroke();
}

function arrow(context: CanvasRenderingContext2D, [, , , , x3, , x, y]: Curve): void {
	const back = x3 < x ? -8 : 8;
	context.beginPath();
	context.moveTo(x, y);
	context.lineTo(x + back, y - 4);
	context.lineTo(x + back, y + 4);
	context.fill();
}

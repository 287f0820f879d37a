import type { Tone } from '../states/state-chip.tsx';

/** One line of a card, where edges can begin and end. */
export interface GraphRow {
	readonly id: string;
	readonly label: string;
}

/** A card. `rows` may be empty. */
export interface GraphNode {
	readonly id: string;
	readonly title: string;
	readonly subtitle?: string;
	/** Colors its edge; the subtitle says the same in words. */
	readonly tone?: Tone;
	/** It is what the graph is about. */
	readonly isMarked?: boolean;
	readonly rows: readonly GraphRow[];
	readonly collapsed?: boolean;
}

export interface GraphEnd {
	readonly node: string;
	/** Null: the card as a whole. */
	readonly row: string | null;
}

/** A line from one card to another; `kind` says how it is drawn. */
export interface GraphEdge<Kind extends string = string> {
	readonly id: string;
	readonly from: GraphEnd;
	readonly to: GraphEnd;
	readonly kind: Kind;
}

/** How the edges of a kind look; colors are names of CSS variables. */
export interface EdgeLook {
	readonly color: string;
	readonly dash: readonly number[];
}

export interface GraphBox {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** Where everything lies, px from the top left corner. */
export interface GraphLayout {
	readonly boxes: ReadonlyMap<string, GraphBox>;
	readonly width: number;
	readonly height: number;
}

export type GraphPick = { readonly kind: 'node' | 'edge'; readonly id: string };

export interface LayoutRequest {
	readonly nodes: readonly { readonly id: string; readonly width: number; readonly height: number }[];
	readonly edges: readonly { readonly from: string; readonly to: string }[];
	/** Between two layers, px. Default: enough for many edges. */
	readonly gap?: number;
}

export interface LaidOut {
	/** As the nodes came: x and y of the left upper corner, px. */
	readonly positions: readonly { readonly id: string; readonly x: number; readonly y: number }[];
	readonly width: number;
	readonly height: number;
}

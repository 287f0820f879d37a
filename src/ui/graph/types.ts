import type { Tone } from '../states/state-chip.tsx';

/** A row of a card, where edges can start and end. */
export interface GraphRow {
	readonly id: string;
	readonly label: string;
}

/** A card. `rows` may be empty. */
export interface GraphNode {
	readonly id: string;
	readonly title: string;
	readonly subtitle?: string;
	/** Edge color; the subtitle states the same in words. */
	readonly tone?: Tone;
	/** Whether it's the subject of the graph. */
	readonly isMarked?: boolean;
	readonly rows: readonly GraphRow[];
	readonly collapsed?: boolean;
}

export interface GraphEnd {
	readonly node: string;
	/** Null: the whole card. */
	readonly row: string | null;
}

/** An edge between cards; `kind` determines its style. */
export interface GraphEdge<Kind extends string = string> {
	readonly id: string;
	readonly from: GraphEnd;
	readonly to: GraphEnd;
	readonly kind: Kind;
}

/** Edge style of a kind; colors are CSS variable names. */
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

/** Positions in px from the top left corner. */
export interface GraphLayout {
	readonly boxes: ReadonlyMap<string, GraphBox>;
	readonly width: number;
	readonly height: number;
}

export type GraphPick = { readonly kind: 'node' | 'edge'; readonly id: string };

export interface LayoutRequest {
	readonly nodes: readonly { readonly id: string; readonly width: number; readonly height: number }[];
	readonly edges: readonly { readonly from: string; readonly to: string }[];
	/** Gap between layers, px. Default: enough for many edges. */
	readonly gap?: number;
}

export interface LayoutResult {
	/** Positions in node order: top left corner, px. */
	readonly positions: readonly { readonly id: string; readonly x: number; readonly y: number }[];
	readonly width: number;
	readonly height: number;
}

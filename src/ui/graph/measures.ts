import type { GraphNode } from './types.ts';

/** Measures of a card, px; those of `graph-view.module.css`. */
export const card = { width: 224, head: 40, row: 22, foot: 4 } as const;

export const heightOf = ({ rows, collapsed = false }: Pick<GraphNode, 'rows' | 'collapsed'>): number =>
	collapsed || rows.length === 0 ? card.head : card.head + rows.length * card.row + card.foot;

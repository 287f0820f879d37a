import { callerContextUri, maxCallerContextBytes } from '#contract/agents/artifacts.ts';
import { stringifyJson } from '../../lib/json-text.ts';

/** Something that an agent is told beside the question: rows of a page, a text. */
export interface ContextItem {
	readonly title: string;
	readonly text?: string;
	readonly rows?: readonly Readonly<Record<string, unknown>>[];
}

/** The data part of the caller-context extension; none for no items. Rows that do not fit any more are left out. */
export function contextParts(items: readonly ContextItem[]): Readonly<Record<string, unknown>>[] {
	if (items.length === 0) return [];
	let fitting = items;
	while (size(fitting) > maxCallerContextBytes) {
		const longest = Math.max(...fitting.map((it) => it.rows?.length ?? 0));
		if (longest === 0) return [];
		fitting = fitting.map((it) =>
			it.rows?.length === longest ? { ...it, rows: it.rows.slice(0, Math.floor(longest / 2)) } : it,
		);
	}
	return [{ data: { items: fitting }, metadata: { extension: callerContextUri } }];
}

const size = (items: readonly ContextItem[]): number => new TextEncoder().encode(stringifyJson({ items })).length;

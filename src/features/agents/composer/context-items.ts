import { callerContextUri, earlierTurnsMember, maxCallerContextBytes } from '#contract/agents/artifacts.ts';
import { stringifyJson } from '#lib/exact-json/stringify.ts';

/** Context sent with a question: rows of a page, an earlier answer. */
export interface ContextItem {
	readonly title: string;
	readonly text?: string;
	readonly rows?: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Data parts of caller context; empty without items. To fit the limit, rows are dropped first, then the first items.
 * @param earlier earlier turns, oldest first
 */
export function contextParts(
	items: readonly ContextItem[],
	earlier: readonly ContextItem[] = [],
): Readonly<Record<string, unknown>>[] {
	const before = fitting(
		earlier,
		earlier.length > 0 && items.length > 0 ? maxCallerContextBytes / 2 : maxCallerContextBytes,
	);
	const rest = fitting(items, maxCallerContextBytes - (before.length === 0 ? 0 : size(before)));
	return [
		...(before.length === 0 ? [] : [partOf(before, { [earlierTurnsMember]: true })]),
		...(rest.length === 0 ? [] : [partOf(rest)]),
	];
}

const partOf = (items: readonly ContextItem[], metadata: object = {}) => ({
	data: { items },
	metadata: { extension: callerContextUri, ...metadata },
});

function fitting(items: readonly ContextItem[], maxBytes: number): readonly ContextItem[] {
	let kept = items;
	while (kept.length > 0 && size(kept) > maxBytes) {
		const longest = Math.max(...kept.map((item) => item.rows?.length ?? 0));
		kept =
			longest === 0
				? kept.slice(1)
				: kept.map((item) =>
						item.rows?.length === longest ? { ...item, rows: item.rows.slice(0, Math.floor(longest / 2)) } : item,
					);
	}
	return kept;
}

const size = (items: readonly ContextItem[]): number => new TextEncoder().encode(stringifyJson({ items })).length;

export const rowHeight = 28;
export const headerHeight = 40;
/**
 * Maximum element height, in px. Firefox supports 17.9 million, Chromium and Safari 33.5 million. Beyond this, the
 * scroll position is scaled.
 */
export const tallest = 15_000_000;

/** Sizes of a scrolled list in px: `content` is the height of all rows, `view` the visible height. */
export interface Extent {
	readonly content: number;
	readonly view: number;
}

export const scrollHeight = ({ content }: Extent): number => Math.min(content, tallest);

const maxOffset = ({ content, view }: Extent): number => Math.max(0, content - view);
const maxTop = (extent: Extent): number => Math.max(0, scrollHeight(extent) - extent.view);
const clamp = (value: number, max: number): number => Math.min(Math.max(value, 0), max);

export const clampOffset = (offset: number, extent: Extent): number => clamp(offset, maxOffset(extent));

/** Scroll bar position for a row offset. */
export function topOf(offset: number, extent: Extent): number {
	const reach = maxOffset(extent);
	return reach === 0 ? 0 : (clamp(offset, reach) / reach) * maxTop(extent);
}

/**
 * Row offset after the scroll bar moved from `before.top` to `top`. Below the height limit it equals `top`. Above it,
 * wheel steps move by their own pixels and drags by their share of the total.
 */
export function offsetAfter(top: number, before: { top: number; offset: number }, extent: Extent): number {
	if (extent.content <= tallest) return clampOffset(top, extent);
	const moved = top - before.top;
	if (Math.abs(moved) <= extent.view * 2) return clampOffset(before.offset + moved, extent);
	return (clamp(top, maxTop(extent)) / Math.max(1, maxTop(extent))) * maxOffset(extent);
}

/** The offset nearest to `offset` that shows the whole row. */
export function offsetToShow(row: number, offset: number, extent: Extent): number {
	const start = row * rowHeight;
	if (start < offset) return clampOffset(start, extent);
	const end = start + rowHeight;
	return clampOffset(end > offset + extent.view ? end - extent.view : offset, extent);
}

/** Range of rows at least partly visible; end exclusive. */
export function rowsInView(offset: number, view: number, rowCount: number): { start: number; end: number } {
	const start = Math.min(rowCount, Math.max(0, Math.floor(offset / rowHeight)));
	return { start, end: Math.min(rowCount, Math.max(start, Math.ceil((offset + view) / rowHeight))) };
}

/** Left edges of all columns, followed by the right edge of the last one, in px. */
export function columnEdges(widths: readonly number[]): Float64Array {
	const edges = new Float64Array(widths.length + 1);
	widths.forEach((width, index) => {
		edges[index + 1] = (edges[index] ?? 0) + width;
	});
	return edges;
}

/** Range of columns at least partly between `left` and `left + view`; end exclusive. */
export function columnsInView(edges: Float64Array, left: number, view: number): { start: number; end: number } {
	const count = edges.length - 1;
	if (count <= 0) return { start: 0, end: 0 };
	const start = columnAt(edges, left);
	let end = start + 1;
	while (end < count && (edges[end] ?? 0) < left + view) end += 1;
	return { start, end };
}

/** How many pinned columns can stay in place while leaving enough room for the others. */
export function pinnedInView(edges: Float64Array, pinned: number, view: number): number {
	let count = pinned;
	while (count > 0 && (edges[count] ?? 0) > view * 0.7) count -= 1;
	return count;
}

/** Horizontal scroll state in px. `active` is the column that must stay visible, if any. */
export interface ColumnView {
	readonly left: number;
	readonly view: number;
	readonly active: number | null;
}

/** Scroll position after a width change: keeps the first visible column in place, and a visible active column visible. */
export function scrollLeftAfter({ left, view, active }: ColumnView, before: Float64Array, after: Float64Array): number {
	const first = columnAt(before, left);
	const kept = left + (after[first] ?? 0) - (before[first] ?? 0);
	if (active === null || !isWithin(before, active, left, view) || isWithin(after, active, kept, view)) return kept;
	const start = after[active] ?? 0;
	return Math.min(start, Math.max(kept, (after[active + 1] ?? 0) - view));
}

const isWithin = (edges: Float64Array, column: number, left: number, view: number): boolean =>
	(edges[column] ?? 0) >= left && (edges[column + 1] ?? 0) <= left + view;

/** Column at a position in px from the left of the first one, or the nearest one. */
export function columnAt(edges: Float64Array, x: number): number {
	let low = 0;
	let high = edges.length - 2;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if ((edges[middle] ?? 0) <= x) low = middle;
		else high = middle - 1;
	}
	return low;
}

import { columnAt, headerHeight, rowHeight } from './geometry.ts';
import type { Frame } from './grid-frame.ts';
import { type Cell, headerRow } from './grid-keys.ts';

/** The cell under the pointer, or the nearest row outside of the rows. */
export interface PointedCell {
	readonly area: 'cells' | 'gutter' | 'header' | 'outside';
	readonly cell: Cell;
}

interface Size {
	readonly width: number;
	readonly height: number;
}

/** @param host the grid's element */
export function locate(event: MouseEvent, host: HTMLElement, frame: Frame, { width, height }: Size): PointedCell {
	const box = host.getBoundingClientRect();
	const [x, y] = [event.clientX - box.left, event.clientY - box.top - headerHeight];
	const wanted = Math.floor((frame.offset + y) / rowHeight);
	const { rowStart, rowEnd, rowCount, gutter } = frame;
	const row = Math.max(0, Math.min(rowCount - 1, rowEnd, Math.max(rowStart - 1, wanted)));
	const column = columnAt(frame.edges, across(Math.max(0, Math.min(x - gutter, width + 1)), frame));
	const isBeside = x < 0 || x > host.clientWidth || y > height || y < -headerHeight;
	if (isBeside) return { area: 'outside', cell: { row, column } };
	if (y < 0) return { area: 'header', cell: { row: headerRow, column } };
	const isRow = wanted < rowCount && frame.shown.length > 0;
	return { area: !isRow ? 'outside' : x < gutter ? 'gutter' : 'cells', cell: { row, column } };
}

/**
 * Where a dragged column would be dropped.
 * @param size `pinned` includes pinned columns that don't fit
 * @returns the position to insert it before, and its x in px from the left of the view
 */
export function dropAt(
	event: MouseEvent,
	position: number,
	host: HTMLElement,
	frame: Frame,
	size: Size & { readonly pinned: number },
): { readonly before: number; readonly left: number } {
	const { column } = locate(event, host, frame, size).cell;
	const { edges, gutter, pinned } = frame;
	const x = across(event.clientX - host.getBoundingClientRect().left - gutter, frame);
	const isAfter = x > ((edges[column] ?? 0) + (edges[column + 1] ?? 0)) / 2;
	const isPinned = position < pinned;
	const [first, last] = isPinned ? [0, pinned] : [size.pinned, frame.shown.length];
	const before = Math.min(last, Math.max(first, isAfter ? column + 1 : column));
	return { before, left: (edges[before] ?? 0) + gutter - (isPinned ? 0 : frame.left) };
}

/** Converts x within the view to px from the left of the first column. */
const across = (x: number, { edges, pinned, left }: Frame): number => (x < (edges[pinned] ?? 0) ? x : x + left);

import type { CellWindow, RowSource, SortTerm } from '../../../rows/index.ts';
import { ColumnWidths } from './column-widths.ts';
import { DrawingSchedule } from './drawing-schedule.ts';
import {
	clampOffset,
	columnAt,
	columnEdges,
	columnsInView,
	type Extent,
	headerHeight,
	offsetAfter,
	offsetToShow,
	pinnedInView,
	rowHeight,
	rowsInView,
	scrollHeight,
	scrollLeftAfter,
	tallest,
	topOf,
} from './geometry.ts';
import { type Frame, zeroSpeed } from './grid-frame.ts';
import { GridHeader, type HeaderOptions } from './grid-header.ts';
import { type Cell, headerRow } from './grid-keys.ts';
import type { ShownColumns } from './grid-layout.ts';
import { GridParts } from './grid-parts.ts';
import { GridPool } from './grid-pool.ts';
import { type GridFailure, GridRows } from './grid-rows.ts';
import type { Range } from './grid-selection.ts';
import { dropAt, locate, type PointedCell } from './pointed-cell.ts';

export interface GridCanvasOptions {
	readonly host: HTMLElement;
	readonly source: RowSource;
	readonly columns: ShownColumns;
	/** User-chosen widths in px, by source column index. */
	readonly widths: ReadonlyMap<number, number>;
	readonly header: HeaderOptions;
	onReplaced(): void;
	onFailure(failure: GridFailure | null): void;
}

/** Draws the visible rows and columns at every scroll frame, and knows their positions. */
export class GridCanvas {
	readonly host: HTMLElement;
	readonly rows: GridRows;
	readonly widths: ColumnWidths;
	readonly #parts: GridParts;
	readonly #pool: GridPool;
	readonly #header: GridHeader;
	readonly #leaving = new AbortController();
	readonly #observer: ResizeObserver;
	#columns: ShownColumns;
	/** How many pinned columns fit. */
	#pinned = 0;
	#gutter = 0;
	#edges: Float64Array;
	#sort: readonly SortTerm[] = [];
	/** Whether the first rows have arrived or won't arrive. */
	#isFitted: boolean;
	/** Size of the view in px. Cached, because measuring forces layout. */
	#size = { width: 0, height: 0 };
	#scroll = { top: 0, offset: 0 };
	/** Horizontal scroll position in px. Cached, because reading it forces layout. */
	#left = 0;
	readonly #schedule = new DrawingSchedule({
		draw: (turns) => this.#draw(turns),
		onSettled: () => this.#rest(),
	});
	#version = 0;
	#active: Cell | null = null;
	#range: Range | null = null;
	#activeId: string | null = null;
	#searchText = '';

	constructor({ host, source, columns, widths, header, onReplaced, onFailure }: GridCanvasOptions) {
		this.host = host;
		this.#columns = columns;
		this.#isFitted = source.rowCount === 0;
		this.widths = new ColumnWidths(source.columns, () => this.host.clientWidth);
		this.widths.chooseOnly(widths);
		this.#edges = this.#measure();
		this.#parts = new GridParts(host);
		this.#pool = new GridPool(this.#parts.body, `${host.id}-cell`);
		this.#header = new GridHeader(this.#parts.head, host.id, header);
		this.rows = new GridRows(source, {
			onChange: (arrived) => this.#changed(arrived),
			onReplaced: () => {
				this.#scrollTo(0);
				this.layout();
				onReplaced();
			},
			onFailure,
			frame: () => this.frame(),
		});
		this.#observer = new ResizeObserver(() => this.layout());
		this.#observer.observe(host);
		host.addEventListener('scroll', () => this.#scrolled(), { signal: this.#leaving.signal, passive: true });
		this.layout();
	}

	dispose(): void {
		this.#leaving.abort();
		this.#observer.disconnect();
		this.#schedule.dispose();
		this.rows.dispose();
		this.host.removeAttribute('aria-activedescendant');
		this.#parts.remove();
	}

	get shown(): readonly number[] {
		return this.#columns.indexes;
	}

	get columns(): ShownColumns {
		return this.#columns;
	}

	/** Element id of the active cell while it's drawn. */
	get activeId(): string | null {
		return this.#activeId;
	}

	/** Rows that fit in the view, minus one of overlap. */
	get page(): number {
		return Math.max(1, Math.floor(this.#extent.view / rowHeight) - 1);
	}

	get first(): Cell {
		const { start } = rowsInView(this.#scroll.offset, this.#extent.view, this.rows.count);
		return { row: start, column: columnAt(this.#edges, this.#left) };
	}

	setColumns(columns: ShownColumns, widths: ReadonlyMap<number, number>, sort: readonly SortTerm[]): void {
		for (const column of this.widths.chooseOnly(widths)) this.fit(column);
		this.#columns = columns;
		this.#sort = sort;
		this.#edges = this.#measure();
		this.layout();
	}

	/** Fits a column to the visible rows. Drawn with the next layout. */
	fit(column: number): void {
		const { from, rows } = this.rows.around(this.first.row, column);
		this.widths.fit(column, from, rows);
	}

	/** Marks the active cell and, if larger, the selection. */
	mark(active: Cell | null, range: Range | null): void {
		this.#active = active;
		this.#range = range;
		this.#version += 1;
	}

	/** Highlights visible cells that contain a text. Empty: none. */
	highlight(text: string): void {
		const searchText = text.toLowerCase();
		if (searchText === this.#searchText) return;
		this.#searchText = searchText;
		this.#version += 1;
		this.draw();
	}

	bringIntoView(cell: Cell): void {
		if (cell.row >= 0) {
			const offset = offsetToShow(cell.row, this.#scroll.offset, this.#extent);
			if (offset !== this.#scroll.offset) this.#scrollTo(offset);
		}
		if (cell.column >= this.#pinned) {
			const held = this.#edges[this.#pinned] ?? 0;
			const left = (this.#edges[cell.column] ?? 0) - held;
			const right = (this.#edges[cell.column + 1] ?? 0) - held;
			const view = this.#size.width - held;
			if (left < this.#left) this.#scrollAcross(left);
			else if (right > this.#left + view) this.#scrollAcross(Math.min(left, right - view));
		}
		this.draw();
	}

	draw(): void {
		this.#schedule.now();
	}

	#draw(turns: number): boolean {
		const frame = this.frame();
		this.#header.draw(frame);
		const isWhole = this.#pool.draw(frame, turns);
		this.#markActive(frame);
		this.rows.want(frame, this.#schedule.speed, this.#isFitted);
		return isWhole;
	}

	layout(): void {
		const signRoom = this.rows.changeColumn === undefined ? 0 : 14;
		this.#gutter = Math.max(44, this.rows.count.toLocaleString('en-US').length * 7.5 + 20 + signRoom);
		this.#parts.setGutter(this.#gutter);
		const { clientWidth, clientHeight } = this.host;
		this.#size = { width: clientWidth - this.#gutter, height: Math.max(0, clientHeight - headerHeight) };
		this.#left = this.host.scrollLeft;
		this.#pinned = pinnedInView(this.#edges, this.#columns.pinned, this.#size.width);
		const height = scrollHeight(this.#extent) + headerHeight;
		this.#parts.setSize({ width: this.#width, height }, { width: clientWidth, height: clientHeight });
		this.#pool.measureFonts();
		this.#version += 1;
		this.#scroll = { ...this.#scroll, offset: clampOffset(this.#scroll.offset, this.#extent) };
		this.host.dataset.fitted = String(this.#isFitted || this.rows.count === 0);
		this.draw();
	}

	/** Updates column positions from their widths without moving what the user is reading. */
	placeColumns(): void {
		const before = this.#edges;
		const left = this.#left;
		const heldBefore = before[this.#pinned] ?? 0;
		this.#edges = this.#measure();
		this.#pinned = pinnedInView(this.#edges, this.#columns.pinned, this.#size.width);
		this.#parts.setWidth(this.#width);
		const held = this.#edges[this.#pinned] ?? 0;
		const active = this.#active !== null && this.#active.column >= this.#pinned ? this.#active.column : null;
		const view = { left: left + heldBefore, view: this.#size.width - heldBefore, active };
		const kept = scrollLeftAfter(view, before, this.#edges) - held;
		if (kept !== left) this.#scrollAcross(kept);
		this.#version += 1;
	}

	locate(event: PointerEvent | MouseEvent): PointedCell {
		return locate(event, this.host, this.frame(), this.#size);
	}

	/** Shows the drop position of a dragged column; null: none. @returns the position before which it would be inserted */
	showDrop(position: number, event: PointerEvent | null): number | null {
		const drop =
			event === null
				? null
				: dropAt(event, position, this.host, this.frame(), { ...this.#size, pinned: this.#columns.pinned });
		this.#parts.showDrop(drop?.left ?? null);
		return drop?.before ?? null;
	}

	frame(): Frame {
		const left = this.#left;
		const held = this.#edges[this.#pinned] ?? 0;
		const rows = rowsInView(this.#scroll.offset, this.#extent.view, this.rows.count);
		const columns = columnsInView(this.#edges, left + held, this.#size.width - held);
		return {
			rowStart: rows.start,
			rowEnd: rows.end,
			rowCount: this.rows.count,
			columnStart: Math.max(this.#pinned, columns.start),
			columnEnd: Math.max(this.#pinned, columns.end),
			pinned: this.#pinned,
			offset: this.#scroll.offset,
			left,
			edges: this.#edges,
			gutter: this.#gutter,
			columns: this.rows.source.columns,
			shown: this.shown,
			sort: this.#sort,
			active: this.#active,
			range: this.#range,
			version: this.#version,
			searchText: this.#searchText,
			mark: (row) => this.rows.mark(row),
			value: (row, position) => this.rows.value(row, this.shown[position] ?? -1),
		};
	}

	get #extent(): Extent {
		return { content: this.rows.count * rowHeight, view: this.#size.height };
	}

	get #width(): number {
		return (this.#edges.at(-1) ?? 0) + this.#gutter;
	}

	#measure(): Float64Array {
		return columnEdges(this.shown.map((index) => this.widths.all[index] ?? 0));
	}

	#markActive(frame: Frame): void {
		const { active } = frame;
		const idOf = (cell: Cell) =>
			cell.row === headerRow ? this.#header.idOf(cell.column, frame) : this.#pool.idOf(cell, frame);
		const id = active === null ? null : idOf(active);
		if (id === this.#activeId) return;
		this.#activeId = id;
		if (id === null) this.host.removeAttribute('aria-activedescendant');
		else this.host.setAttribute('aria-activedescendant', id);
	}

	/** Values arrived, or a request failed or was retried. */
	#changed(arrived: CellWindow | null): void {
		// Change marks need a column that isn't visible.
		const isMarked = this.rows.changeColumn !== undefined;
		if (arrived === null || isMarked) this.#version += 1;
		else this.#pool.forget(arrived, this.frame());
		if (arrived !== null && !this.#isFitted) {
			this.#isFitted = true;
			this.host.dataset.fitted = 'true';
		}
		if (arrived !== null) {
			const { from, rows } = this.rows.around(arrived.rowStart, arrived.columnStart);
			if (rows.length > 0 && this.widths.takeIn(from, rows)) this.placeColumns();
		}
		this.#schedule.soon();
	}

	#scrolled(): void {
		const { scrollTop: top, scrollLeft: left } = this.host;
		const offset = top === this.#scroll.top ? this.#scroll.offset : offsetAfter(top, this.#scroll, this.#extent);
		const speed = { down: (offset - this.#scroll.offset) / rowHeight, across: left - this.#left };
		this.#scroll = { top, offset };
		this.#left = left;
		const isFlying =
			Math.abs(speed.down) * rowHeight >= this.#size.height || Math.abs(speed.across) >= this.#size.width;
		this.#schedule.scrolled(speed, isFlying);
	}

	#rest(): void {
		if (this.#extent.content > tallest) this.#scrollTo(this.#scroll.offset);
		this.rows.want(this.frame(), zeroSpeed, this.#isFitted);
	}

	#scrollAcross(left: number): void {
		this.host.scrollLeft = left;
		this.#left = this.host.scrollLeft;
	}

	#scrollTo(offset: number): void {
		this.host.scrollTop = topOf(offset, this.#extent);
		this.#scroll = { top: this.host.scrollTop, offset };
	}
}

import { exactText } from './cell-text.ts';
import { ColumnWidths, narrowest, widest } from './column-widths.ts';
import classes from './data-grid.module.css';
import {
	clampOffset,
	columnAt,
	columnEdges,
	columnsInView,
	type Extent,
	headerHeight,
	leftAfter,
	offsetAfter,
	offsetToShow,
	rowHeight,
	rowsInView,
	scrollHeight,
	tallest,
	topOf,
} from './geometry.ts';
import { GridHeader } from './grid-header.ts';
import { type Cell, moveByKey } from './grid-keys.ts';
import { type Frame, GridPool } from './grid-pool.ts';
import type { CellValue, CellWindow, RowSource } from './row-source.ts';
import { TileCache, tileColumns } from './tile-cache.ts';

export interface GridViewOptions {
	/** The element with role grid; it scrolls and has the focus. */
	readonly host: HTMLElement;
	readonly source: RowSource;
	/** What kept rows in view from loading, or null. */
	onFailure(failure: { error: unknown; window: CellWindow } | null): void;
	/** The person wants to see all of a cell. */
	onInspect(cell: Cell, value: CellValue): void;
	onCopy(): void;
}

/** Rows beyond the view that are loaded too: at rest, and at most when rows run by. */
const ahead = { least: 48, most: 1_500 };
/** Frames of the present speed that loading keeps ahead of the view: as long as a row group takes to be read. */
const framesAhead = 12;
/** Rows a frame above which nobody reads: then only every so often, ms, what is in view is loaded. */
const flying = { rows: 400, pause: 100 };
/** After this long without scrolling, ms, rows rest, and the scroll bar is set to where they are. */
const settlePause = 150;

/** Draws a source into an element: what is in view, at every scrolled frame. */
export class GridView {
	readonly #options: GridViewOptions;
	readonly #host: HTMLElement;
	readonly #source: RowSource;
	readonly #tiles: TileCache;
	readonly #sizer = part(classes.sizer);
	readonly #pane = part(classes.pane);
	readonly #pool: GridPool;
	readonly #header: GridHeader;
	readonly #leaving = new AbortController();
	readonly #observer: ResizeObserver;
	readonly #gutter: number;
	readonly #widths: ColumnWidths;
	#edges: Float64Array;
	/** Whether the first rows were seen, or will not be. */
	#isFitted: boolean;
	/** What is seen of rows and columns, px; measured when it changes, because measuring makes a browser lay out. */
	#size = { width: 0, height: 0 };
	#scroll = { top: 0, offset: 0 };
	/** Rows by which the last frame moved; negative upwards. */
	#speed = 0;
	#wantTimer: ReturnType<typeof setTimeout> | undefined;
	#settleTimer: ReturnType<typeof setTimeout> | undefined;
	#version = 0;
	#active: Cell | null = null;
	#activeId: string | null = null;
	#failure: unknown = null;

	constructor(options: GridViewOptions) {
		this.#options = options;
		this.#host = options.host;
		this.#source = options.source;
		this.#tiles = new TileCache(this.#source, (arrived) => this.#changed(arrived));
		this.#gutter = Math.max(44, this.#source.rowCount.toLocaleString('en-US').length * 7.5 + 20);
		this.#isFitted = this.#source.rowCount === 0;
		this.#widths = new ColumnWidths(this.#source.columns);
		this.#edges = columnEdges(this.#widths.all);
		const headRow = part(classes.header, 'row');
		const clip = part(classes.clip);
		const body = part(classes.body);
		clip.append(body);
		this.#pane.append(headRow, clip);
		this.#sizer.append(this.#pane);
		this.#host.append(this.#sizer);
		this.#host.style.setProperty('--gutter', `${this.#gutter}px`);
		this.#pool = new GridPool(body, `${this.#host.id}-cell`);
		this.#header = new GridHeader(headRow, {
			onResize: (column, width) => this.#resize(column, width),
			onFit: (column) => this.#fit(column),
		});
		this.#observer = new ResizeObserver(() => this.#layout());
		this.#observer.observe(this.#host);
		this.#listen();
		this.#layout();
	}

	dispose(): void {
		this.#leaving.abort();
		this.#observer.disconnect();
		clearTimeout(this.#wantTimer);
		clearTimeout(this.#settleTimer);
		this.#tiles.clear();
		this.#host.removeAttribute('aria-activedescendant');
		this.#sizer.remove();
	}

	/** Asks again for what could not be loaded. */
	retry(): void {
		this.#tiles.retry();
	}

	#listen(): void {
		const options = { signal: this.#leaving.signal };
		const host = this.#host;
		host.addEventListener('scroll', () => this.#scrolled(), { ...options, passive: true });
		host.addEventListener('keydown', (event) => this.#pressed(event), options);
		host.addEventListener('pointerdown', (event) => this.#pointed(event), options);
		host.addEventListener('dblclick', () => this.#inspect(), options);
		host.addEventListener('focus', () => this.#focused(), options);
		host.addEventListener('copy', (event) => this.#copied(event), options);
		const unsubscribe = this.#source.subscribe?.(() => {
			this.#tiles.clear();
			this.#layout();
		});
		this.#leaving.signal.addEventListener('abort', () => unsubscribe?.());
	}

	get #extent(): Extent {
		return { content: this.#source.rowCount * rowHeight, view: this.#size.height };
	}

	#frame(): Frame {
		const left = this.#host.scrollLeft;
		const rows = rowsInView(this.#scroll.offset, this.#extent.view, this.#source.rowCount);
		const columns = columnsInView(this.#edges, left, this.#size.width);
		return {
			rowStart: rows.start,
			rowEnd: rows.end,
			columnStart: columns.start,
			columnEnd: columns.end,
			offset: this.#scroll.offset,
			left,
			edges: this.#edges,
			gutter: this.#gutter,
			columns: this.#source.columns,
			active: this.#active,
			version: this.#version,
			value: (row, column) => this.#tiles.value(row, column),
		};
	}

	#draw(): void {
		const frame = this.#frame();
		this.#header.draw(frame);
		this.#pool.draw(frame);
		const id = this.#active === null ? null : this.#pool.idOf(this.#active, frame);
		if (id !== this.#activeId) {
			this.#activeId = id;
			if (id === null) this.#host.removeAttribute('aria-activedescendant');
			else this.#host.setAttribute('aria-activedescendant', id);
		}
		this.#want(frame);
	}

	#want(frame: Frame): void {
		if (Math.abs(this.#speed) > flying.rows && this.#isFitted) {
			this.#wantTimer ??= setTimeout(() => this.#wantNow(this.#frame()), flying.pause);
			return;
		}
		this.#wantNow(frame);
	}

	#wantNow(frame: Frame): void {
		clearTimeout(this.#wantTimer);
		this.#wantTimer = undefined;
		const reach = Math.min(ahead.most, Math.max(ahead.least, Math.ceil(Math.abs(this.#speed) * framesAhead)));
		const [above, below] = this.#speed < 0 ? [reach, ahead.least] : [ahead.least, reach];
		this.#tiles.want({
			rowStart: Math.max(0, frame.rowStart - above),
			rowEnd: Math.min(this.#source.rowCount, frame.rowEnd + below),
			columnStart: frame.columnStart,
			columnEnd: frame.columnEnd,
		});
		this.#tellFailure(frame);
	}

	#tellFailure(frame: Frame): void {
		const failed = this.#tiles.failure(frame);
		if ((failed?.error ?? null) === this.#failure) return;
		this.#failure = failed?.error ?? null;
		this.#options.onFailure(failed);
	}

	/** Values came, something failed, or is asked for again. */
	#changed(arrived: CellWindow | null): void {
		this.#version += 1;
		const tile = arrived === null ? undefined : this.#tiles.tile(arrived.rowStart, arrived.columnStart);
		if (arrived !== null && !this.#isFitted) {
			this.#isFitted = true;
			this.#host.dataset.fitted = 'true';
		}
		if (arrived !== null && tile?.state === 'ready' && this.#widths.takeIn(arrived.columnStart, tile.rows))
			this.#place();
		this.#draw();
	}

	/** Puts the columns where their widths want them, and what is read stays in its place. */
	#place(): void {
		const before = this.#edges;
		const { scrollLeft: left } = this.#host;
		this.#edges = columnEdges(this.#widths.all);
		this.#sizer.style.width = `${(this.#edges.at(-1) ?? 0) + this.#gutter}px`;
		const kept = leftAfter({ left, view: this.#size.width, active: this.#active?.column ?? null }, before, this.#edges);
		if (kept !== left) this.#host.scrollLeft = kept;
	}

	#layout(): void {
		this.#sizer.style.width = `${(this.#edges.at(-1) ?? 0) + this.#gutter}px`;
		const { clientWidth, clientHeight } = this.#host;
		this.#size = { width: clientWidth - this.#gutter, height: Math.max(0, clientHeight - headerHeight) };
		this.#sizer.style.height = `${scrollHeight(this.#extent) + headerHeight}px`;
		this.#pane.style.width = `${clientWidth}px`;
		this.#pane.style.height = `${clientHeight}px`;
		this.#version += 1;
		this.#scroll = { ...this.#scroll, offset: clampOffset(this.#scroll.offset, this.#extent) };
		this.#host.dataset.fitted = String(this.#isFitted);
		this.#draw();
	}

	#scrolled(): void {
		const top = this.#host.scrollTop;
		if (top !== this.#scroll.top) {
			const offset = offsetAfter(top, this.#scroll, this.#extent);
			this.#speed = (offset - this.#scroll.offset) / rowHeight;
			this.#scroll = { top, offset };
			clearTimeout(this.#settleTimer);
			this.#settleTimer = setTimeout(() => this.#settle(), settlePause);
		}
		this.#draw();
	}

	#settle(): void {
		this.#speed = 0;
		if (this.#extent.content > tallest) this.#scrollTo(this.#scroll.offset);
		this.#want(this.#frame());
	}

	#scrollTo(offset: number): void {
		this.#host.scrollTop = topOf(offset, this.#extent);
		this.#scroll = { top: this.#host.scrollTop, offset };
	}

	#show(cell: Cell): void {
		this.#active = cell;
		this.#version += 1;
		const offset = offsetToShow(cell.row, this.#scroll.offset, this.#extent);
		if (offset !== this.#scroll.offset) this.#scrollTo(offset);
		const left = this.#edges[cell.column] ?? 0;
		const right = this.#edges[cell.column + 1] ?? 0;
		const view = this.#size.width;
		if (left < this.#host.scrollLeft) this.#host.scrollLeft = left;
		else if (right > this.#host.scrollLeft + view) this.#host.scrollLeft = Math.min(left, right - view);
		this.#draw();
	}

	#focused(): void {
		if (this.#active !== null || this.#source.rowCount === 0) return;
		const { start } = rowsInView(this.#scroll.offset, this.#extent.view, this.#source.rowCount);
		this.#show({ row: start, column: columnAt(this.#edges, this.#host.scrollLeft) });
	}

	#pressed(event: KeyboardEvent): void {
		const from = this.#active ?? { row: 0, column: 0 };
		if (event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
			const width = (this.#widths.all[from.column] ?? 0) + (event.key === 'ArrowLeft' ? -16 : 16);
			this.#resize(from.column, Math.min(widest, Math.max(narrowest, width)));
			event.preventDefault();
			return;
		}
		if (event.key === 'Enter' || event.key === 'F2') {
			this.#inspect();
			event.preventDefault();
			return;
		}
		const page = Math.max(1, Math.floor(this.#extent.view / rowHeight) - 1);
		const board = { rowCount: this.#source.rowCount, columnCount: this.#source.columns.length, page };
		const to = moveByKey(event.key, event.ctrlKey || event.metaKey, from, board);
		if (to === null || board.rowCount === 0 || event.altKey) return;
		event.preventDefault();
		this.#show(to);
	}

	#pointed(event: PointerEvent): void {
		const box = this.#host.getBoundingClientRect();
		const [x, y] = [event.clientX - box.left, event.clientY - box.top - headerHeight];
		if (event.button !== 0 || y < 0 || x > this.#host.clientWidth || y > this.#extent.view) return;
		const row = Math.floor((this.#scroll.offset + y) / rowHeight);
		if (row >= this.#source.rowCount) return;
		this.#show({ row, column: columnAt(this.#edges, Math.max(0, x - this.#gutter) + this.#host.scrollLeft) });
	}

	#inspect(): void {
		if (this.#active === null) return;
		const value = this.#tiles.value(this.#active.row, this.#active.column);
		if (value !== undefined) this.#options.onInspect(this.#active, value);
	}

	#copied(event: ClipboardEvent): void {
		const value = this.#active === null ? undefined : this.#tiles.value(this.#active.row, this.#active.column);
		if (value === undefined || event.clipboardData === null) return;
		event.clipboardData.setData('text/plain', exactText(value));
		event.preventDefault();
		this.#options.onCopy();
	}

	#resize(column: number, width: number): void {
		this.#widths.choose(column, width);
		this.#placeAgain();
	}

	/** Makes a column as wide as the rows in view need it. */
	#fit(column: number): void {
		const tile = this.#tiles.tile(this.#frame().rowStart, column);
		this.#widths.fit(column, column - (column % tileColumns), tile?.state === 'ready' ? tile.rows : []);
		this.#placeAgain();
	}

	#placeAgain(): void {
		this.#version += 1;
		this.#place();
		this.#draw();
	}
}

function part(className: string | undefined, role = 'presentation'): HTMLElement {
	const element = document.createElement('div');
	element.className = className ?? '';
	element.setAttribute('role', role);
	return element;
}

import type { CellPosition, CellValue, SelectedCells, SortTerm } from '../../../rows/index.ts';
import { narrowest, widest } from './column-widths.ts';
import { GridCanvas, type GridCanvasOptions } from './grid-canvas.ts';
import { type Board, type Cell, headerRow } from './grid-keys.ts';
import type { ShownColumns } from './grid-layout.ts';
import { isInRange, type Range, rangeOf, type Selection, selectCell } from './grid-selection.ts';

export type GridCommand = 'find' | 'next' | 'previous' | 'row';

/** Events for the grid's owner. Columns are source column indexes. */
export interface GridEvents {
	inspect(cell: CellPosition): void;
	/** @param at menu position, px of the window */
	menu(kind: 'column' | 'cells', cell: CellPosition, at: { x: number; y: number }): void;
	sort(column: number, add: boolean): void;
	/** @param width null: fit automatically */
	resized(column: number, width: number | null): void;
	/** @param before column to insert it before; null: at the end */
	moved(column: number, before: number | null): void;
	command(name: GridCommand): void;
}

type Given = Pick<GridCanvasOptions, 'host' | 'source' | 'columns' | 'widths' | 'onFailure'>;

export interface GridViewOptions extends Given {
	readonly events: () => GridEvents;
	onHeadPress(position: number, event: PointerEvent): void;
	/** The active cell, the selection or the rows under it changed. */
	onSelect(): void;
}

/** Rows kept visible around a cell when jumping to it. */
const around = 3;

/** A grid's state and behavior: what is drawn and selected, and the handling of keys and pointer. */
export class GridView {
	readonly host: HTMLElement;
	readonly #options: GridViewOptions;
	readonly canvas: GridCanvas;
	#selection: Selection | null = null;
	#range: Range | null = null;

	constructor(options: GridViewOptions) {
		this.host = options.host;
		this.#options = options;
		this.canvas = new GridCanvas({
			...options,
			header: {
				onResize: (column, width, isDone) => this.#resize(column, width, isDone),
				onFit: (column) => this.fit(column),
				onPress: options.onHeadPress,
				onMenu: (position, head) => {
					this.goTo({ row: headerRow, column: position }, false);
					this.#menuUnder(head);
				},
			},
			onReplaced: () => this.#replaced(),
		});
	}

	get events(): GridEvents {
		return this.#options.events();
	}

	/** Sets the shown columns, their order and widths. The active cell stays the same if it's still shown. */
	setColumns(columns: ShownColumns, widths: ReadonlyMap<number, number>, sort: readonly SortTerm[]): void {
		const canvas = this.canvas;
		const before = canvas.columns;
		const isOther = columns.indexes.join() !== before.indexes.join() || columns.pinned !== before.pinned;
		const at = this.activePosition;
		// Passing the same array signals to the header that its columns didn't change.
		canvas.setColumns(isOther ? columns : before, widths, sort);
		if (isOther && at !== null) {
			const column = Math.max(0, columns.indexes.indexOf(at.column));
			this.#select(columns.indexes.length === 0 ? null : selectCell({ row: at.row, column }));
			canvas.draw();
		}
	}

	/** Selects and scrolls to a cell. A column that isn't shown means the first one. */
	goToCell({ row, column }: CellPosition): void {
		const last = this.canvas.rows.count - 1;
		const cell = { row: Math.min(row, last), column: Math.max(0, this.canvas.shown.indexOf(column)) };
		// Shows some rows around it.
		for (const near of [around, -around])
			this.canvas.bringIntoView({ ...cell, row: Math.max(0, Math.min(cell.row + near, last)) });
		this.goTo(cell, false);
	}

	/** The selection; null if empty or only a column header. */
	get selected(): SelectedCells | null {
		const { rows, shown } = this.canvas;
		if (this.#selection === null || rows.count === 0 || shown.length === 0) return null;
		if (this.#selection.whole === 'cells' && this.#selection.focus.row === headerRow) return null;
		const { top, bottom, left, right } = rangeOf(this.#selection, this.board);
		return { rowStart: top, rowEnd: bottom + 1, columns: shown.slice(left, right + 1) };
	}

	/** The active cell by source column; row -1 is the header. */
	get activePosition(): CellPosition | null {
		const { active } = this;
		const column = active === null ? undefined : this.canvas.shown[active.column];
		return active === null || column === undefined ? null : { row: active.row, column };
	}

	/** The next or previous cell in the row, continuing in the next or previous row; null at the ends. */
	neighbor({ row, column }: CellPosition, by: 1 | -1): CellPosition | null {
		const { shown, rows } = this.canvas;
		const at = row * shown.length + shown.indexOf(column) + by;
		const next = shown[((at % shown.length) + shown.length) % shown.length];
		const nextRow = Math.floor(at / shown.length);
		return next === undefined || nextRow < 0 || nextRow >= rows.count ? null : { row: nextRow, column: next };
	}

	/** A cell's value; undefined until loaded. */
	valueAt({ row, column }: CellPosition): CellValue | undefined {
		return this.canvas.rows.value(row, column);
	}

	get active(): Cell | null {
		return this.#selection?.focus ?? null;
	}

	get board(): Board {
		const { rows, shown, page } = this.canvas;
		return { rowCount: rows.count, columnCount: shown.length, page };
	}

	goTo(cell: Cell, extend: boolean): void {
		if (this.canvas.shown.length === 0) return;
		const before = this.#selection;
		const isMore = extend && before !== null && before.anchor.row !== headerRow;
		this.#select(isMore ? { ...before, focus: cell } : selectCell(cell));
		this.canvas.bringIntoView(cell);
	}

	/** Starts a selection at a cell, or extends the current one to it. */
	press(cell: Cell, whole: Selection['whole'], extend: boolean): void {
		const before = this.#selection;
		const isMore = extend && before !== null && before.anchor.row !== headerRow;
		this.#select({ anchor: isMore ? before.anchor : cell, focus: cell, whole });
		this.canvas.bringIntoView(cell);
	}

	extendTo(cell: Cell): void {
		const before = this.#selection;
		if (before === null || (before.focus.row === cell.row && before.focus.column === cell.column)) return;
		this.#select({ ...before, focus: cell });
		this.canvas.bringIntoView(cell);
	}

	selectWhole(whole: 'rows' | 'columns' | 'all'): void {
		const { active } = this;
		if (active === null || this.canvas.rows.count === 0) return;
		this.#select({ ...(this.#selection ?? selectCell(active)), whole });
		this.canvas.draw();
	}

	/** Reduces the selection to the active cell. @returns whether it was larger */
	collapse(): boolean {
		const { active } = this;
		if (this.#range === null || active === null) return false;
		this.#select(selectCell(active));
		this.canvas.draw();
		return true;
	}

	isSelected({ row, column }: Cell): boolean {
		return this.#range !== null && isInRange(this.#range, row, column);
	}

	inspect(): void {
		const at = this.activePosition;
		if (at !== null && at.row >= 0) this.events.inspect(at);
	}

	openMenu(): void {
		const { activeId } = this.canvas;
		const element = activeId === null ? null : document.getElementById(activeId);
		if (element !== null) this.#menuUnder(element);
	}

	openMenuAt(point: { x: number; y: number }): void {
		const at = this.activePosition;
		if (at !== null) this.events.menu(at.row === headerRow ? 'column' : 'cells', at, point);
	}

	sortActive(add: boolean): void {
		const at = this.activePosition;
		if (at !== null) this.events.sort(at.column, add);
	}

	resizeActive(by: number): void {
		const at = this.activePosition;
		if (at === null) return;
		const width = (this.canvas.widths.all[at.column] ?? 0) + by;
		this.#resize(at.column, Math.min(widest, Math.max(narrowest, width)), true);
	}

	moveActive(by: 1 | -1): void {
		if (this.active !== null) this.#move(this.active.column, by);
	}

	/** Moves a source column by one position, within the pinned or unpinned columns. */
	moveColumn(column: number, by: 1 | -1): void {
		this.#move(this.canvas.shown.indexOf(column), by);
	}

	clickHead(position: number, event: PointerEvent): void {
		const column = this.canvas.shown[position];
		if (column === undefined) return;
		const head = selectCell({ row: headerRow, column: position });
		const isSelect = event.altKey || event.ctrlKey || event.metaKey;
		this.#select(isSelect ? { ...head, whole: 'columns' } : head);
		this.canvas.draw();
		if (!isSelect) this.events.sort(column, event.shiftKey);
	}

	drop(position: number, before: number): void {
		const { shown } = this.canvas;
		const column = shown[position];
		if (column !== undefined && before !== position && before !== position + 1)
			this.events.moved(column, shown[before] ?? null);
	}

	fit(column: number): void {
		this.canvas.fit(column);
		this.canvas.placeColumns();
		this.canvas.draw();
		this.events.resized(column, null);
	}

	#move(position: number, by: 1 | -1): void {
		const { indexes: shown, pinned } = this.canvas.columns;
		const other = position + by;
		const isInside = position >= 0 && other >= 0 && other < shown.length;
		if (isInside && position < pinned === other < pinned) this.drop(position, by === 1 ? other + 1 : other);
	}

	#menuUnder(element: HTMLElement): void {
		const { left, bottom } = element.getBoundingClientRect();
		this.openMenuAt({ x: left, y: bottom });
	}

	#resize(column: number, width: number, isDone: boolean): void {
		this.canvas.widths.choose(column, width);
		this.canvas.placeColumns();
		this.canvas.draw();
		if (isDone) this.events.resized(column, width);
	}

	/** Activates a cell on focus. */
	focused(): void {
		if (this.#selection !== null || this.canvas.shown.length === 0) return;
		const { row, column } = this.canvas.first;
		this.goTo({ row: this.canvas.rows.count === 0 ? headerRow : row, column }, false);
	}

	/** The rows changed, so the selection no longer applies. */
	#replaced(): void {
		const { active } = this;
		const row = this.canvas.rows.count === 0 || active?.row === headerRow ? headerRow : 0;
		this.#select(active === null ? null : selectCell({ row, column: active.column }));
		this.canvas.draw();
	}

	#select(selection: Selection | null): void {
		this.#selection = selection;
		const range = selection === null || this.board.rowCount === 0 ? null : rangeOf(selection, this.board);
		const isMore = range !== null && (range.top < range.bottom || range.left < range.right);
		this.#range = isMore || (selection !== null && selection.whole !== 'cells') ? range : null;
		this.canvas.mark(selection?.focus ?? null, this.#range);
		this.#options.onSelect();
	}
}

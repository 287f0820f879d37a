import { cellFace, groupDigits, isRightAligned } from './cell-text.ts';
import classes from './data-grid.module.css';
import { rowHeight } from './geometry.ts';
import type { Cell } from './grid-keys.ts';
import type { CellValue, GridColumn } from './row-source.ts';

/** What a frame shows. Ends are exclusive. */
export interface Frame {
	readonly rowStart: number;
	readonly rowEnd: number;
	readonly columnStart: number;
	readonly columnEnd: number;
	/** Offset into the rows and into the columns, px. */
	readonly offset: number;
	readonly left: number;
	readonly edges: Float64Array;
	readonly gutter: number;
	readonly columns: readonly GridColumn[];
	readonly active: Cell | null;
	/** Counts up when values came or widths changed: what is drawn already is drawn again. */
	readonly version: number;
	value(row: number, column: number): CellValue | undefined;
}

interface CellSlot {
	readonly element: HTMLElement;
	readonly text: Text;
	column: number;
	/** The edges by which it was placed. */
	edges: Float64Array | null;
	className: string;
}

interface RowSlot {
	readonly element: HTMLElement;
	readonly number: Text;
	readonly strip: HTMLElement;
	readonly cells: CellSlot[];
	/** The strip's transform as last set; reading it back would cost more than setting it. */
	shift: string;
	row: number;
	version: number;
}

/**
 * The rows and cells in view, as few elements as fit, used again and again: row `r` is always drawn by slot `r mod n`,
 * so that a scrolled frame touches only what came into view. React is too slow for that (its rows dropped frames where
 * this pool drops none) and is left the frame around it. All content goes through text nodes: hostile text stays text.
 */
export class GridPool {
	readonly #body: HTMLElement;
	readonly #id: string;
	#rows: RowSlot[] = [];
	#columnSlots = 0;
	/** Rows are placed relative to this one: transforms beyond some million px lose precision. */
	#base = 0;

	constructor(body: HTMLElement, id: string) {
		this.#body = body;
		this.#id = id;
	}

	/** Id of the element that shows a cell in the last drawn frame. */
	idOf(cell: Cell, frame: Frame): string | null {
		const inView =
			cell.row >= frame.rowStart &&
			cell.row < frame.rowEnd &&
			cell.column >= frame.columnStart &&
			cell.column < frame.columnEnd;
		if (!inView) return null;
		return `${this.#id}-${cell.row % this.#rows.length}-${cell.column % this.#columnSlots}`;
	}

	draw(frame: Frame): void {
		this.#fit(frame.rowEnd - frame.rowStart, frame.columnEnd - frame.columnStart);
		if (Math.abs(frame.rowStart - this.#base) > 20_000) {
			this.#base = frame.rowStart;
			for (const slot of this.#rows) slot.row = -1;
		}
		this.#body.style.transform = `translateY(${this.#base * rowHeight - frame.offset}px)`;
		const shift = `translateX(${frame.gutter - frame.left}px)`;
		const used = new Set<RowSlot>();
		for (let row = frame.rowStart; row < frame.rowEnd; row += 1) {
			const slot = this.#rows[row % this.#rows.length];
			if (slot === undefined) continue;
			used.add(slot);
			this.#drawRow(slot, row, frame);
			if (slot.shift !== shift) {
				slot.shift = shift;
				slot.strip.style.transform = shift;
			}
		}
		for (const slot of this.#rows) if (!used.has(slot)) hideRow(slot);
	}

	#drawRow(slot: RowSlot, row: number, frame: Frame): void {
		const moved = slot.row !== row;
		if (moved) {
			slot.element.style.transform = `translateY(${(row - this.#base) * rowHeight}px)`;
			slot.element.setAttribute('aria-rowindex', String(row + 2));
			slot.number.data = groupDigits(String(row + 1));
			slot.element.hidden = false;
		}
		const stale = moved || slot.version !== frame.version;
		slot.row = row;
		slot.version = frame.version;
		for (let column = frame.columnStart; column < frame.columnEnd; column += 1) {
			const cell = slot.cells[column % this.#columnSlots];
			if (cell === undefined) continue;
			const entered = cell.column !== column;
			if (entered || stale) drawCell(cell, row, column, frame);
		}
		const { columnStart, columnEnd } = frame;
		for (const cell of slot.cells) {
			if (cell.column < columnStart || cell.column >= columnEnd) hideCell(cell);
		}
	}

	/** Makes the pool large enough; it never shrinks, except that other slots for columns need all of them anew. */
	#fit(rows: number, columns: number): void {
		if (columns > this.#columnSlots) {
			this.#columnSlots = columns + 2;
			for (const slot of this.#rows) this.#fillCells(slot, this.#rows.indexOf(slot));
		}
		if (rows > this.#rows.length) {
			const before = this.#rows.length;
			for (let index = before; index < rows + 2; index += 1) this.#rows.push(this.#newRow(index));
			for (const slot of this.#rows) slot.row = -1;
		}
	}

	#newRow(index: number): RowSlot {
		const element = document.createElement('div');
		element.className = classes.row ?? '';
		element.setAttribute('role', 'row');
		const header = document.createElement('div');
		header.className = classes.gutter ?? '';
		header.setAttribute('role', 'rowheader');
		header.setAttribute('aria-colindex', '1');
		const number = document.createTextNode('');
		header.append(number);
		const strip = document.createElement('div');
		strip.className = classes.strip ?? '';
		strip.setAttribute('role', 'presentation');
		element.append(header, strip);
		this.#body.append(element);
		const slot: RowSlot = { element, number, strip, cells: [], shift: '', row: -1, version: -1 };
		this.#fillCells(slot, index);
		return slot;
	}

	#fillCells(slot: RowSlot, index: number): void {
		for (const cell of slot.cells) cell.column = -1;
		for (let at = slot.cells.length; at < this.#columnSlots; at += 1) {
			const element = document.createElement('div');
			element.setAttribute('role', 'gridcell');
			element.id = `${this.#id}-${index}-${at}`;
			const text = document.createTextNode('');
			element.append(text);
			slot.strip.append(element);
			slot.cells.push({ element, text, column: -1, edges: null, className: '' });
		}
	}
}

function drawCell(cell: CellSlot, row: number, column: number, frame: Frame): void {
	const { element } = cell;
	if (cell.column !== column || cell.edges !== frame.edges) {
		cell.edges = frame.edges;
		const left = frame.edges[column] ?? 0;
		// not a transform: hundreds of them would have to be visited at every scrolled frame
		element.style.left = `${left}px`;
		element.style.width = `${(frame.edges[column + 1] ?? left) - left}px`;
	}
	if (cell.column !== column) {
		element.setAttribute('aria-colindex', String(column + 2));
		element.hidden = false;
		cell.column = column;
	}
	const kind = frame.columns[column]?.kind ?? 'text';
	const value = frame.value(row, column);
	const face = value === undefined ? null : cellFace(value, kind);
	const text = face?.text ?? '';
	if (cell.text.data !== text) cell.text.data = text;
	const isActive = frame.active !== null && frame.active.row === row && frame.active.column === column;
	const className = [
		classes.cell,
		isRightAligned(kind) ? classes.number : kind === 'text' || kind === 'boolean' ? '' : classes.mono,
		face === null ? classes.waiting : face.look === 'value' ? '' : classes[face.look],
		isActive ? classes.active : '',
	].join(' ');
	if (cell.className !== className) {
		element.className = className;
		cell.className = className;
		if (isActive) element.setAttribute('aria-selected', 'true');
		else element.removeAttribute('aria-selected');
	}
}

function hideRow(slot: RowSlot): void {
	if (slot.row === -1 && slot.element.hidden) return;
	slot.row = -1;
	slot.element.hidden = true;
}

function hideCell(cell: CellSlot): void {
	if (cell.column === -1 && cell.element.hidden) return;
	cell.column = -1;
	cell.element.hidden = true;
}

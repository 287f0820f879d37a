import { type CellWindow, groupDigits } from '../../../rows/index.ts';
import { rowHeight } from './geometry.ts';
import classes from './grid.module.css';
import { type CellFit, type CellSlot, cellFit, drawCell, hideCell, newCell } from './grid-cell.ts';
import { type Frame, isColumnInView, type RowMark } from './grid-frame.ts';
import type { Cell } from './grid-keys.ts';
import { newElement } from './new-element.ts';

interface RowSlot {
	readonly element: HTMLElement;
	readonly header: HTMLElement;
	/** Created for the first marked row. */
	sign: HTMLElement | null;
	readonly number: Text;
	readonly strip: HTMLElement;
	readonly pinnedStrip: HTMLElement;
	readonly cells: CellSlot[];
	readonly pinnedCells: CellSlot[];
	/** Last shift applied to the strip. Reading it back from the DOM is slower. */
	shift: string;
	mark: RowMark | null;
	/** The row shown, and the row whose position it has: they differ until it's redrawn. */
	row: number;
	position: number;
	version: number;
	/** First column its cells were drawn for. */
	columnFrom: number;
}

const signs = { added: '+', removed: '−', changed: '~' } as const;

/**
 * Recycles a minimal pool of row and cell elements. Row `r` is always drawn by slot `r mod n`, so a scroll frame only
 * touches what came into view. Slots are never hidden, since hiding and showing costs more than drawing. React dropped
 * frames where this pool doesn't, so it only renders the frame around it. Content is set as text nodes, which keeps
 * hostile text inert.
 */
export class GridPool {
	readonly #body: HTMLElement;
	readonly #id: string;
	#cellFit: CellFit;
	#rows: RowSlot[] = [];
	#columnSlots = 0;
	#pinnedSlots = 0;
	/** Drawn rows and columns; ends exclusive. */
	#rowFrom = 0;
	#rowTo = 0;
	#columnFrom = 0;
	#columnTo = 0;
	#shift = '';
	#offset = Number.NaN;
	#turn = 0;
	/** Rows are positioned relative to this one, because transforms lose precision beyond a few million px. */
	#base = 0;

	constructor(body: HTMLElement, id: string) {
		this.#body = body;
		this.#id = id;
		this.#cellFit = cellFit(body);
	}

	measureFonts(): void {
		this.#cellFit = cellFit(this.#body);
	}

	idOf(cell: Cell, frame: Frame): string | null {
		if (cell.row < frame.rowStart || cell.row >= frame.rowEnd || !isColumnInView(frame, cell.column)) return null;
		const row = cell.row % this.#rows.length;
		if (cell.column < frame.pinned) return `${this.#id}-${row}-p${cell.column}`;
		return `${this.#id}-${row}-${cell.column % this.#columnSlots}`;
	}

	/** Redraws a loaded window with the next frame. @returns whether any of it is drawn */
	forget({ rowStart, rowEnd, columnStart, columnEnd }: CellWindow, { shown, pinned }: Frame): boolean {
		if (rowEnd <= this.#rowFrom || rowStart >= this.#rowTo || !this.#hasColumns(columnStart, columnEnd, shown, pinned))
			return false;
		for (const slot of this.#rows) if (slot.row >= rowStart && slot.row < rowEnd) slot.version = -1;
		return true;
	}

	#hasColumns(start: number, end: number, shown: readonly number[], pinned: number): boolean {
		const isWithin = (position: number) => {
			const column = shown[position] ?? -1;
			return column >= start && column < end;
		};
		for (let index = 0; index < pinned; index += 1) if (isWithin(index)) return true;
		for (let index = this.#columnFrom; index < this.#columnTo; index += 1) if (isWithin(index)) return true;
		return false;
	}

	/**
	 * @param turns number of frames to spread the rows over (see DrawingPace); until its turn, a slot keeps its old row
	 * @returns whether all rows are drawn
	 */
	draw(frame: Frame, turns = 1): boolean {
		this.#fit(frame);
		this.#turn += 1;
		let isWhole = true;
		const slots = this.#rows.length;
		const from = spanStart(frame.rowStart - 1, slots, 0, frame.rowCount);
		const to = Math.min(frame.rowCount, from + slots);
		[this.#rowFrom, this.#rowTo] = [from, to];
		this.#columnFrom = spanStart(frame.columnStart, this.#columnSlots, frame.pinned, frame.shown.length);
		this.#columnTo = Math.min(frame.shown.length, this.#columnFrom + this.#columnSlots);
		if (Math.abs(frame.rowStart - this.#base) > 20_000) {
			this.#base = frame.rowStart;
			for (const slot of this.#rows) slot.position = -1;
		}
		const offset = this.#base * rowHeight - frame.offset;
		if (offset !== this.#offset) {
			this.#offset = offset;
			this.#body.style.transform = `translateY(${offset}px)`;
		}
		this.#shift = `${frame.gutter - frame.left + (frame.edges[this.#columnFrom] ?? 0)}px`;
		for (let row = from; row < from + slots; row += 1) {
			const slot = this.#rows[row % slots];
			if (slot === undefined) continue;
			if (row >= to) {
				hideRow(slot);
				continue;
			}
			if (slot.position !== row) {
				slot.position = row;
				slot.element.style.transform = `translateY(${(row - this.#base) * rowHeight}px)`;
			}
			if (slot.row !== -1 && (row + this.#turn) % turns !== 0) isWhole = false;
			else this.#drawRow(slot, row, frame);
		}
		return isWhole;
	}

	#drawRow(slot: RowSlot, row: number, frame: Frame): void {
		const moved = slot.row !== row;
		if (moved) {
			if (slot.row === -1) slot.element.hidden = false;
			slot.element.setAttribute('aria-rowindex', String(row + 2));
			slot.number.data = groupDigits(String(row + 1));
		}
		if (slot.shift !== this.#shift) {
			slot.shift = this.#shift;
			slot.strip.style.left = this.#shift;
		}
		const stale = moved || slot.version !== frame.version;
		if (!stale && slot.columnFrom === this.#columnFrom) return;
		slot.row = row;
		slot.version = frame.version;
		slot.columnFrom = this.#columnFrom;
		if (stale) drawMark(slot, frame.mark(row) ?? null);
		const last = this.#columnFrom + this.#columnSlots;
		for (let position = this.#columnFrom; position < last; position += 1) {
			const cell = slot.cells[position % this.#columnSlots];
			if (cell === undefined) continue;
			if (position >= this.#columnTo) hideCell(cell);
			else if (stale || cell.position !== position) drawCell(cell, row, position, frame, this.#cellFit);
		}
		for (let position = 0; position < this.#pinnedSlots; position += 1) {
			const cell = slot.pinnedCells[position];
			if (cell === undefined) continue;
			if (position >= frame.pinned) hideCell(cell);
			else if (stale || cell.position !== position) drawCell(cell, row, position, frame, this.#cellFit);
		}
	}

	/** Grows the pool. It never shrinks, but a different number of column slots recreates them all. */
	#fit(frame: Frame): void {
		const [rows, columns] = [frame.rowEnd - frame.rowStart, frame.columnEnd - frame.columnStart];
		if (columns > this.#columnSlots || frame.pinned > this.#pinnedSlots) {
			if (columns > this.#columnSlots) this.#columnSlots = columns + 2;
			this.#pinnedSlots = Math.max(this.#pinnedSlots, frame.pinned);
			this.#rows.forEach((slot, index) => {
				this.#fillCells(slot, index);
			});
		}
		if (rows > this.#rows.length) {
			const before = this.#rows.length;
			for (let index = before; index < rows + 2; index += 1) this.#rows.push(this.#newRow(index));
			// With another number of slots, every row maps to a different one.
			for (const slot of this.#rows) {
				slot.row = -1;
				slot.position = -1;
			}
		}
	}

	#newRow(index: number): RowSlot {
		const number = document.createTextNode('');
		const header = newElement('rowheader', classes.gutter, number);
		header.setAttribute('aria-colindex', '1');
		const strip = newElement('presentation', classes.strip);
		const pinnedStrip = newElement('presentation', classes.pinnedStrip);
		const element = newElement('row', classes.row, header, strip);
		this.#body.append(element);
		const slot: RowSlot = {
			element,
			header,
			sign: null,
			number,
			strip,
			pinnedStrip,
			cells: [],
			pinnedCells: [],
			shift: '',
			mark: null,
			row: -1,
			position: -1,
			version: -1,
			columnFrom: -1,
		};
		this.#fillCells(slot, index);
		return slot;
	}

	#fillCells(slot: RowSlot, index: number): void {
		for (const cell of slot.cells) cell.position = -1;
		slot.columnFrom = -1;
		if (this.#pinnedSlots > 0) slot.header.after(slot.pinnedStrip);
		fill(slot.cells, slot.strip, this.#columnSlots, `${this.#id}-${index}-`);
		fill(slot.pinnedCells, slot.pinnedStrip, this.#pinnedSlots, `${this.#id}-${index}-p`);
	}
}

function fill(cells: CellSlot[], strip: HTMLElement, count: number, prefix: string): void {
	for (let index = cells.length; index < count; index += 1) {
		const cell = newCell(`${prefix}${index}`);
		strip.append(cell.element);
		cells.push(cell);
	}
}

function drawMark(slot: RowSlot, mark: RowMark | null): void {
	if (slot.mark === mark) return;
	slot.mark = mark;
	slot.sign ??= newSign(slot.header);
	slot.sign.textContent = mark === null ? '' : signs[mark];
	if (mark === null) {
		slot.element.removeAttribute('data-mark');
		slot.header.removeAttribute('aria-description');
		slot.header.removeAttribute('title');
		return;
	}
	slot.element.dataset.mark = mark;
	slot.header.setAttribute('aria-description', mark);
	slot.header.title = `This row was ${mark}`;
}

function newSign(header: HTMLElement): HTMLElement {
	const sign = document.createElement('span');
	sign.className = classes.sign ?? '';
	sign.setAttribute('aria-hidden', 'true');
	header.prepend(sign);
	return sign;
}

/** Start of a span of this length: as wanted, unless it would extend past the end. */
const spanStart = (wanted: number, length: number, least: number, end: number): number =>
	Math.max(least, Math.min(wanted, end - length));

function hideRow(slot: RowSlot): void {
	if (slot.row === -1 && slot.element.hidden) return;
	slot.row = -1;
	slot.position = -1;
	slot.element.hidden = true;
}

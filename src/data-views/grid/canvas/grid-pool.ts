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
	/** Made for the first row that is marked. */
	sign: HTMLElement | null;
	readonly number: Text;
	readonly strip: HTMLElement;
	readonly pinnedStrip: HTMLElement;
	readonly cells: CellSlot[];
	readonly pinnedCells: CellSlot[];
	/** How far the strip is shifted, as last set; reading it back would cost more than setting it. */
	shift: string;
	mark: RowMark | null;
	/** The row that it shows, and the one at whose position it is: another one until it is redrawn. */
	row: number;
	position: number;
	version: number;
	/** The first of the columns that its cells were drawn for. */
	columnFrom: number;
}

const signs = { added: '+', removed: '−', changed: '~' } as const;

/**
 * The rows and cells in view and a few around them, as few elements as fit, used again and again: row `r` is always drawn
 * by slot `r mod n`, so that a scrolled frame touches only what came into view. Every slot draws a row: what is hidden in
 * one frame and shown in the next costs more than all the rest. React is too slow for that (its rows dropped frames where
 * this pool drops none) and is left the frame around it. All content goes through text nodes: hostile text stays text.
 */
export class GridPool {
	readonly #body: HTMLElement;
	readonly #id: string;
	#cellFit: CellFit;
	#rows: RowSlot[] = [];
	#columnSlots = 0;
	#pinnedSlots = 0;
	/** Rows and columns that are drawn, ends exclusive. */
	#rowFrom = 0;
	#rowTo = 0;
	#columnFrom = 0;
	#columnTo = 0;
	#shift = '';
	#offset = Number.NaN;
	#turn = 0;
	/** Rows are placed relative to this one: transforms beyond some million px lose precision. */
	#base = 0;

	constructor(body: HTMLElement, id: string) {
		this.#body = body;
		this.#id = id;
		this.#cellFit = cellFit(body);
	}

	/** Looks at the fonts again, which people can make larger. */
	measureFonts(): void {
		this.#cellFit = cellFit(this.#body);
	}

	idOf(cell: Cell, frame: Frame): string | null {
		if (cell.row < frame.rowStart || cell.row >= frame.rowEnd || !isColumnInView(frame, cell.column)) return null;
		const row = cell.row % this.#rows.length;
		if (cell.column < frame.pinned) return `${this.#id}-${row}-p${cell.column}`;
		return `${this.#id}-${row}-${cell.column % this.#columnSlots}`;
	}

	/** Has what is drawn of a window of the source drawn again with the next frame. @returns whether there is any */
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
		for (let at = 0; at < pinned; at += 1) if (isWithin(at)) return true;
		for (let at = this.#columnFrom; at < this.#columnTo; at += 1) if (isWithin(at)) return true;
		return false;
	}

	/**
	 * @param turns in how many frames rows are drawn, see DrawingPace; those whose turn it is not stay as they are, in the
	 * place of others
	 * @returns whether all are drawn
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

	/** Makes the pool large enough; it never shrinks, except that other slots for columns need all of them anew. */
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
			// another number of slots: every row has another one
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
	for (let at = cells.length; at < count; at += 1) {
		const cell = newCell(`${prefix}${at}`);
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

/** Where a span of so many begins: where it is wanted, unless it would go over the end of what there is. */
const spanStart = (wanted: number, length: number, least: number, end: number): number =>
	Math.max(least, Math.min(wanted, end - length));

function hideRow(slot: RowSlot): void {
	if (slot.row === -1 && slot.element.hidden) return;
	slot.row = -1;
	slot.position = -1;
	slot.element.hidden = true;
}

import { groupDigits } from './cell-text.ts';
import classes from './data-grid.module.css';
import { rowHeight } from './geometry.ts';
import { type CellSlot, drawCell, hideCell, newCell } from './grid-cell.ts';
import { type Frame, isColumnInView, type RowMark } from './grid-frame.ts';
import type { Cell } from './grid-keys.ts';

interface RowSlot {
	readonly element: HTMLElement;
	readonly header: HTMLElement;
	readonly sign: Text;
	readonly number: Text;
	readonly strip: HTMLElement;
	readonly pinnedStrip: HTMLElement;
	readonly cells: CellSlot[];
	readonly pinnedCells: CellSlot[];
	/** The strip's transform as last set; reading it back would cost more than setting it. */
	shift: string;
	mark: RowMark | null;
	row: number;
	version: number;
}

const signs = { added: '+', removed: '−', changed: '~' } as const;

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
	#pinnedSlots = 0;
	/** Rows are placed relative to this one: transforms beyond some million px lose precision. */
	#base = 0;

	constructor(body: HTMLElement, id: string) {
		this.#body = body;
		this.#id = id;
	}

	/** Id of the element that shows a cell in the last drawn frame. */
	idOf(cell: Cell, frame: Frame): string | null {
		if (cell.row < frame.rowStart || cell.row >= frame.rowEnd || !isColumnInView(frame, cell.column)) return null;
		const row = cell.row % this.#rows.length;
		if (cell.column < frame.pinned) return `${this.#id}-${row}-p${cell.column}`;
		return `${this.#id}-${row}-${cell.column % this.#columnSlots}`;
	}

	draw(frame: Frame): void {
		this.#fit(frame);
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
		if (stale) drawMark(slot, frame.mark(row) ?? null);
		for (let position = frame.columnStart; position < frame.columnEnd; position += 1) {
			const cell = slot.cells[position % this.#columnSlots];
			if (cell !== undefined && (stale || cell.position !== position)) drawCell(cell, row, position, frame);
		}
		for (const cell of slot.cells) {
			if (cell.position < frame.columnStart || cell.position >= frame.columnEnd) hideCell(cell);
		}
		slot.pinnedCells.forEach((cell, position) => {
			if (position >= frame.pinned) hideCell(cell);
			else if (stale || cell.position !== position) drawCell(cell, row, position, frame);
		});
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
			for (const slot of this.#rows) slot.row = -1;
		}
	}

	#newRow(index: number): RowSlot {
		const element = part('row', classes.row);
		const header = part('rowheader', classes.gutter);
		header.setAttribute('aria-colindex', '1');
		const [sign, number] = [document.createTextNode(''), document.createTextNode('')];
		const signBox = document.createElement('span');
		signBox.className = classes.sign ?? '';
		signBox.setAttribute('aria-hidden', 'true');
		signBox.append(sign);
		header.append(signBox, number);
		const strip = part('presentation', classes.strip);
		const pinnedStrip = part('presentation', classes.pinnedStrip);
		element.append(header, pinnedStrip, strip);
		this.#body.append(element);
		const slot: RowSlot = {
			element,
			header,
			sign,
			number,
			strip,
			pinnedStrip,
			cells: [],
			pinnedCells: [],
			shift: '',
			mark: null,
			row: -1,
			version: -1,
		};
		this.#fillCells(slot, index);
		return slot;
	}

	#fillCells(slot: RowSlot, index: number): void {
		for (const cell of slot.cells) cell.position = -1;
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
	slot.sign.data = mark === null ? '' : signs[mark];
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

function hideRow(slot: RowSlot): void {
	if (slot.row === -1 && slot.element.hidden) return;
	slot.row = -1;
	slot.element.hidden = true;
}

function part(role: string, className: string | undefined): HTMLElement {
	const element = document.createElement('div');
	element.className = className ?? '';
	element.setAttribute('role', role);
	return element;
}

import { isRightAligned } from '../../../rows/index.ts';
import { narrowest, widest } from './column-widths.ts';
import classes from './grid.module.css';
import { columnOf, type Frame, isColumnInView, positionsInView } from './grid-frame.ts';
import { headerRow } from './grid-keys.ts';
import { isInternal } from './grid-layout.ts';
import { isInRange } from './grid-selection.ts';
import { newElement } from './new-element.ts';

interface HeaderCell {
	readonly element: HTMLElement;
	readonly name: Text;
	readonly type: Text;
	readonly sign: Text;
	readonly button: HTMLElement;
	position: number;
	column: number;
}

export interface HeaderOptions {
	onResize(column: number, width: number, isDone: boolean): void;
	onFit(column: number): void;
	onPress(position: number, event: PointerEvent): void;
	onMenu(position: number, button: HTMLElement): void;
}

/** Element id of a source column's header while it's visible. @param grid id of the grid's element */
export const headId = (grid: string, column: number): string => `${grid}-head-${column}`;

/** Header of the visible columns: names, types, sort arrows and resize handles. */
export class GridHeader {
	readonly #strip = newElement('presentation', classes.strip);
	readonly #pinnedStrip = newElement('presentation', classes.pinnedStrip);
	readonly #options: HeaderOptions;
	readonly #grid: string;
	#cells: HeaderCell[] = [];
	#drawn: Frame | null = null;

	/** @param row element with role row to fill @param grid id of the grid's element */
	constructor(row: HTMLElement, grid: string, options: HeaderOptions) {
		this.#options = options;
		this.#grid = grid;
		const corner = newElement('columnheader', classes.corner, new Text('Row'));
		corner.setAttribute('aria-colindex', '1');
		row.setAttribute('aria-rowindex', '1');
		row.append(corner, this.#pinnedStrip, this.#strip);
	}

	idOf(position: number, frame: Frame): string | null {
		return isColumnInView(frame, position) ? headId(this.#grid, frame.shown[position] ?? -1) : null;
	}

	draw(frame: Frame): void {
		const drawn = this.#drawn;
		const isInPlace =
			frame.left === drawn?.left && frame.gutter === drawn.gutter && frame.columnStart === drawn.columnStart;
		if (isInPlace && frame.columnEnd === drawn.columnEnd && isSameBut(frame, drawn)) return;
		this.#drawn = frame;
		this.#strip.style.transform = `translateX(${frame.gutter - frame.left}px)`;
		const positions = positionsInView(frame);
		while (this.#cells.length < positions.length) this.#cells.push(this.#newCell());
		// Columns that stay visible keep their header cells.
		const isScrolled = drawn !== null && isSameBut(frame, drawn);
		const kept = new Set<number>();
		const free: HeaderCell[] = [];
		for (const cell of this.#cells) {
			if (isScrolled && cell.position !== -1 && isColumnInView(frame, cell.position)) kept.add(cell.position);
			else free.push(cell);
		}
		const added = positions.filter((position) => !kept.has(position));
		free.forEach((cell, index) => {
			const position = added[index];
			if (position === undefined) leave(cell);
			else this.#drawCell(cell, position, frame);
		});
	}

	#drawCell(cell: HeaderCell, position: number, frame: Frame): void {
		const { element } = cell;
		const home = position < frame.pinned ? this.#pinnedStrip : this.#strip;
		if (element.parentElement !== home) home.append(element);
		const left = frame.edges[position] ?? 0;
		element.style.left = `${left}px`;
		element.style.width = `${(frame.edges[position + 1] ?? left) - left}px`;
		const column = frame.shown[position] ?? 0;
		element.id = headId(this.#grid, column);
		cell.position = position;
		cell.column = column;
		const { name = '', type = '', kind = 'text' } = columnOf(frame, position) ?? {};
		element.setAttribute('aria-colindex', String(column + 2));
		element.hidden = false;
		element.className = classNameOf(frame, position, isRightAligned(kind), isInternal(name));
		const title = isInternal(name) ? `${name}\n${type}\nInternal: added by the service` : `${name}\n${type}`;
		if (element.title !== title) element.title = title;
		if (cell.name.data !== name) cell.name.data = name;
		if (cell.type.data !== type) cell.type.data = type;
		drawSort(cell, name, frame);
	}

	#newCell(): HeaderCell {
		const [name, type, sign] = [new Text(), new Text(), new Text()];
		const button = newElement('presentation', classes.menuSign, new Text('⋮'));
		button.setAttribute('aria-hidden', 'true');
		button.title = 'Column menu';
		const edge = newElement('presentation', classes.edge);
		const names = newElement('presentation', classes.name, name);
		const top = newElement('presentation', classes.top, names, newElement('presentation', classes.sortSign, sign));
		const types = newElement('presentation', classes.type, type);
		const element = newElement('columnheader', '', top, types, button, edge);
		const cell: HeaderCell = { element, name, type, sign, button, position: -1, column: -1 };
		this.#listen(edge, cell);
		element.addEventListener('pointerdown', (event) => {
			if (event.button === 0) this.#options.onPress(cell.position, event);
		});
		button.addEventListener('pointerdown', (event) => {
			event.preventDefault();
			event.stopPropagation();
		});
		button.addEventListener('click', () => this.#options.onMenu(cell.position, element));
		return cell;
	}

	#listen(edge: HTMLElement, cell: HeaderCell): void {
		edge.addEventListener('pointerdown', (event) => {
			event.preventDefault();
			event.stopPropagation();
			edge.setPointerCapture(event.pointerId);
			const { column } = cell;
			const from = event.clientX - cell.element.offsetWidth;
			const widthAt = (at: PointerEvent) => Math.min(widest, Math.max(narrowest, Math.round(at.clientX - from)));
			let width: number | null = null;
			const move = (moved: PointerEvent) => {
				width = widthAt(moved);
				this.#options.onResize(column, width, false);
			};
			const end = () => {
				edge.removeEventListener('pointermove', move);
				if (width !== null) this.#options.onResize(column, width, true);
			};
			edge.addEventListener('pointermove', move);
			edge.addEventListener('lostpointercapture', end, { once: true });
		});
		edge.addEventListener('dblclick', (event) => {
			event.stopPropagation();
			this.#options.onFit(cell.column);
		});
	}
}

/** Whether only the horizontal scroll position differs. */
const isSameBut = (a: Frame, b: Frame): boolean =>
	a.edges === b.edges &&
	a.shown === b.shown &&
	a.sort === b.sort &&
	a.range === b.range &&
	a.pinned === b.pinned &&
	a.active === b.active;

function leave(cell: HeaderCell): void {
	if (cell.position === -1 && cell.element.hidden) return;
	cell.position = -1;
	cell.element.hidden = true;
	cell.element.removeAttribute('id');
}

function classNameOf(frame: Frame, position: number, isNumber: boolean, internal: boolean): string {
	const { active, range } = frame;
	const isActive = active !== null && active.row === headerRow && active.column === position;
	const isWithin = range !== null && isInRange(range, range.top, position);
	return [
		classes.head,
		isNumber ? classes.numberHead : '',
		internal ? classes.internal : '',
		isWithin ? classes.within : '',
		isActive ? classes.active : '',
	].join(' ');
}

function drawSort(cell: HeaderCell, name: string, { sort }: Frame): void {
	const at = sort.findIndex((term) => term.column === name);
	const term = sort[at];
	const sign = term === undefined ? '' : `${term.descending ? '↓' : '↑'}${sort.length > 1 ? at + 1 : ''}`;
	if (cell.sign.data === sign && cell.element.hasAttribute('aria-sort') === (term !== undefined)) return;
	cell.sign.data = sign;
	if (term === undefined) cell.element.removeAttribute('aria-sort');
	else cell.element.setAttribute('aria-sort', term.descending ? 'descending' : 'ascending');
}

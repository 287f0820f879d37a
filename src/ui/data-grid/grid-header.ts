import { isRightAligned } from './cell-text.ts';
import { narrowest, widest } from './column-widths.ts';
import classes from './data-grid.module.css';
import type { Frame } from './grid-pool.ts';

interface HeaderCell {
	readonly element: HTMLElement;
	readonly name: Text;
	readonly type: Text;
	column: number;
}

export interface HeaderOptions {
	onResize(column: number, width: number): void;
	onFit(column: number): void;
}

/** The names and types of the columns in view, and the edges by which they are resized. */
export class GridHeader {
	readonly #strip: HTMLElement;
	readonly #options: HeaderOptions;
	#cells: HeaderCell[] = [];
	#edges: Float64Array = new Float64Array();
	#drawn: Frame | null = null;

	/** @param row the element with role row that it fills */
	constructor(row: HTMLElement, options: HeaderOptions) {
		this.#options = options;
		const corner = document.createElement('div');
		corner.className = classes.corner ?? '';
		corner.setAttribute('role', 'columnheader');
		corner.setAttribute('aria-colindex', '1');
		corner.textContent = 'Row';
		this.#strip = document.createElement('div');
		this.#strip.className = classes.strip ?? '';
		this.#strip.setAttribute('role', 'presentation');
		row.setAttribute('aria-rowindex', '1');
		row.append(corner, this.#strip);
	}

	draw(frame: Frame): void {
		if (this.#drawn !== null && isSameHeader(frame, this.#drawn)) return;
		this.#drawn = frame;
		this.#edges = frame.edges;
		this.#strip.style.transform = `translateX(${frame.gutter - frame.left}px)`;
		const count = frame.columnEnd - frame.columnStart;
		while (this.#cells.length < count) this.#cells.push(this.#newCell());
		this.#cells.forEach((cell, index) => {
			const column = frame.columnStart + index;
			cell.element.hidden = index >= count;
			if (!cell.element.hidden) drawHeaderCell(cell, column, frame);
		});
	}

	#newCell(): HeaderCell {
		const element = document.createElement('div');
		element.setAttribute('role', 'columnheader');
		const name = document.createTextNode('');
		const type = document.createTextNode('');
		const edge = document.createElement('div');
		edge.className = classes.edge ?? '';
		element.append(line(classes.name, name), line(classes.type, type), edge);
		this.#strip.append(element);
		const cell: HeaderCell = { element, name, type, column: -1 };
		this.#listen(edge, cell);
		return cell;
	}

	#listen(edge: HTMLElement, cell: HeaderCell): void {
		edge.addEventListener('pointerdown', (event) => {
			event.preventDefault();
			event.stopPropagation();
			edge.setPointerCapture(event.pointerId);
			const { column } = cell;
			const from = event.clientX - ((this.#edges[column + 1] ?? 0) - (this.#edges[column] ?? 0));
			const move = (moved: PointerEvent) =>
				this.#options.onResize(column, Math.min(widest, Math.max(narrowest, Math.round(moved.clientX - from))));
			edge.addEventListener('pointermove', move);
			edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', move), { once: true });
		});
		edge.addEventListener('dblclick', (event) => {
			event.stopPropagation();
			this.#options.onFit(cell.column);
		});
	}
}

const isSameHeader = (a: Frame, b: Frame): boolean =>
	a.left === b.left && a.edges === b.edges && a.columnStart === b.columnStart && a.columnEnd === b.columnEnd;

function drawHeaderCell(cell: HeaderCell, column: number, frame: Frame): void {
	const { element } = cell;
	const left = frame.edges[column] ?? 0;
	element.style.left = `${left}px`;
	element.style.width = `${(frame.edges[column + 1] ?? left) - left}px`;
	if (cell.column === column) return;
	cell.column = column;
	const { name = '', type = '', kind = 'text' } = frame.columns[column] ?? {};
	element.setAttribute('aria-colindex', String(column + 2));
	element.className = `${classes.head} ${isRightAligned(kind) ? classes.numberHead : ''}`;
	element.title = `${name}\n${type}`;
	cell.name.data = name;
	cell.type.data = type;
}

function line(className: string | undefined, text: Text): HTMLElement {
	const element = document.createElement('div');
	element.className = className ?? '';
	element.append(text);
	return element;
}

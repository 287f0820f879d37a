import { type CellFace, cellFace, isRightAligned } from './cell-text.ts';
import classes from './data-grid.module.css';
import { columnOf, type Frame } from './grid-frame.ts';
import { isInRange } from './grid-selection.ts';
import type { CellKind } from './row-source.ts';

/** An element that draws one cell after the other. */
export interface CellSlot {
	readonly element: HTMLElement;
	readonly text: Text;
	/** Made for the first cell that has another side. */
	before: HTMLElement | null;
	position: number;
	/** The edges by which it was placed. */
	edges: Float64Array | null;
	className: string;
	isSelected: boolean;
}

export function newCell(id: string): CellSlot {
	const element = document.createElement('div');
	element.setAttribute('role', 'gridcell');
	element.setAttribute('aria-selected', 'false');
	element.id = id;
	const text = document.createTextNode('');
	element.append(text);
	return { element, text, before: null, position: -1, edges: null, className: '', isSelected: false };
}

export function drawCell(cell: CellSlot, row: number, position: number, frame: Frame): void {
	place(cell, position, frame);
	const kind = columnOf(frame, position)?.kind ?? 'text';
	const value = frame.value(row, position);
	const face = value === undefined ? null : cellFace(value, kind);
	const text = face?.text ?? '';
	if (cell.text.data !== text) cell.text.data = text;
	drawBefore(cell, face?.before);
	const isActive = frame.active !== null && frame.active.row === row && frame.active.column === position;
	const isSelected = isActive || (frame.range !== null && isInRange(frame.range, row, position));
	const className = classNameOf(face, kind, isActive, isSelected && frame.range !== null);
	if (cell.className !== className) {
		cell.element.className = className;
		cell.className = className;
	}
	if (cell.isSelected !== isSelected) {
		cell.isSelected = isSelected;
		cell.element.setAttribute('aria-selected', String(isSelected));
	}
}

export function hideCell(cell: CellSlot): void {
	if (cell.position === -1 && cell.element.hidden) return;
	cell.position = -1;
	cell.element.hidden = true;
}

function place(cell: CellSlot, position: number, frame: Frame): void {
	const { element } = cell;
	if (cell.position === position && cell.edges === frame.edges) return;
	const left = frame.edges[position] ?? 0;
	// not a transform: hundreds of them would have to be visited at every scrolled frame
	element.style.left = `${left}px`;
	element.style.width = `${(frame.edges[position + 1] ?? left) - left}px`;
	element.setAttribute('aria-colindex', String((frame.shown[position] ?? 0) + 2));
	element.hidden = false;
	cell.edges = frame.edges;
	cell.position = position;
}

function drawBefore(cell: CellSlot, before: string | undefined): void {
	if (cell.before === null) {
		if (before === undefined) return;
		cell.before = document.createElement('del');
		cell.before.className = classes.before ?? '';
		cell.element.prepend(cell.before);
	}
	cell.before.hidden = before === undefined;
	if (cell.before.textContent !== (before ?? '')) cell.before.textContent = before ?? '';
}

function classNameOf(face: CellFace | null, kind: CellKind, isActive: boolean, isSelected: boolean): string {
	let name = plainNames[kind];
	if (face?.look === 'value' && face.before === undefined && !isSelected) return name;
	if (face === null) name += ` ${classes.waiting}`;
	else if (face.look !== 'value') name += ` ${classes[face.look]}`;
	if (face?.before !== undefined) name += ` ${classes.changed}`;
	if (isSelected) name += ` ${classes.selected}`;
	if (isActive) name += ` ${classes.active}`;
	return name;
}

const plainName = (kind: CellKind): string => {
	if (isRightAligned(kind)) return `${classes.cell} ${classes.number}`;
	return kind === 'text' || kind === 'boolean' ? `${classes.cell}` : `${classes.cell} ${classes.mono}`;
};

/** Class names of cells that nothing is to be said about, which nearly all are. */
const plainNames: Readonly<Record<CellKind, string>> = {
	text: plainName('text'),
	digits: plainName('digits'),
	integer: plainName('integer'),
	float: plainName('float'),
	decimal: plainName('decimal'),
	boolean: plainName('boolean'),
	temporal: plainName('temporal'),
	json: plainName('json'),
	blob: plainName('blob'),
};

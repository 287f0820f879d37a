import { isAmount, namesAmounts } from '#lib/text/amounts.ts';
import { roundedText } from '#lib/text/rounded-text.ts';
import {
	type CellFace,
	type CellKind,
	type CellValue,
	cellFace,
	exactText,
	type GridColumn,
	holds,
	isRightAligned,
} from '../../../rows/index.ts';
import classes from './grid.module.css';
import { columnOf, type Frame } from './grid-frame.ts';
import { isInRange } from './grid-selection.ts';
import { newElement } from './new-element.ts';
import { TextFit } from './text-fit.ts';

export interface CellFit {
	readonly text: TextFit;
	readonly mono: TextFit;
}

export function cellFit(grid: HTMLElement): CellFit {
	const { fontFamily, fontSize, letterSpacing } = getComputedStyle(grid);
	const mono = getComputedStyle(grid).getPropertyValue('--mono');
	return {
		text: new TextFit(`${fontSize} ${fontFamily}`, letterSpacing),
		mono: new TextFit(`${fontSize} ${mono}`, letterSpacing),
	};
}

export interface CellSlot {
	readonly element: HTMLElement;
	readonly text: Text;
	before: HTMLElement | null;
	position: number;
	edges: Float64Array | null;
	/** Space for text, px. */
	room: number;
	className: string;
	isSelected: boolean;
	/** All digits, if the text is rounded. */
	title: string;
}

export function newCell(id: string): CellSlot {
	const text = new Text();
	const element = newElement('gridcell', '', text);
	element.setAttribute('aria-selected', 'false');
	element.id = id;
	return {
		element,
		text,
		before: null,
		position: -1,
		edges: null,
		room: 0,
		className: '',
		isSelected: false,
		title: '',
	};
}

export function drawCell(cell: CellSlot, row: number, position: number, frame: Frame, fit: CellFit): void {
	placeCell(cell, position, frame);
	const column = columnOf(frame, position);
	const kind = column?.kind ?? 'text';
	const value = frame.value(row, position);
	const face = value === undefined ? null : cellFace(value, kind, isGrouped(column, value));
	const exact = face?.text ?? '';
	const text =
		column?.isRounded === true && face?.look === 'value' ? roundedText(exact.replaceAll(',', ''), column.name) : exact;
	if (cell.text.data !== text) cell.text.data = text;
	const title = text === exact ? '' : exact;
	if (cell.title !== title) {
		cell.element.title = title;
		cell.title = title;
	}
	drawBefore(cell, face?.before);
	const isActive = frame.active !== null && frame.active.row === row && frame.active.column === position;
	const isSelected = isActive || (frame.range !== null && isInRange(frame.range, row, position));
	const isWhole = face?.look === 'value' && face.before === undefined && fit[fontOf(kind)].fits(text, cell.room);
	const isMatch = frame.searchText !== '' && value !== undefined && holds(value, kind, frame.searchText);
	const plain = classNameOf(face, kind, isWhole, isActive, isSelected && frame.range !== null);
	const className = isMatch ? `${plain} ${classes.match}` : plain;
	if (cell.className !== className) {
		cell.element.className = className;
		cell.className = className;
	}
	if (cell.isSelected !== isSelected) {
		cell.isSelected = isSelected;
		cell.element.setAttribute('aria-selected', String(isSelected));
	}
}

const columnsOfAmounts = new WeakMap<GridColumn, boolean>();

function isGrouped(column: GridColumn | undefined, value: CellValue): boolean {
	if (column === undefined || !isRightAligned(column.kind)) return true;
	const known = columnsOfAmounts.get(column) ?? namesAmounts(column.name);
	columnsOfAmounts.set(column, known);
	return known || isAmount(column.name, exactText(value));
}

export function hideCell(cell: CellSlot): void {
	if (cell.position === -1 && cell.element.hidden) return;
	cell.position = -1;
	cell.element.hidden = true;
}

function placeCell(cell: CellSlot, position: number, frame: Frame): void {
	const { element } = cell;
	if (cell.position === position && cell.edges === frame.edges) return;
	const left = frame.edges[position] ?? 0;
	const width = (frame.edges[position + 1] ?? left) - left;
	// Cells flow in column order: positioning each one would give it its own compositor layer.
	element.style.order = String(position);
	element.style.width = `${width}px`;
	cell.room = width - cellPadding;
	element.setAttribute('aria-colindex', String((frame.shown[position] ?? 0) + 2));
	element.hidden = false;
	cell.edges = frame.edges;
	cell.position = position;
}

/** Horizontal padding and border of a cell, px. */
const cellPadding = 21;

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

function classNameOf(
	face: CellFace | null,
	kind: CellKind,
	isWhole: boolean,
	isActive: boolean,
	isSelected: boolean,
): string {
	let name = (isWhole ? plainNames : cutNames)[kind];
	if (face?.look === 'value' && face.before === undefined && !isSelected && !isActive) return name;
	if (face === null) name += ` ${classes.waiting}`;
	else if (face.look !== 'value') name += ` ${classes[face.look]}`;
	if (face?.before !== undefined) name += ` ${classes.changed}`;
	if (isSelected) name += ` ${classes.selected}`;
	if (isActive) name += ` ${classes.active}`;
	return name;
}

const fontOf = (kind: CellKind): keyof CellFit => (kind === 'text' || kind === 'boolean' ? 'text' : 'mono');

const plainName = (kind: CellKind): string => {
	if (isRightAligned(kind)) return `${classes.cell} ${classes.number}`;
	return fontOf(kind) === 'text' ? `${classes.cell}` : `${classes.cell} ${classes.mono}`;
};

const kinds = ['text', 'digits', 'integer', 'float', 'decimal', 'boolean', 'temporal', 'json', 'blob'] as const;

const namesOfAll = (nameOf: (kind: CellKind) => string) =>
	Object.fromEntries(kinds.map((kind) => [kind, nameOf(kind)])) as Readonly<Record<CellKind, string>>;

/** Class names of unmarked cells, as nearly all cells are. */
const plainNames = namesOfAll(plainName);
const cutNames = namesOfAll((kind) => `${plainName(kind)} ${classes.cut}`);

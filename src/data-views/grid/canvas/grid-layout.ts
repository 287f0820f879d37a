import type { Arrangement, GridColumn } from '../../../rows/index.ts';

/** What a person asked to see: kept in the address by who uses the grid. `hidden` null: as the layout has it. */
export interface GridState extends Arrangement {
	readonly hidden: readonly string[] | null;
}

export const plainState: GridState = { sort: [], filter: [], hidden: null };

/** How a person laid a grid's columns out. By names, so that it suits the next run's output of the same dataset too. */
export interface GridLayout {
	/** All columns in their order; empty: as the source has them, internal ones last. */
	readonly order: readonly string[];
	readonly pinned: readonly string[];
	readonly hidden: readonly string[];
	/** Widths that were chosen, px. Pairs, because a column may be named `__proto__`. */
	readonly widths: readonly (readonly [name: string, width: number])[];
}

export const plainLayout: GridLayout = { order: [], pinned: [], hidden: [], widths: [] };

/** The columns that are drawn, as indexes of the source's; the first `pinned` of them stay when the others scroll. */
export interface ShownColumns {
	readonly indexes: readonly number[];
	readonly pinned: number;
}

/** Columns that services add to rows, for themselves (interface, "Agent interface"). */
export const isInternal = (name: string): boolean => name.startsWith('__');

/**
 * Every column's index in the order of the layout. Columns that it does not know come after those it does, internal
 * ones last. @param apart the column that marks rows: it is drawn as their sign and nowhere else
 */
export function orderColumns(columns: readonly GridColumn[], layout: GridLayout, apart?: number): number[] {
	const ranks = new Map(layout.order.map((name, rank) => [name, rank]));
	const unknown = layout.order.length;
	const rankOf = ({ name }: GridColumn): number => ranks.get(name) ?? unknown + (isInternal(name) ? 1 : 0);
	return columns
		.map((column, index) => ({ index, rank: rankOf(column) }))
		.filter(({ index }) => index !== apart)
		.sort((a, b) => a.rank - b.rank || a.index - b.index)
		.map(({ index }) => index);
}

/** What is drawn of the columns: not the hidden ones, the pinned ones first. */
export function showColumns(columns: readonly GridColumn[], layout: GridLayout, apart?: number): ShownColumns {
	const hidden = new Set(layout.hidden);
	const pinned = new Set(layout.pinned);
	const seen = orderColumns(columns, layout, apart).filter((index) => !hidden.has(nameAt(columns, index)));
	const first = seen.filter((index) => pinned.has(nameAt(columns, index)));
	return { indexes: [...first, ...seen.filter((index) => !first.includes(index))], pinned: first.length };
}

/** Moves a column before another one of the order (`before` null: to the end). */
export function moveColumn(
	columns: readonly GridColumn[],
	layout: GridLayout,
	column: number,
	before: number | null,
): GridLayout {
	if (column === before) return layout;
	const order = orderColumns(columns, layout).filter((index) => index !== column);
	const at = before === null ? order.length : order.indexOf(before);
	order.splice(at === -1 ? order.length : at, 0, column);
	return { ...layout, order: order.map((index) => nameAt(columns, index)) };
}

export const toggleName = (names: readonly string[], name: string, wanted: boolean): string[] =>
	wanted ? [...new Set([...names, name])] : names.filter((value) => value !== name);

/** Keeps a chosen width; null forgets it. */
export function chooseWidth(layout: GridLayout, name: string, width: number | null): GridLayout {
	const others = layout.widths.filter(([other]) => other !== name);
	return { ...layout, widths: width === null ? others : [...others, [name, width]] };
}

const nameAt = (columns: readonly GridColumn[], index: number): string => columns[index]?.name ?? '';

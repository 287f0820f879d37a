import type { Arrangement, GridColumn } from '../../../rows/index.ts';

/** The user's choices, stored in the URL by the grid's owner. `hidden` null: as in the layout. */
export interface GridState extends Arrangement {
	readonly hidden: readonly string[] | null;
}

export const plainState: GridState = { sort: [], filter: [], hidden: null };

/** Column layout by column name, so that it also fits the next run's output of the same dataset. */
export interface GridLayout {
	/** All columns in order. Empty: the source's order with internal columns last. */
	readonly order: readonly string[];
	readonly pinned: readonly string[];
	readonly hidden: readonly string[];
	/** User-chosen widths in px. Pairs, because a column may be named `__proto__`. */
	readonly widths: readonly (readonly [name: string, width: number])[];
}

export const plainLayout: GridLayout = { order: [], pinned: [], hidden: [], widths: [] };

/** Drawn columns as source column indexes. The first `pinned` don't scroll. */
export interface ShownColumns {
	readonly indexes: readonly number[];
	readonly pinned: number;
}

/** Columns that services add to rows for internal use (interface, "Agent interface"). */
export const isInternal = (name: string): boolean => name.startsWith('__');

/**
 * All column indexes in layout order. Unknown columns follow, internal ones last. @param apart column with change
 * marks, which are drawn only as row signs
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

export function showColumns(columns: readonly GridColumn[], layout: GridLayout, apart?: number): ShownColumns {
	const hidden = new Set(layout.hidden);
	const pinned = new Set(layout.pinned);
	const seen = orderColumns(columns, layout, apart).filter((index) => !hidden.has(nameAt(columns, index)));
	const first = seen.filter((index) => pinned.has(nameAt(columns, index)));
	return { indexes: [...first, ...seen.filter((index) => !first.includes(index))], pinned: first.length };
}

/** Moves a column before another one; `before` null: to the end. */
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

export function chooseWidth(layout: GridLayout, name: string, width: number | null): GridLayout {
	const others = layout.widths.filter(([other]) => other !== name);
	return { ...layout, widths: width === null ? others : [...others, [name, width]] };
}

const nameAt = (columns: readonly GridColumn[], index: number): string => columns[index]?.name ?? '';

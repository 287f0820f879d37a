import type { ReactNode } from 'react';
import type { CellPosition, CellValue, CopyFormat, FilterTerm, RowSource, SortTerm } from '../../../rows/index.ts';
import type { GridLayout, GridState } from '../canvas/grid-layout.ts';
import type { GridView } from '../canvas/grid-view.ts';

/** What Enter and a double click do with a row, instead of showing all of a cell. */
export interface RowAction {
	/** Verb and object: "Show rows of this group". */
	readonly label: string;
	readonly run: (cells: readonly CellValue[]) => void;
}

/** A grid of other rows, in a panel of this one. */
export type RowsGrid = (props: {
	readonly source: RowSource;
	readonly label: string;
	readonly fileName: string;
	readonly rowAction: RowAction;
}) => ReactNode;

/** The grid that menus and panels act on. Columns are indexes of the source's. */
export interface GridContext {
	readonly source: RowSource;
	readonly state: GridState;
	readonly layout: GridLayout;
	view(): GridView | null;
	setSort(sort: readonly SortTerm[]): void;
	setFilter(filter: readonly FilterTerm[]): void;
	setLayout(layout: GridLayout): void;
	inspect(cell: CellPosition): void;
	readonly rowAction: RowAction | undefined;
	/** Does it with the row of a cell. */
	act(cell: CellPosition): void;
	copy(format: CopyFormat, withHeader: boolean): void;
	/** Opens a panel at the column's head. */
	openPanel(kind: 'values' | 'group' | 'columns', column: number): void;
}

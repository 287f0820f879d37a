import type { ReactNode } from 'react';
import type { CellPosition, CellValue, CopyFormat, FilterTerm, RowSource, SortTerm } from '../../../rows/index.ts';
import type { GridLayout, GridState } from '../canvas/grid-layout.ts';
import type { GridView } from '../canvas/grid-view.ts';

/** Action of Enter and double-click on a row, instead of opening the cell. */
export interface RowAction {
	/** Verb + object: "Show rows of this group". */
	readonly label: string;
	readonly run: (cells: readonly CellValue[]) => void;
}

/** Renders another grid inside a panel of this one. */
export type RowsGrid = (props: {
	readonly source: RowSource;
	readonly label: string;
	readonly fileName: string;
	readonly rowAction: RowAction;
}) => ReactNode;

/** The grid as seen by its menus and panels. Columns are source column indexes. */
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
	/** Runs the action on a cell's row. */
	act(cell: CellPosition): void;
	copy(format: CopyFormat, withHeader: boolean): void;
	openPanel(kind: 'values' | 'group' | 'columns', column: number): void;
}

import type { CellPosition, CopyFormat, FilterTerm, RowSource, SortTerm } from '../../../rows/index.ts';
import type { GridLayout, GridState } from '../canvas/grid-layout.ts';
import type { GridView } from '../canvas/grid-view.ts';

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
	copy(format: CopyFormat, withHeader: boolean): void;
	/** Opens a panel at the column's head. */
	openPanel(kind: 'values' | 'group' | 'columns', column: number): void;
}

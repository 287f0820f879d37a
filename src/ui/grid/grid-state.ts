import type { Arrangement } from '../../rows/index.ts';

/** What a person asked to see: kept in the address by who uses the grid. `hidden` null: as the layout has it. */
export interface GridState extends Arrangement {
	readonly hidden: readonly string[] | null;
}

export const plainState: GridState = { sort: [], filter: [], hidden: null };

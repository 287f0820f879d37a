import { problemOf } from '../../rows/operations/arrange/filter.ts';
import type { Arrangement, GridColumn } from '../../rows/source/row-source.ts';

/** What a person asked to see: kept in the address by who uses the grid. `hidden` null: as the layout has it. */
export interface GridState extends Arrangement {
	readonly hidden: readonly string[] | null;
}

export const plainState: GridState = { sort: [], filter: [], hidden: null };

export const nothingAsked: Arrangement = { sort: [], filter: [] };

export const isPlain = ({ sort, filter }: Arrangement): boolean => sort.length + filter.length === 0;

/** An arrangement without the terms that don't fit the columns: an older run may have had others, an address may hold anything. */
export function applicable({ sort, filter }: Arrangement, columns: readonly GridColumn[]): Arrangement {
	const names = new Set(columns.map((it) => it.name));
	return {
		sort: sort.filter((it) => names.has(it.column)),
		filter: filter.filter((term) => problemOf(term, columns) === null),
	};
}

/**
 * The sort after a column was asked for: ascending, then descending, then not at all.
 * @param add keeps what is sorted by already and adds to it
 */
export function cycleSort({ sort }: Pick<Arrangement, 'sort'>, column: string, add: boolean): Arrangement['sort'] {
	const before = sort.find((it) => it.column === column);
	const next =
		before === undefined ? { column, descending: false } : before.descending ? null : { column, descending: true };
	if (!add) return next === null ? [] : [next];
	if (before === undefined) return [...sort, { column, descending: false }];
	return sort.flatMap((it) => (it === before ? (next ?? []) : it));
}

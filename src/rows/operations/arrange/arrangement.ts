import type { Arrangement, GridColumn } from '../../source/row-source.ts';
import { filterProblem } from './filter.ts';

export const noArrangement: Arrangement = { sort: [], filter: [] };

export const isUnarranged = ({ sort, filter }: Arrangement): boolean => sort.length + filter.length === 0;

/** Drops terms that don't fit the columns: an older run may have had others, and a URL may contain anything. */
export function applicableArrangement({ sort, filter }: Arrangement, columns: readonly GridColumn[]): Arrangement {
	const names = new Set(columns.map((column) => column.name));
	return {
		sort: sort.filter((term) => names.has(term.column)),
		filter: filter.filter((term) => filterProblem(term, columns) === null),
	};
}

/**
 * Cycles a column's sort: ascending, descending, none.
 * @param add keeps the other sort terms
 */
export function cycleSort({ sort }: Pick<Arrangement, 'sort'>, column: string, add: boolean): Arrangement['sort'] {
	const before = sort.find((term) => term.column === column);
	const next =
		before === undefined ? { column, descending: false } : before.descending ? null : { column, descending: true };
	if (!add) return next === null ? [] : [next];
	if (before === undefined) return [...sort, { column, descending: false }];
	return sort.flatMap((term) => (term === before ? (next ?? []) : term));
}

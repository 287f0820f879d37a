import { quoted } from '../engine/sql-text.ts';
import type { Part } from './parts/parts.ts';
import type { SortColumn } from './row-sort.ts';

/** Beyond so many rows it costs as much to find the edge as to sort. */
const mostRows = 1_000_000;

/**
 * What leaves out rows that stand behind the end of a sorted page, to be added to `where`: the engine finds the value at the
 * edge by one column, and reads the others of the rows up to there alone. Empty where rows without a value, or NaN, could be
 * lost, and where rows are one object: those are few.
 * @param end how many rows there are up to the page's end
 */
export function edgeOf(
	table: string,
	where: string,
	lead: SortColumn | null,
	parts: readonly Part[],
	end: number,
): string {
	if (lead === null || parts.length < 2 || end > mostRows) return '';
	let filled = 0;
	let nulls = 0;
	for (const { known } of parts) {
		const values = known?.columns[lead.name];
		if (known === null || values === undefined) return '';
		filled += known.rows - values.nulls;
		nulls += values.nulls;
	}
	// Rows without a value come last: which are on the page is known only where every row counts.
	if (nulls > 0 && (where !== '' || end > filled)) return '';
	const it = quoted(lead.name);
	const [sign, farthest, order] = lead.descending ? ['>=', 'min', 'DESC'] : ['<=', 'max', 'ASC'];
	const first = `SELECT ${it} FROM ${table}${where} ORDER BY ${it} ${order} NULLS LAST LIMIT ${end}`;
	return `${where === '' ? ' WHERE' : ' AND'} ${it} ${sign} (SELECT ${farthest}(${it}) FROM (${first}))`;
}

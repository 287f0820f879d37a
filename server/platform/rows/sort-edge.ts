import { literal, quoted } from '#lib/sql/quoting.ts';
import type { Part } from '../parts/parts.ts';
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

/**
 * A condition that all rows up to the end of a sorted page meet, told from the parts alone: where one of them has as many rows
 * with a value, none of those is beyond its farther bound. Empty where that cannot be told.
 */
export function reachOf({ name, descending }: SortColumn, parts: readonly Part[], end: number): string {
	let best: { readonly bound: string; readonly at: number } | null = null;
	for (const { known } of parts) {
		const values = known?.columns[name];
		if (known === null || values === undefined) return '';
		const bound = descending ? values.min : values.max;
		const at = descending ? positionOf(bound) : -positionOf(bound);
		if (known.rows - values.nulls < end || Number.isNaN(at)) continue;
		if (best === null || at > best.at) best = { at, bound: `CAST(${literal(bound)} AS ${values.type})` };
	}
	return best === null ? '' : ` WHERE ${quoted(name)} ${descending ? '>=' : '<='} ${best.bound}`;
}

/** Where a bound about lies among others, for choosing a good one; NaN where that is not known. Any of them would be right. */
const positionOf = (bound: string): number => (/^\d{4}-\d\d-\d\d/.test(bound) ? Date.parse(bound) : Number(bound));

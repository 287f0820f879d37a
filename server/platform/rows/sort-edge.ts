import { literal, quoted } from '#lib/sql/quoting.ts';
import type { Part } from '../parts/parts.ts';
import type { SortColumn } from './row-sort.ts';

/** With more rows, finding the edge costs as much as sorting. */
const maxRows = 1_000_000;

/**
 * A condition that drops rows beyond a sorted page's end, so that the engine reads other columns only up to there; empty if NULL or NaN rows could be
 * lost, and if rows are a single object. @param end rows up to the page's end
 */
export function edgeOf(
	table: string,
	where: string,
	lead: SortColumn | null,
	parts: readonly Part[],
	end: number,
): string {
	if (lead === null || parts.length < 2 || end > maxRows) return '';
	let filled = 0;
	let nulls = 0;
	for (const { known } of parts) {
		const values = known?.columns[lead.name];
		if (known === null || values === undefined) return '';
		filled += known.rows - values.nulls;
		nulls += values.nulls;
	}
	// Nulls come last: whether the page includes any is known only without a filter.
	if (nulls > 0 && (where !== '' || end > filled)) return '';
	const name = quoted(lead.name);
	const [sign, farthest, order] = lead.descending ? ['>=', 'min', 'DESC'] : ['<=', 'max', 'ASC'];
	const first = `SELECT ${name} FROM ${table}${where} ORDER BY ${name} ${order} NULLS LAST LIMIT ${end}`;
	return `${where === '' ? ' WHERE' : ' AND'} ${name} ${sign} (SELECT ${farthest}(${name}) FROM (${first}))`;
}

/** A condition that is true for all rows up to a sorted page's end, from the bounds of a part with that many values; empty if unknown. */
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

/** A number for choosing a good bound; NaN if unknown. Any bound would be correct. */
const positionOf = (bound: string): number => (/^\d{4}-\d\d-\d\d/.test(bound) ? Date.parse(bound) : Number(bound));

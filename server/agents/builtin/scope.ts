import type { ColumnRef, Step } from './intent.ts';
import type { Link } from './link-names.ts';
import type { Column, Schema, Table } from './schema.ts';

/** A dataset whose rows a row of the root finds at most one of, and the links that lead there. */
export interface Place {
	readonly table: Table;
	readonly via: readonly Step[];
}

/** A column with the way to it. */
export interface Placed {
	readonly column: Column;
	readonly via: readonly Step[];
}

export type ColumnLink = Placed & Extract<Link, { kind: 'column' }>;
export type ValueLink = Placed & Extract<Link, { kind: 'value' }>;
export type ScopedLink = ColumnLink | ValueLink | Extract<Link, { kind: 'table' }>;

/** What can be reached from one root: the root, and what links lead to from many rows to one. */
export interface Scope {
	readonly schema: Schema;
	readonly root: Table;
	readonly places: readonly Place[];
}

const mostSteps = 2;
const perStep = 0.12;

export function scopeOf(schema: Schema, root: Table): Scope {
	const places: Place[] = [{ table: root, via: [] }];
	for (const place of places) {
		if (place.via.length >= mostSteps) continue;
		for (const join of schema.joins) {
			const { from, to } = join;
			const passed = to.table === root || place.via.some((step) => step.table === to.table.key);
			if (from.table !== place.table || passed) continue;
			places.push({ table: to.table, via: [...place.via, { from: from.name, table: to.table.key, to: to.name }] });
		}
	}
	return { schema, root, places };
}

/** The links that lead somewhere within the scope, once for each way, best first. */
export function linksWithin(scope: Scope, links: readonly Link[]): ScopedLink[] {
	return links
		.flatMap((link): ScopedLink[] => {
			if (link.kind === 'table') return scope.places.some((place) => place.table === link.table) ? [link] : [];
			return scope.places
				.filter((place) => place.table === link.column.table)
				.map(({ via }) => nearer(scope, { ...link, via, score: link.score - perStep * via.length }));
		})
		.sort((a, b) => b.score - a.score)
		.filter((link, index, all) => all.findIndex((other) => sameMeaning(other, link)) === index);
}

const sameMeaning = (a: ScopedLink, b: ScopedLink): boolean =>
	a === b || (a.kind !== 'table' && a.kind === b.kind && samePlace(a, b));

/** The key of a linked dataset has the values of the column that leads there, and more rows have that one. */
function nearer<T extends ColumnLink | ValueLink>(scope: Scope, link: T): T {
	const last = link.via.at(-1);
	if (last === undefined || last.to !== link.column.name) return link;
	const before = link.via.slice(0, -1);
	const place = scope.places.find((place) => JSON.stringify(place.via) === JSON.stringify(before));
	const join = scope.schema.joins.find(
		(join) => join.to === link.column && join.from.name === last.from && join.from.table === place?.table,
	);
	if (join === undefined || !join.caseSensitive || join.trim) return link;
	return { ...link, column: join.from, via: before };
}

export const refOf = ({ column, via }: Placed): ColumnRef => ({ table: column.table.key, column: column.name, via });

export const samePlace = (a: Placed, b: Placed): boolean =>
	a.column === b.column && JSON.stringify(a.via) === JSON.stringify(b.via);

/** A column of the root itself. */
export const own = (column: Column): Placed => ({ column, via: [] });

export function placedOf(scope: Scope, ref: ColumnRef): Placed | null {
	const table = scope.places.find(
		(place) => place.table.key === ref.table && JSON.stringify(place.via) === JSON.stringify(ref.via),
	);
	const column = table?.table.columns.find((column) => column.name === ref.column);
	return column === undefined ? null : { column, via: ref.via };
}

import type { ColumnRef, Step } from './intent.ts';
import type { Link } from './link-names.ts';
import type { Column, Schema, Table } from './schema.ts';

/** A dataset whose rows a row of the root finds at most one of, and the links that lead there. */
export interface TablePath {
	readonly table: Table;
	readonly via: readonly Step[];
}

/** A column with the way to it. */
export interface ColumnPath {
	readonly column: Column;
	readonly via: readonly Step[];
}

export type ColumnLink = ColumnPath & Extract<Link, { kind: 'column' }>;
export type ValueLink = ColumnPath & Extract<Link, { kind: 'value' }>;
export type ScopedLink = ColumnLink | ValueLink | Extract<Link, { kind: 'table' }>;

/** What can be reached from one root: the root, and what links lead to from many rows to one. */
export interface Scope {
	readonly schema: Schema;
	readonly root: Table;
	readonly paths: readonly TablePath[];
}

const mostSteps = 2;
const perStep = 0.12;

export function scopeOf(schema: Schema, root: Table): Scope {
	const paths: TablePath[] = [{ table: root, via: [] }];
	for (const path of paths) {
		if (path.via.length >= mostSteps) continue;
		for (const join of schema.joins) {
			const { from, to } = join;
			const passed = to.table === root || path.via.some((step) => step.table === to.table.key);
			if (from.table !== path.table || passed) continue;
			paths.push({ table: to.table, via: [...path.via, { from: from.name, table: to.table.key, to: to.name }] });
		}
	}
	return { schema, root, paths };
}

/** The links that lead somewhere within the scope, once for each way, best first. */
export function linksWithin(scope: Scope, links: readonly Link[]): ScopedLink[] {
	return links
		.flatMap((link): ScopedLink[] => {
			if (link.kind === 'table') return scope.paths.some((path) => path.table === link.table) ? [link] : [];
			return scope.paths
				.filter((path) => path.table === link.column.table)
				.map(({ via }) => nearer(scope, { ...link, via, score: link.score - perStep * via.length }));
		})
		.sort((a, b) => b.score - a.score)
		.filter((link, index, all) => all.findIndex((other) => sameMeaning(other, link)) === index);
}

const sameMeaning = (a: ScopedLink, b: ScopedLink): boolean =>
	a === b || (a.kind !== 'table' && a.kind === b.kind && samePath(a, b));

/** The key of a linked dataset has the values of the column that leads there, and more rows have that one. */
function nearer<T extends ColumnLink | ValueLink>(scope: Scope, link: T): T {
	const last = link.via.at(-1);
	if (last === undefined || last.to !== link.column.name) return link;
	const before = link.via.slice(0, -1);
	const path = scope.paths.find((path) => JSON.stringify(path.via) === JSON.stringify(before));
	const join = scope.schema.joins.find(
		(join) => join.to === link.column && join.from.name === last.from && join.from.table === path?.table,
	);
	if (join === undefined || !join.caseSensitive || join.trim) return link;
	return { ...link, column: join.from, via: before };
}

export const refOf = ({ column, via }: ColumnPath): ColumnRef => ({
	table: column.table.key,
	column: column.name,
	via,
});

export const samePath = (a: ColumnPath, b: ColumnPath): boolean =>
	a.column === b.column && JSON.stringify(a.via) === JSON.stringify(b.via);

/** The root's column that a path ends in, or whose link it begins with. */
export const rootColumn = ({ root }: Scope, { column, via: [first] }: ColumnPath): Column | undefined =>
	first === undefined ? column : root.columns.find((candidate) => candidate.name === first.from);

/** A column of the root itself. */
export const own = (column: Column): ColumnPath => ({ column, via: [] });

export function pathOf(scope: Scope, ref: ColumnRef): ColumnPath | null {
	const table = scope.paths.find(
		(path) => path.table.key === ref.table && JSON.stringify(path.via) === JSON.stringify(ref.via),
	);
	const column = table?.table.columns.find((column) => column.name === ref.column);
	return column === undefined ? null : { column, via: ref.via };
}

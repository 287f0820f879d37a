import { type Column, readSchema, type Schema, type Table } from '../builtin/schema.ts';
import type { SchemaContext } from '../query/types.ts';

/** Rows of the first column's dataset find rows of the second one's. */
export interface Edge {
	readonly from: Column;
	readonly to: Column;
}

export interface Graph {
	readonly schema: Schema;
	readonly tables: readonly Table[];
	/** Each way between two datasets in both directions. */
	readonly edges: readonly Edge[];
}

const graphs = new WeakMap<SchemaContext, Graph>();
const leastShared = 0.9;
const identifier = /^(id|ids|cod|key|identifier|no|nr|number|uid|uuid)$/;

/** Names that count or stand for a thing, and are no quantity. */
export const isIdentifier = (column: Column): boolean => {
	const last = column.nameStems.at(-1) ?? '';
	return identifier.test(last) || /(^|[a-z_ ])(id|ID|Id)$/.test(column.name) || /^[a-z]{1,2}id$/i.test(column.name);
};

/** A column that names the rows of its dataset to people. */
export function displayOf(table: Table): Column | null {
	const texts = table.columns.filter((column) => column.kind === 'text');
	const ends = (pattern: RegExp) => texts.find((column) => pattern.test(column.name));
	const own = table.nameStems.join(' ');
	return (
		ends(/^(full[_ ]?)?name$/i) ??
		ends(/name$/i) ??
		ends(/title$/i) ??
		texts.find((column) => column.nameStems.join(' ') === own) ??
		null
	);
}

export const keyOfTable = (table: Table): Column | null =>
	table.columns.find((column) => column.unique && isIdentifier(column)) ??
	table.columns.find((column) => column.unique) ??
	null;

export function graphOf(context: SchemaContext): Graph {
	const known = graphs.get(context);
	if (known !== undefined) return known;
	const schema = readSchema(context);
	const edges: Edge[] = schema.joins.map(({ from, to }) => ({ from, to }));
	const has = (a: Column, b: Column) =>
		edges.some(({ from, to }) => (from === a && to === b) || (from === b && to === a));
	for (const from of schema.tables) {
		for (const to of schema.tables) {
			if (from === to) continue;
			for (const a of from.columns) {
				const found = to.columns.filter((b) => !has(a, b) && refersTo(a, b));
				const named = found.filter((b) => b.name.toLowerCase() === a.name.toLowerCase());
				edges.push(...(named.length > 0 ? named : found).map((b) => ({ from: a, to: b })));
			}
		}
	}
	const both = edges
		.flatMap((edge) => [edge, { from: edge.to, to: edge.from }])
		.filter((edge, at, all) => all.findIndex(({ from, to }) => from === edge.from && to === edge.to) === at);
	const graph = { schema, tables: schema.tables, edges: both };
	graphs.set(context, graph);
	return graph;
}

/** Whether the values of one column name rows by another: by name and values, or by values that say enough alone. */
function refersTo(a: Column, b: Column): boolean {
	if (!b.unique || a.kind !== b.kind || (a.kind !== 'text' && a.kind !== 'number')) return false;
	if (!isWithin(a, b)) return false;
	const [x, y] = [a.nameStems.join(' '), b.nameStems.join(' ')];
	const table = b.table.nameStems.join(' ');
	if (isIdentifier(b) && (x === y ? y !== 'id' : [`${table} ${y}`, `${table} id`].includes(x))) return true;
	if (
		isIdentifier(b) &&
		isIdentifier(a) &&
		(x.endsWith(` ${y}`) || (table.includes(a.nameStems[0] ?? '-') && y.length <= 3))
	)
		return true;
	return (
		a.kind === 'text' &&
		isIdentifier(b) &&
		(a.distinct ?? 0) >= 3 &&
		(x.includes(table) || b.nameStems.some((word) => !identifier.test(word) && x.includes(word)))
	);
}

function isWithin(a: Column, b: Column): boolean {
	if (a.kind === 'number') return Number(a.min) >= Number(b.min) && Number(a.max) <= Number(b.max);
	if (a.values === null || b.values === null || a.values.length === 0) return false;
	const keys = new Set(b.values);
	return a.values.filter((value) => keys.has(value)).length >= leastShared * a.values.length;
}

/** The joins that bring datasets together with the fewest steps, beginning at the first; null where they do not meet, or in several ways. */
export function joinAll(graph: Graph, tables: readonly Table[]): Edge[] | null {
	const [first, ...rest] = tables;
	if (first === undefined) return null;
	const reached = new Set([first]);
	const used: Edge[] = [];
	for (const target of rest) {
		if (reached.has(target)) continue;
		const path = shortest(graph, reached, target);
		if (path === null) return null;
		for (const edge of path) {
			used.push(edge);
			reached.add(edge.to.table);
		}
	}
	return used;
}

function shortest(graph: Graph, reached: ReadonlySet<Table>, target: Table): Edge[] | null {
	let paths: Edge[][] = [[]];
	for (let steps = 1; steps <= 4; steps++) {
		paths = paths.flatMap((path) => {
			const end = path.at(-1)?.to.table;
			const starts = end === undefined ? reached : new Set([end]);
			return graph.edges
				.filter(
					({ from, to }) =>
						starts.has(from.table) &&
						!reached.has(to.table) &&
						!path.some((edge) => edge.from.table === to.table || edge.to.table === to.table),
				)
				.map((edge) => [...path, edge]);
		});
		const found = paths.filter((path) => path.at(-1)?.to.table === target);
		if (found.length === 1) return found[0] ?? null;
		// Two ways of the same length are two meanings.
		if (found.length > 1) return null;
		if (paths.length > 4_000) return null;
	}
	return null;
}

/** Whether a row on the near side may find several on the far side. */
export const fansOut = (edges: readonly Edge[]): boolean => edges.some(({ to }) => !to.unique);

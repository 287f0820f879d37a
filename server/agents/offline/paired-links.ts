import { Refusal } from '../builtin/refusal.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { stem } from '../builtin/stem.ts';
import { wordsOf } from '../builtin/tokenize.ts';
import { namedWays, severalBetween } from './ambiguous-links.ts';
import { isWithin } from './columns.ts';
import type { Edge, Graph } from './graph.ts';
import type { Item } from './item.ts';

/** Words for the two ends of a double link between two datasets. */
const pairs = [
	[
		'from origin source departure departing depart departed leaving leave left sender start',
		'to into destination target arrival arriving arrive arrived landing receiver end',
	],
	['home host', 'away visitor guest'],
].map((sides) => sides.map((words) => words.split(' ').map(stem)));
/** Words that describe times, and many other things as well. */
const vague = new Set('from to into left end start target source host'.split(' ').map(stem));

interface End {
	readonly edge: Edge;
	readonly pair: number;
	readonly side: number;
}

function sideOf(stems: readonly string[]): Pick<End, 'pair' | 'side'> | null {
	for (const [pair, sides] of pairs.entries()) {
		const side = sides.findIndex((words) => stems.some((word) => words.includes(word)));
		if (side >= 0) return { pair, side };
	}
	return null;
}

/** Whether a name says where something comes from: "origin", "departure". */
export function isDeparture(stems: readonly string[]): boolean {
	const { pair, side } = sideOf(stems) ?? {};
	return pair === 0 && side === 0;
}

const known = new WeakMap<Graph, readonly End[]>();

/** Pairs of columns that link one dataset to the same other one: origin and destination, home and away team. */
function endsOf(graph: Graph): readonly End[] {
	const before = known.get(graph);
	if (before !== undefined) return before;
	const found: End[] = [];
	for (const edge of graph.edges) {
		const side = edge.to.unique && edge.from.table !== edge.to.table ? sideOf(edge.from.nameStems) : null;
		if (side === null) continue;
		const others = edge.from.table.columns.flatMap((from) => {
			const other = sideOf(from.nameStems);
			const isOther = other?.pair === side.pair && other.side !== side.side && isSameKind(from, edge);
			return isOther ? [{ edge: { from, to: edge.to }, ...other }] : [];
		});
		if (others.length > 0) found.push({ edge, ...side }, ...others);
	}
	const ends = found.filter(
		({ edge: { from, to } }, at) => found.findIndex(({ edge }) => edge.from === from && edge.to === to) === at,
	);
	known.set(graph, ends);
	return ends;
}

/** Whether a column has the same keys as another one that is known to link there. */
const isSameKind = (from: Column, { from: other, to }: Edge): boolean =>
	from.kind === other.kind && (from.kind === 'text' || from.kind === 'number') && isWithin(from, to);

/** The graph reduced to the given ways between datasets that have several. */
export function along(graph: Graph, ways: readonly Edge[]): Graph {
	if (ways.length === 0) return graph;
	const isOther = ({ from, to }: Edge) => ways.some((way) => joins(way, from.table, to.table));
	const both = ways.flatMap((way) => {
		const known = graph.edges.find(({ from, to }) => from === way.from && to === way.to) ?? way;
		return [known, { ...known, from: way.to, to: way.from }];
	});
	return { ...graph, edges: [...graph.edges.filter((edge) => !isOther(edge)), ...both] };
}

const joins = ({ from, to }: Edge, a: Table, b: Table): boolean =>
	(from.table === a && to.table === b) || (from.table === b && to.table === a);

/** The ways of an earlier question, and those that a follow-up turns: "by destination" only groups the flights from a city. */
export function changedWays(before: readonly Edge[], spoken: readonly Edge[], items: readonly Item[]): Edge[] {
	const isGroup = ({ from }: Edge) =>
		items.some(({ tag, mention }, at) => tag === 'C' && items[at - 1]?.tag === 'E' && mention?.columns.includes(from));
	const now = spoken.filter((way) => !isGroup(way) || items.some((item) => belongsTo(item, way.to.table)));
	return [...before.filter(({ from, to }) => !now.some((way) => joins(way, from.table, to.table))), ...now];
}

/** The columns that link one dataset to another, if they are the ends of a double link. */
export const waysTo = (graph: Graph, from: Table, to: Table): Edge[] =>
	endsOf(graph).flatMap(({ edge }) => (joins(edge, from, to) ? [edge] : []));

/** The same, for several datasets, unless a declared link settles which one is meant. */
export const rivalsTo = (graph: Graph, tables: readonly Table[]): Edge[] => {
	const ways = endsOf(graph)
		.map(({ edge }) => edge)
		.filter(({ from, to }) => tables.includes(from.table) && tables.includes(to.table));
	const isDirect = (way: Edge) => graph.edges.some(({ from, to }) => from === way.from && to === way.to);
	const isRead = ({ table }: Column) => tables.includes(table);
	return ways.every(isDirect) && ways.length > 1 ? ways : severalBetween(graph, isRead);
};

/** Whether words refer to a dataset, or to one of its columns or values. */
export const belongsTo = ({ mention }: Item, table: Table): boolean =>
	mention !== undefined &&
	(mention.tables.includes(table) ||
		mention.columns.some((column) => column.table === table) ||
		mention.values.some(({ column }) => column.table === table));

/** "from Dublin to Holyhead": replaces words by a condition for each end; null for a word that only labels one. */
function bothEnds(items: readonly Item[], ends: readonly End[]): ReadonlyMap<Item, Item | null> {
	const found = new Map<Item, Item | null>();
	const isAt = (item: Item, { edge, pair, side }: End) =>
		pair === 0 &&
		item.tag === 'V' &&
		item.way === (side === 0 ? 'from' : 'to') &&
		belongsTo(item, edge.to.table) &&
		!isOwn(item, edge);
	for (const a of ends.filter(({ side }) => side === 0)) {
		const b = ends.find(({ edge, side }) => side === 1 && joins(edge, a.edge.from.table, a.edge.to.table));
		const [start, end] = [items.find((item) => isAt(item, a)), items.find((item) => b !== undefined && isAt(item, b))];
		if (b === undefined || start === undefined || end === undefined) continue;
		for (const [item, { edge }] of [
			[start, a],
			[end, b],
		] as const) {
			const label = items[items.indexOf(item) - 1];
			const isLabel = label?.tag === 'C' && label.mention?.to === item.mention?.from;
			const values = (item.mention?.values ?? []).filter(({ column }) => column.table === edge.to.table);
			const mentioned = isLabel ? values.filter(({ column }) => label.mention?.columns.includes(column)) : [];
			const [first] = mentioned.length > 0 ? mentioned : values;
			if (first === undefined) continue;
			const of = first.column;
			const same = values.filter(({ column }) => column === of).map(({ value }) => value);
			if (mentioned.length > 0 && label !== undefined) found.set(label, null);
			found.set(item, {
				tag: 'W',
				text: item.text,
				where: { kind: 'end', column: edge.from, to: edge.to, of, values: same },
			});
		}
	}
	return found;
}

/** "from JFK to Los Angeles": a value of the column itself needs no link. */
const isOwn = ({ mention }: Item, { from }: Edge): boolean =>
	mention?.values.some(({ column }) => column === from) === true;

/** Which of two ways a question means ("from Chicago", "home team region"), and its words without those that only say this. */
export function readWays(items: readonly Item[], graph: Graph, question: string): ReturnType<typeof namedWays> {
	const ends = endsOf(graph);
	const named = namedWays(items, graph);
	if (ends.length === 0) return named;
	const ways: Edge[] = [];
	const isOpen = ({ from, to }: Edge) => !ways.some((way) => joins(way, from.table, to.table));
	const labels = new Set<Item>();
	for (const [at, item] of items.entries()) {
		const next = items[at + 1];
		if (item.tag !== 'C' || next?.mention === undefined || !'CVT'.includes(next.tag)) continue;
		if (item.mention?.to !== next.mention.from) continue;
		for (const { edge } of ends) {
			// "home matches" are matches, "home teams" are teams.
			const isOf = next.tag === 'T' ? next.mention.tables.includes(edge.from.table) : belongsTo(next, edge.to.table);
			if (!isOf || !item.mention.columns.includes(edge.from)) continue;
			if (next.tag !== 'T' && belongsTo(next, edge.from.table)) continue;
			labels.add(item);
			if (isOpen(edge)) ways.push(edge);
		}
	}
	const both = bothEnds(items, ends);
	for (const item of items) {
		const side = item.way === 'from' ? 0 : item.way === 'to' ? 1 : null;
		if (side === null || both.has(item)) continue;
		for (const { edge, ...end } of ends) {
			if (end.pair !== 0 || end.side !== side || isOwn(item, edge) || !belongsTo(item, edge.to.table)) continue;
			if (ways.some((way) => way !== edge && joins(way, edge.from.table, edge.to.table)))
				throw new Refusal(
					`The dataset ${edge.from.table.name} has several links to ${edge.to.table.name}, and a question can only use one of them. Ask about one at a time.`,
				);
			if (isOpen(edge)) ways.push(edge);
		}
	}
	const spoken = wordsOf(question).map(stem);
	for (const pair of pairs.keys()) {
		const [a, b] = (pairs[pair] ?? []).map((words) => words.some((word) => !vague.has(word) && spoken.includes(word)));
		if (a === b) continue;
		for (const end of ends)
			if (end.pair === pair && end.side === (a === true ? 0 : 1) && isOpen(end.edge)) ways.push(end.edge);
	}
	if (ways.length + both.size === 0) return named;
	return {
		items: items.flatMap((item) => (labels.has(item) || both.get(item) === null ? [] : (both.get(item) ?? item))),
		ways,
		labels: new Map(),
	};
}

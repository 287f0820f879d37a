import { writtenOut } from '../builtin/abbreviations.ts';
import { type Column, readSchema, type Schema, type Table } from '../builtin/schema.ts';
import { related, stem } from '../builtin/stem.ts';
import type { SchemaContext } from '../query/types.ts';
import { displayOf, hasPeople, isIdentifier, keyOfTable, namesOf, namesOwnRows, thingOf } from './columns.ts';
import { reference, roleReferences } from './references.ts';

/** Values of the first column find rows with the same value in the second. */
export interface Edge {
	readonly from: Column;
	readonly to: Column;
	/** Differences between values that the declared link ignores. */
	readonly ignores?: { readonly letterCase: boolean; readonly spaces: boolean };
	/** Found by a role that the column is named after, so that other links come first. */
	readonly isOfRole?: boolean;
}

/** A column that refers to rows in a role, and those rows as a dataset named after it: "supervisor" for other employees. */
export interface Role {
	readonly noun: string;
	readonly from: Column;
	/** The dataset whose rows have the role. */
	readonly of: Table;
	readonly alias: Table;
	/** Datasets without columns, by whose names the role is found in a question. */
	readonly named: readonly Table[];
	readonly edges: readonly Edge[];
}

export interface Graph {
	readonly schema: Schema;
	readonly tables: readonly Table[];
	/** Each link between two datasets, in both directions. */
	readonly edges: readonly Edge[];
	/** The same datasets with only the links derived from values and names, if declared links add others. */
	readonly undeclared?: Graph;
	/** The whole context, if this is only one of its datasets. */
	readonly partOf?: Graph;
	readonly isDescribed: boolean;
	/** The roles that the question speaks of; their rows are datasets here. */
	readonly roles?: readonly Role[];
}

const parts = new WeakMap<Graph, readonly Graph[]>();
/** One graph per dataset. */
export function partsOf(graph: Graph): readonly Graph[] {
	const found =
		parts.get(graph) ??
		graph.tables.map((table): Graph => {
			const isOwn = ({ from, to }: Edge) => from.table === table && to.table === table;
			const schema = { tables: [table], joins: [] };
			return {
				schema,
				tables: [table],
				edges: graph.edges.filter(isOwn),
				partOf: graph,
				isDescribed: graph.isDescribed,
			};
		});
	parts.set(graph, found);
	return found;
}

const graphs = new WeakMap<SchemaContext, Graph>();
/** "category_id, business_id, category_name": a dataset that only assigns names to rows of another one. */
export const isList = (table: Table, { edges }: Graph): boolean =>
	table.columns.length <= 3 &&
	displayOf(table) !== null &&
	table.columns.every(
		(column) => column === displayOf(table) || isIdentifier(column) || edges.some(({ from }) => from === column),
	) &&
	edges.some(
		({ from, to }) =>
			(from.table === table && to.unique && !namesOwnRows(from) && from !== keyOfTable(table)) ||
			(from.table === table && !namesOwnRows(from) && from.unique),
	);

/** Datasets of people, which "who" asks for; if no column distinguishes people from things, all datasets with names. */
export function peopleIn({ tables }: Graph): Table[] {
	const named = tables.filter((table) => namesOf(table).length > 0);
	const people = named.filter(hasPeople);
	return people.length > 0 ? people : named;
}

/** "who did the most repairs": the people that the rows refer to, if only one column does and the verb doesn't name anything else. */
export function doersOf(table: Table, question: string, graph: Graph): Table | null {
	const [, verb = ''] = /^\W*who (?:(?:has|have|had) (?!the\b))?(\w+)/i.exec(question) ?? [];
	const people = peopleIn(graph);
	const [edge, ...others] = graph.edges.filter(
		({ from, to }) => from.table === table && to.unique && people.includes(to.table),
	);
	const isOther = (column: Column) =>
		isIdentifier(column) && !column.unique && !graph.edges.some(({ from }) => from === column);
	if (edge === undefined || others.length > 0 || table.columns.some(isOther)) return null;
	// "who cancelled the most bookings": with the date when they did.
	const dates = table.columns.filter(({ kind }) => kind === 'time');
	const named = [table, edge.from, ...dates]
		.flatMap(({ nameStems }) => nameStems)
		.some((name) => related(name, stem(verb.toLowerCase())));
	return named ||
		/^(?:did|made|has|have|had|gave|got|took|done|paid|pays?|scored|earned|carried|conducted|performed|completed)$/i.test(
			verb,
		)
		? edge.to.table
		: null;
}

export function graphOf(context: SchemaContext): Graph {
	const before = graphs.get(context);
	if (before !== undefined) return before;
	const schema = readSchema(context);
	const declared: Edge[] = schema.joins.map(({ from, to, caseSensitive, trim }) => ({
		...{ from, to },
		...(caseSensitive && !trim ? {} : { ignores: { letterCase: !caseSensitive, spaces: trim } }),
	}));
	const edges: Edge[] = [];
	const has = (of: readonly Edge[], a: Edge) =>
		of.some(({ from, to }) => (from === a.from && to === a.to) || (from === a.to && to === a.from));
	for (const from of schema.tables.flatMap((table) => table.columns)) {
		if (namesOwnRows(from) || (from.kind !== 'text' && from.kind !== 'number')) continue;
		const found = schema.tables
			.filter((table) => table !== from.table)
			.flatMap((table) => table.columns)
			.map((to) => ({ from, to, score: reference(from, to) }));
		const best = Math.max(...found.map(({ score }) => score));
		if (best > 0)
			edges.push(
				...found
					.filter((edge) => edge.score === best && !has(edges, edge))
					.map((edge) => ({ ...declared.find((link) => has([link], edge)), ...edge })),
			);
	}
	const { tables } = schema;
	const isKnown = (column: Column) => [...edges, ...declared].some(({ from }) => from === column);
	edges.push(...roleReferences(tables, isKnown).map((edge) => ({ ...edge, isOfRole: true })));
	const isDescribed = tables.some(({ columns }) => columns.some(({ description }) => description !== ''));
	// A declared link between two datasets overrides derived ones.
	const isOtherwise = (edge: Edge) =>
		!has(declared, edge) && declared.some((link) => !has(edges, link) && joinsSame(link, edge));
	const known = bothWays(edges.filter((edge) => !isOtherwise(edge)));
	const all = bothWays([...declared, ...edges]);
	const graph: Graph = {
		schema,
		tables,
		edges: all,
		isDescribed,
		...(declared.length > 0 ? { undeclared: { schema, tables, edges: known, isDescribed } } : {}),
	};
	graphs.set(context, graph);
	return graph;
}

const joinsSame = (a: Edge, b: Edge): boolean =>
	(a.from.table === b.from.table && a.to.table === b.to.table) ||
	(a.from.table === b.to.table && a.to.table === b.from.table);

const bothWays = (edges: readonly Edge[]): Edge[] =>
	edges
		.flatMap((edge) => [edge, { ...edge, from: edge.to, to: edge.from }])
		.filter((edge, at, all) => all.findIndex(({ from, to }) => from === edge.from && to === edge.to) === at);

/** The joins that connect datasets in the fewest steps, starting at the first; null if they aren't connected, or in several ways. */
export function joinAll(graph: Graph, tables: readonly Table[]): Edge[] | null {
	const [first, ...rest] = tables;
	if (first === undefined) return null;
	const reached = new Set([first]);
	const used: Edge[] = [];
	// A dataset that can be reached in several ways may be closer once the others are joined.
	let waiting = [...rest];
	while (waiting.length > 0) {
		waiting = waiting.filter((target) => !reached.has(target));
		const found = waiting.map((target) => ({ target, path: shortest(graph, reached, target) }));
		const next = found.find(({ path }) => path !== null);
		if (waiting.length === 0) break;
		if (next === undefined || next.path === null) return null;
		const { path } = next;
		if (isContested(graph, path, waiting)) return null;
		for (const edge of path) {
			used.push(edge);
			reached.add(edge.to.table);
		}
	}
	return used;
}

/** Authors who have written publications in a domain: it's unclear whether the domain is the authors' or the publications'. */
const isContested = (graph: Graph, path: readonly Edge[], others: readonly Table[]): boolean =>
	path.length > 1 &&
	others.some((other) => {
		if (path.some(({ to }) => to.table === other)) return false;
		const rival = shortest(graph, new Set([other]), (path.at(-1) as Edge).to.table);
		return rival?.length === path.length && rival.at(-1)?.from.table !== path.at(-1)?.from.table;
	});

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
		const all = paths.filter((path) => path.at(-1)?.to.table === target);
		const direct = all.filter((path) => !onlyShares(path));
		const known = direct.filter((path) => !path.some(({ isOfRole }) => isOfRole));
		const near = [known, direct, all].find(({ length }) => length > 0) ?? [];
		const called = near.filter((path) => isCalledAfterEnds(path));
		const pure = near.filter(([first]) => near.length > 1 && first !== undefined && isPureBridge(first.to.table));
		const found = called.length > 0 ? called : pure.length === 1 ? pure : near;
		// Several columns with the same key are equivalent.
		const [way, ...others] = found.map(([edge, ...more]) => (more.length > 0 ? null : edge));
		const isOne = others.every((other) => way != null && other?.to === way.to && other.from.name === way.from.name);
		if (found.length > 0 && isOne) return hasRival(graph, found[0] as Edge[]) ? null : (found[0] ?? null);
		// Two ways of the same length are two meanings.
		if (found.length > 1 || paths.length > 4_000) return null;
	}
	return null;
}

/** The leader of a project doesn't necessarily work on it: a column with its own name competes with a dataset that only connects the two. */
function hasRival({ edges }: Graph, [edge, ...more]: readonly Edge[]): boolean {
	if (edge === undefined || more.length > 0) return false;
	const key = edge.to.unique ? edge.from : edge.to;
	const named = edge.to.unique ? edge.to : edge.from;
	if (thingOf(key).every((word) => [...thingOf(named), ...named.table.nameStems].includes(word))) return false;
	return edges.some(
		(first) =>
			first.from.table === edge.from.table &&
			isPureBridge(first.to.table) &&
			edges.some((second) => second.from.table === first.to.table && second.to.table === edge.to.table) &&
			first.to.table !== edge.to.table,
	);
}

/** Rows that refer to the same third thing, such as a student and a course of one department, aren't related by that. */
const onlyShares = (path: readonly Edge[]): boolean =>
	path.some(({ from, to }, at) => !from.unique && to.unique && path[at + 1]?.to.unique === false);

/** Rows that only connect others have no key of their own. */
const isPureBridge = (table: Table): boolean => !table.columns.some(namesOwnRows);

/** "film_actor" and "dept_emp" are named after what they connect. */
function isCalledAfterEnds([first, second, ...more]: readonly Edge[]): boolean {
	if (first === undefined || second === undefined || more.length > 0) return false;
	const ends = [first.from.table, second.to.table].map(({ nameStems }) => nameStems.at(-1) ?? '');
	const isShort = (word: string, long: string) => long.startsWith(word) || writtenOut(word) === long;
	return ends.every((end) => first.to.table.nameStems.some((word) => isShort(word, end)));
}

/** Whether a row may match several rows at the other end. */
export const fansOut = (edges: readonly Edge[]): boolean => edges.some(({ to }) => !to.unique);

/** Whether two columns have the same value in joined rows. */
export function isSameValue({ edges }: Graph, a: unknown, b: unknown): boolean {
	const key = (column: unknown) => edges.filter(({ from, to }) => from === column && to.unique).map(({ to }) => to);
	const isNamesake = edges.some(
		({ from, to }) =>
			from === a && key(b).includes(to) && from.name === edges.find((edge) => edge.from === b)?.from.name,
	);
	return isNamesake || edges.some(({ from, to }) => from === a && to === b);
}

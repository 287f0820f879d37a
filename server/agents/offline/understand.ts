import { interpret } from '../builtin/interpret.ts';
import { Refusal } from '../builtin/refusal.ts';
import type { Table } from '../builtin/schema.ts';
import type { SchemaContext } from '../query/types.ts';
import { bestReading, type Reading } from './choices.ts';
import { planOf } from './described-plan.ts';
import { whoIsMeant } from './follow-up-reader.ts';
import { displayOf, type Edge, type Graph, graphOf, isSameValue } from './graph.ts';
import { Impossible, itemsOf } from './items.ts';
import type { Plan } from './plan.ts';
import { read as readFirst, readOn } from './read.ts';
import { splitReturned, withReturned } from './returned.ts';
import { toSql } from './to-sql.ts';

export interface Understanding {
	readonly plan: Plan;
	readonly sql: ReturnType<typeof toSql>;
}

/** What reading gives, or why it is refused. */
export function attempt<T>(read: () => T): T | Refusal {
	try {
		return read();
	} catch (error) {
		if (error instanceof Refusal) return error;
		throw error;
	}
}

/**
 * The plan that questions, each going on from the one before, explain best. Where columns are described, the first is read by what
 * their descriptions say. @throws Refusal
 */
export function understand(questions: readonly string[], context: SchemaContext): Understanding {
	const known = understood.get(context) ?? new Map<string, Understanding | Refusal>();
	understood.set(context, known);
	const key = JSON.stringify(questions);
	const found = known.get(key) ?? attempt(() => read(questions, context));
	if (known.size >= mostKnown) known.clear();
	known.set(key, found);
	if (found instanceof Refusal) throw found;
	return found;
}

/** Each question of a conversation is read again for those that follow, at most so many. */
const mostKnown = 100;
const understood = new WeakMap<SchemaContext, Map<string, Understanding | Refusal>>();

function read(questions: readonly string[], context: SchemaContext): Understanding {
	const graph = graphOf(context);
	const [first = '', ...rest] = questions;
	if (!isDescribed(context)) return search(questions, graph);
	const described = attempt(() => {
		const plan = planOf(interpret(first, graph.schema), graph.schema);
		return { plan, sql: toSql(plan, graph) };
	});
	if (described instanceof Refusal) {
		const found = attempt(() => search(questions, graph));
		if (found instanceof Refusal) throw rest.length === 0 ? described : found;
		return found;
	}
	const found = attempt(() => search([first], graph));
	if (!(found instanceof Refusal) && saysWay(found)) return rest.length === 0 ? found : search(questions, graph);
	return rest.length === 0 ? described : understandIn(questions, graph, described.plan);
}

/** Descriptions say more of what words mean than names do. */
const isDescribed = ({ datasets }: SchemaContext): boolean =>
	datasets.some(({ columns }) => columns.some(({ description }) => description !== ''));

/** Whether a question says which of two columns leads to another dataset: "from Chicago". */
function saysWay({ plan: { main, ways, where, shown, groups } }: Understanding): boolean {
	const of = [...where.map(({ column }) => column), ...shown, ...groups];
	return ways.some(
		({ from, to }) => from.table === main && of.some((item) => 'table' in item && item.table === to.table),
	);
}

/** Declared links help where there is no reading without them. */
function search(questions: readonly string[], graph: Graph): Understanding {
	if (graph.undeclared === undefined) return understandHere(questions, graph);
	const found = attempt(() => understandIn(questions, graph.undeclared as Graph));
	return found instanceof Refusal ? understandHere(questions, graph) : found;
}

/** What a follow-up means of all datasets, else of those that the questions before it were read of. @throws Refusal */
function understandHere(questions: readonly string[], graph: Graph): Understanding {
	const found = attempt(() => understandIn(questions, graph));
	if (!(found instanceof Refusal)) return found;
	// Of a single dataset any word may be what its rows are called.
	if (questions.length < 2 || found.isUnknownTerm) throw found;
	const { datasets } = search(questions.slice(0, -1), graph).sql;
	const isRead = ({ dataset }: Table) => datasets.includes(dataset.coordinate);
	const tables = graph.tables.filter(isRead);
	if (tables.length === graph.tables.length) throw found;
	const edges = graph.edges.filter(({ from, to }) => isRead(from.table) && isRead(to.table));
	return understandIn(questions, { schema: { ...graph.schema, tables }, tables, edges });
}

/** @param before the plan of the first question, where it is known */
function understandIn(questions: readonly string[], graph: Graph, before: Plan | null = null): Understanding {
	const [first = '', ...rest] = questions;
	const [asked, returned] = splitReturned(first);
	const items = before === null ? itemsOf(asked, graph) : [];
	const more = returned === null || before !== null ? null : itemsOf(returned, graph);
	return bestReading<Understanding>({
		read: (choices) => {
			const start = before ?? readFirst(asked, items, graph, choices);
			const whole =
				more === null || returned === null ? start : withReturned(start, readFirst(returned, more, graph, choices));
			const plan = ofOwnColumns(
				rest.reduce((plan, question) => readOn(question, plan, graph, choices), whole),
				graph,
			);
			if (
				/^\W*(who|whom)\b/i.test(questions.at(-1) ?? '') &&
				plan.shown.length + plan.groups.length === 0 &&
				isBare(plan)
			)
				throw new Refusal(whoIsMeant);
			const sql = toSql(plan, graph);
			return { result: { plan, sql }, cost: sql.joins * joinCost };
		},
		isDeadEnd: (error) => error instanceof Refusal,
		isFinal: (error) => error instanceof Impossible,
		isSame: (a, b) =>
			a.result.sql.sql === b.result.sql.sql || differences(a, b).every(([x, y]) => isSameValue(graph, x, y)),
		tie: (a, b) => {
			const [[x, y, words] = [null, null, '']] = differences(a, b);
			return new Refusal(`"${words}" can mean ${calledOf(x)} or ${calledOf(y)}. Which one do you mean?`, words);
		},
	});
}

/** Rows that name what they belong to are grouped by that name, whether or not the other dataset has it. */
function ofOwnColumns(plan: Plan, { edges }: Graph): Plan {
	const groups = plan.groups.map((group) => {
		if (!('key' in group)) return group;
		const isName = ({ from, to }: Edge) => from.table === plan.main && to === displayOf(group) && from.name === to.name;
		const found = edges.filter(isName);
		return found.length === 1 ? (found[0]?.from ?? group) : group;
	});
	return { ...plan, groups };
}

/** Only figures of a column are asked for, and nothing that has a name. */
const isBare = ({ figures }: Plan): boolean => figures.length > 0 && figures.every(({ column }) => column !== null);

/** What a dataset costs that has to be brought in. */
const joinCost = 0.4;

const differences = (a: Reading<Understanding>, b: Reading<Understanding>): [unknown, unknown, string][] =>
	[...a.picked].flatMap(([words, x]): [unknown, unknown, string][] => {
		const y = b.picked.get(words);
		return y === undefined || y === x ? [] : [[x, y, words.replace(/^\w+ /, '')]];
	});

const calledOf = (meant: unknown): string => {
	if (typeof meant !== 'object' || meant === null || !('name' in meant)) return 'something else';
	return 'table' in meant ? `"${meant.name}" of ${(meant.table as Table).name}` : `the dataset ${meant.name}`;
};

import { escapePattern } from '#lib/text/escape-pattern.ts';
import { listText } from '#lib/text/list-text.ts';
import { Refusal, unclear } from '../builtin/refusal.ts';
import type { Column, Table } from '../builtin/schema.ts';
import { textBetween, tokenize } from '../builtin/tokenize.ts';
import type { SchemaContext } from '../query/types.ts';
import { SeveralWays } from './ambiguous-links.ts';
import { bestReading, type Reading } from './choices.ts';
import { displayOf } from './columns.ts';
import { whoIsMeant } from './follow-up-order.ts';
import { type Edge, type Graph, graphOf, isSameValue, partsOf } from './graph.ts';
import { checkRanking } from './guards.ts';
import type { Item } from './item.ts';
import { Impossible, itemsOf } from './items.ts';
import { mentionsOf } from './link.ts';
import type { Plan } from './plan.ts';
import { read as readFirst, readOn } from './read.ts';
import { splitReturned, withReturned } from './returned.ts';
import { inRoles, itemsWithRoles, readsRoles } from './roles.ts';
import { correctSpelling } from './spelling.ts';
import { toSql } from './to-sql.ts';

export interface Understanding {
	readonly plan: Plan;
	readonly sql: ReturnType<typeof toSql>;
}

export function attempt<T>(read: () => T): T | Refusal {
	try {
		return read();
	} catch (error) {
		if (error instanceof Refusal) return error;
		throw error;
	}
}

/**
 * The plan that best explains a question and its follow-ups. If columns are described, the first question is read by their descriptions. @throws
 * Refusal
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

/** Each question of a conversation is read again for its follow-ups; maximum number of cached results. */
const mostKnown = 100;
const understood = new WeakMap<SchemaContext, Map<string, Understanding | Refusal>>();

function read(questions: readonly string[], context: SchemaContext): Understanding {
	const graph = graphOf(context);
	const [first = '', ...rest] = questions;
	if (!graph.isDescribed) return searchRoles(questions, graph);
	const described = attempt(() => describedReading(first, graph));
	if (rest.length === 0) {
		if (described instanceof Refusal) throw described;
		return described;
	}
	if (described instanceof Refusal) return search(questions, graph);
	const { plan, sql } = described;
	const found = attempt(() => understandIn(questions, graph, plan));
	if (!(found instanceof Refusal)) return found;
	const among = attempt(() => understandIn(questions, onlyOf(graph, sql.datasets), plan));
	return among instanceof Refusal ? search(questions, graph) : among;
}

/** The datasets named by "how many flights", which counts flights, not the flight dates of something else; null for other questions. */
function countedIn(question: string, graph: Graph): readonly Table[] | null {
	const [, counts] = /^\W*(how many|(?:the )?number of) /i.exec(question) ?? [];
	if (counts === undefined) return null;
	const tokens = tokenize(question);
	const text = (from: number, to: number) => textBetween(tokens, from, to);
	const first = mentionsOf(tokens, text, graph).find(({ from }) => from === counts.split(' ').length);
	return first?.score === 1 && first.tables.length > 0 ? first.tables : null;
}

function onlyOf(graph: Graph, datasets: Understanding['sql']['datasets']): Graph {
	const isRead = ({ dataset }: Table) => datasets.includes(dataset.coordinate);
	const tables = graph.tables.filter(isRead);
	const edges = graph.edges.filter(({ from, to }) => isRead(from.table) && isRead(to.table));
	return { ...graph, schema: { ...graph.schema, tables }, tables, edges };
}

/** Rows in a role ("the supervisor of Vera") are looked up only if there is no reading without them. */
function searchRoles(questions: readonly string[], graph: Graph): Understanding {
	const found = attempt(() => search(questions, graph));
	const [first = '', ...rest] = questions;
	const [asked, returned] = splitReturned(first);
	const spoken = inRoles(asked, graph);
	if (!(found instanceof Refusal) && !spoken.some((role) => passesBy(found, role.graph))) return found;
	for (const { question, graph: other } of spoken) {
		const whole = returned === null ? question : `${question}. ${returned}`;
		const read = attempt(() => understandIn([whole, ...rest], other));
		if (!(read instanceof Refusal) && readsRoles(read.plan, question, other)) return read;
	}
	throw found instanceof Refusal ? found : unclear(spoken[0]?.graph.roles?.[0]?.noun ?? first);
}

/** "trips led by Petra": not those that she merely took part in. */
const passesBy = ({ sql: { sql, datasets } }: Understanding, { roles = [] }: Graph): boolean =>
	roles.length === 1 &&
	roles.every(
		({ from, of }) =>
			from.table !== of &&
			[from.table, of].every(({ dataset }) => datasets.includes(dataset.coordinate)) &&
			!new RegExp(`"${escapePattern(from.name)}" = |= t\\d+\\."${escapePattern(from.name)}"`).test(sql),
	);

/** Declared links are tried only if there is no reading without them. */
function search(questions: readonly string[], graph: Graph): Understanding {
	if (graph.undeclared === undefined) return understandHere(questions, graph);
	const found = attempt(() => understandIn(questions, graph.undeclared as Graph));
	return found instanceof Refusal ? understandHere(questions, graph) : found;
}

/** Reads a follow-up over all datasets, or else over those that the earlier questions used. @throws Refusal */
function understandHere(questions: readonly string[], graph: Graph): Understanding {
	const found = attempt(() => understandIn(questions, graph));
	if (!(found instanceof Refusal)) return found;
	// With a single dataset, an unknown word may be a name for its rows.
	if (questions.length < 2 || found.isUnknownTerm) throw found;
	const { datasets } = search(questions.slice(0, -1), graph).sql;
	const part = onlyOf(graph, datasets);
	if (part.tables.length === graph.tables.length) throw found;
	return understandIn(questions, part);
}

/** Reads a question for each dataset and for all together, and keeps the reading that fits its words best. @throws Refusal */
function describedReading(question: string, graph: Graph): Understanding {
	const { notes } = correctSpelling(tokenize(question), graph);
	const whole = attempt(() => readingIn([question], graph));
	const parts = partsOf(graph).map((part) => attempt(() => readingIn([question], part)));
	const found = attempt(() => itemsOf(question, graph));
	const items = found instanceof Refusal ? [] : found;
	const named = items.flatMap(({ tag, mention }) => (tag === 'T' && mention?.score === 1 ? [mention.tables] : []));
	const isRead = ({ datasets }: Understanding['sql'], of: readonly Table[]) =>
		of.some(({ dataset }) => datasets.includes(dataset.coordinate));
	// If one dataset can answer a question, don't join several.
	const costs = (one: Reading<Understanding>) =>
		one.cost + (one === whole ? severalCost : 0) + named.filter((of) => !isRead(one.result.sql, of)).length * unread;
	const read = [...parts, whole]
		.flatMap((one) => (one instanceof Refusal ? [] : [one]))
		.sort((a, b) => costs(a) - costs(b));
	const [best, ...others] = read;
	const subject = items.find(({ tag }) => 'CTV'.includes(tag));
	const counted = countedIn(question, graph);
	const asked = counted ?? (subject?.tag === 'T' && subject.mention?.score === 1 ? subject.mention.tables : null);
	const isAsked = (one: Reading<Understanding>) =>
		asked === null ||
		isRead(one.result.sql, asked) ||
		(counted === null && subject?.mention?.columns.some(({ table }) => isRead(one.result.sql, [table])) === true);
	if (best === undefined || !isAsked(best)) throw clearest(question, whole, parts, graph, asked ?? []);
	const rival = others.find(
		(other) =>
			other !== whole && costs(other) < costs(best) + margin && other.result.plan.main !== best.result.plan.main,
	);
	if (rival !== undefined) {
		const names = [best, rival].map(({ result }) => result.plan.main.name);
		throw new Refusal(`This question fits ${listText(names, 'and')}. Which one do you mean?`, undefined, names);
	}
	return { ...best.result, plan: { ...best.result.plan, notes } };
}
const [margin, severalCost] = [0.1, 0.2];
/** Cost of not reading a dataset that the question names. */
const unread = 0.5;

/** The most informative refusal: an ambiguous link, something missing in a dataset that knows all words, or an unknown word. */
function clearest(
	question: string,
	whole: unknown,
	parts: readonly unknown[],
	graph: Graph,
	asked: readonly Table[],
): Refusal {
	if (whole instanceof SeveralWays) return whole;
	if (whole instanceof Refusal && whole.isUnknownTerm) {
		// The dataset that knows all other words is the one the question is about.
		const knows = graph.tables.filter((_, at) => {
			const found = parts[at];
			return found instanceof Refusal && found.about === whole.about;
		});
		if (knows.length === 1) whole.root = knows[0];
		return whole;
	}
	const reasons = parts.flatMap((found, at) => {
		const [table, part] = [graph.tables[at], partsOf(graph)[at]];
		if (!(found instanceof Refusal) || found.isUnknownTerm || table === undefined || part === undefined) return [];
		found.root = table;
		const items = attempt(() => itemsOf(question, part));
		return [{ found, root: table, cost: items instanceof Refusal ? 9 : vague(items) }];
	});
	const own = reasons.find(({ root }) => asked.includes(root));
	if (own !== undefined) return own.found;
	if (whole instanceof Refusal && asked.length > 0) return whole;
	const [best] = reasons.sort((a, b) => a.cost - b.cost);
	return (
		best?.found ??
		(whole instanceof Refusal
			? whole
			: new Refusal('There are no datasets here to ask about. Choose another namespace.'))
	);
}

/** Cost of approximate meanings of words. */
const vague = (items: readonly Item[]): number =>
	items.reduce((sum, { mention, tag, text }) => {
		if (mention === undefined) return sum;
		const isNamed = mention.score === 1 && mention.tables.length > 0;
		// "hurricane" as the name of a city
		const isByChance =
			tag === 'V' &&
			text === text.toLowerCase() &&
			mention.values.every(({ column, value }) => value !== text && (column.distinct ?? 0) > 60);
		const isOfRows = mention.columns.some(({ unique }) => unique);
		return sum + 1 - mention.score - (isNamed ? 0.5 : isOfRows ? 0.15 : 0) + (isByChance ? 0.5 : 0);
	}, 0);

const understandIn = (questions: readonly string[], graph: Graph, before: Plan | null = null): Understanding =>
	readingIn(questions, graph, before).result;

/** @param before the plan of the first question, if known */
function readingIn(questions: readonly string[], graph: Graph, before: Plan | null = null): Reading<Understanding> {
	const [first = '', ...rest] = questions;
	const [asked, returned] = splitReturned(first);
	const items = before === null ? itemsWithRoles(asked, graph) : [];
	const [head] = items.find(({ tag }) => tag === 'T')?.mention?.tables ?? [];
	const isOfRole = graph.roles?.[0]?.alias === head;
	const more = returned === null || before !== null ? null : itemsWithRoles(returned, graph, isOfRole);
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
			checkRanking(plan, rest.length === 0 ? items : []);
			const sql = toSql(plan, graph);
			return {
				result: { plan, sql },
				cost: sql.joins * (graph.isDescribed ? describedJoinCost : joinCost) + (graph.isDescribed ? vague(items) : 0),
			};
		},
		isDeadEnd: (error) => error instanceof Refusal,
		isFinal: (error) => error instanceof Impossible,
		isSame: (a, b) =>
			a.result.sql.sql === b.result.sql.sql || differences(a, b).every(([x, y]) => isSameValue(graph, x, y)),
		tie: (a, b) => {
			const [[x, y, folded] = [null, null, '']] = differences(a, b);
			const words = new RegExp(escapePattern(folded), 'i').exec(questions.at(-1) ?? '')?.[0] ?? folded;
			const message = `"${words}" can mean ${calledOf(x)} or ${calledOf(y)}. Which one do you mean?`;
			return new Refusal(message, words, choicesOf(x, y));
		},
	});
}

/** If rows have the name of what they belong to, groups by that column, so that names missing in the other dataset count too. */
function ofOwnColumns(plan: Plan, { edges }: Graph): Plan {
	const groups = plan.groups.map((group) => {
		if (!('key' in group)) return group;
		const isName = ({ from, to }: Edge) => from.table === plan.main && to === displayOf(group) && from.name === to.name;
		const found = edges.filter(isName);
		return found.length === 1 ? (found[0]?.from ?? group) : group;
	});
	return { ...plan, groups };
}

/** Only aggregates of a column are requested, and nothing with a name. */
const isBare = ({ figures }: Plan): boolean => figures.length > 0 && figures.every(({ column }) => column !== null);

/** Cost of joining another dataset. */
const joinCost = 0.4;
/** The same if descriptions say what each dataset contains. */
const describedJoinCost = 0.7;

const differences = (a: Reading<Understanding>, b: Reading<Understanding>): [unknown, unknown, string][] =>
	[...a.picked].flatMap(([words, x]): [unknown, unknown, string][] => {
		const y = b.picked.get(words);
		return y === undefined || y === x ? [] : [[x, y, words.replace(/^\w+ /, '')]];
	});

/** Columns to choose from, quoted by name, with their dataset if the names are the same. */
const choicesOf = (...meant: readonly unknown[]): string[] => {
	const columns = meant.filter((one): one is Column => typeof one === 'object' && one !== null && 'table' in one);
	const isSameName = new Set(columns.map(({ name }) => name)).size < columns.length;
	return columns.map(({ name, table }) => (isSameName ? `"${name} of ${table.name}"` : `"${name}"`));
};

const calledOf = (meant: unknown): string => {
	if (typeof meant !== 'object' || meant === null || !('name' in meant)) return 'something else';
	return 'table' in meant ? `"${meant.name}" of ${(meant.table as Table).name}` : `the dataset ${meant.name}`;
};

import { attachedNamespace } from '../attached/read-tables.ts';
import { builtinWriter } from '../builtin/builtin-writer.ts';
import { goesOn } from '../builtin/follow-up.ts';
import { Refusal } from '../builtin/refusal.ts';
import type { Table } from '../builtin/schema.ts';
import { stem } from '../builtin/stem.ts';
import { wordsOf } from '../builtin/tokenize.ts';
import type { QueryWriter, SchemaContext, Turn, WriteOptions, Written } from '../query/types.ts';
import { bestReading, type Reading } from './choices.ts';
import { belongsTo } from './ends.ts';
import { readingOf } from './english.ts';
import { takesAway, widens } from './follow-up-reader.ts';
import { type Graph, graphOf, isSameValue } from './graph.ts';
import { Impossible, itemsOf, Unread } from './items.ts';
import { withOtherEnd } from './other-end.ts';
import type { Plan } from './plan.ts';
import { read, readOn } from './read.ts';
import { splitReturned, withReturned } from './returned.ts';
import { SeveralWays, toSql } from './to-sql.ts';
import { isCourtesy } from './vocabulary.ts';

/** Words that stand for rows of the answer before. */
/** "in 1995?" says only what is different. */
const isElliptic = /^\W*(in|by|for|from|with|on|at)\b[^?]*\??\W*$/i;
const pointsBack = /\b(its|his|her|their|them|those|these|they|same|he|she|it)\b|\b(that|this) (\w+ ){0,3}\w+[\s.?]*$/i;

/** The questions that make a plan, one after the other. */
interface Understood {
	readonly questions: readonly string[];
}
const isUnderstood = (value: unknown): value is Understood =>
	typeof value === 'object' && value !== null && 'questions' in value;

/** Writes queries without a language model: over several datasets by what their values say of each other, else over one. */
export const offlineWriter: QueryWriter = {
	async write(asked, context, options): Promise<Written> {
		options.signal.throwIfAborted();
		const isFirst = options.earlier?.every(({ sql }) => sql === null) ?? true;
		const question = isFirst ? withNoun(asked, context) : asked;
		if (options.repair !== undefined) return builtinWriter.write(question, context, options);
		const before = options.earlier?.findLast((turn) => turn.sql !== null)?.understood;
		if (isUnderstood(before)) return goOn(question, before, context, options);
		if (before !== undefined && before !== null && (goesOn(question) || pointsBack.test(question)))
			return builtinWriter.write(question, context, options);
		return writeAlone(question, context, options);
	},
};

/** A question by itself. */
async function writeAlone(question: string, context: SchemaContext, options: WriteOptions): Promise<Written> {
	if (isDescribed(context) || datasetsAreAttached(context)) {
		const written = await builtinWriter.write(question, context, options);
		const second = written.kind === 'refused' || saysWay(question, context) ? attempt([question], context) : written;
		return second instanceof Refusal ? written : second;
	}
	const found = attempt([question], context);
	if (!(found instanceof Refusal)) return found;
	if (found instanceof SeveralWays) return found.written(waysToSay(question, found, context));
	const other = await builtinWriter.write(question, context, options);
	// Which words mean nothing here is known; what it cannot put together may still be read of one dataset.
	if (other.kind === 'query') return found instanceof Unread ? other : found.written();
	// It stumbles over words that say nothing, such as "return".
	return isCourtesy(other.about?.toLowerCase() ?? '') ? found.written() : other;
}

/** "how many are heavier than 20?" of a single dataset: of its rows. */
function withNoun(question: string, { datasets: [only, ...others] }: SchemaContext): string {
	if (only === undefined || others.length > 0) return question;
	const noun = wordsOf(only.coordinate.datasetName).join(' ');
	return question.replace(
		/^(\W*how many )(?=(?:are|were|have|had|weigh|cost|earn) )(?!(?:are|were) (?:there|those|these|they)\b)/i,
		`$1${noun} `,
	);
}

/** Whether a question says which of two columns leads to another dataset: "from Chicago". */
function saysWay(question: string, context: SchemaContext): boolean {
	try {
		const graph = graphOf(context);
		const { main, ways, where, shown, groups } = understand([question], graph).plan;
		const of = [...where.map(({ column }) => column), ...shown, ...groups];
		return ways.some(
			({ from, to }) => from.table === main && of.some((item) => 'table' in item && item.table === to.table),
		);
	} catch (error) {
		if (error instanceof Refusal) return false;
		throw error;
	}
}

/** The question with each of the columns that may be meant before the words that lead there; only what can be read. */
function waysToSay(question: string, { ways }: SeveralWays, context: SchemaContext): string[] {
	const [to] = ways.map((way) => way.to.table);
	if (to === undefined) return [];
	const items = itemsOf(splitReturned(question)[0], graphOf(context)).filter((item) => belongsTo(item, to));
	const text = question.trim().replace(/[\s?.!]+$/, '');
	return [...new Set(ways.map(({ from }) => from.name))].flatMap((name) => {
		const words = wordsOf(name).join(' ');
		const spoken = items.flatMap((item) => {
			const isAgain = wordsOf(item.text).every((word) => wordsOf(name).map(stem).includes(stem(word)));
			return [text.replace(item.text, () => (isAgain ? words : `${words} ${item.text}`))];
		});
		const found = spoken.find((other) => other !== text && !(attempt([other], context) instanceof Refusal));
		return found === undefined ? [] : [`${found}?`];
	});
}

const datasetsAreAttached = ({ datasets }: SchemaContext): boolean =>
	datasets.some(({ coordinate }) => coordinate.namespace === attachedNamespace);

/** Descriptions say more of what words mean than names do. */
const isDescribed = ({ datasets }: SchemaContext): boolean =>
	datasets.some(({ columns }) => columns.some(({ description }) => description !== ''));

/** A question after one that was read here: by itself where it says nothing of the one before. */
function goOn(
	question: string,
	{ questions }: Understood,
	context: SchemaContext,
	options: WriteOptions,
): Promise<Written> | Written {
	const otherEnd = withOtherEnd(question, questions);
	if (otherEnd !== null) {
		const turned = attempt(otherEnd, context);
		if (!(turned instanceof Refusal)) return turned;
	}
	const alone = attempt([question], context);
	const leans =
		goesOn(question) ||
		takesAway.test(question) ||
		pointsBack.test(question) ||
		isElliptic.test(question) ||
		(widens.test(question) && question.split(' ').length <= 6) ||
		asksForMore(question, questions, context);
	if (!leans && !(alone instanceof Refusal)) return alone;
	const on = attempt([...questions, question], context);
	if (!(on instanceof Refusal)) return on;
	if (leans) return readAgain(question, questions, on, context, options);
	return writeAlone(question, context, { ...options, earlier: [] });
}

/** The conversation as the other reader understands it; where it does not, why the question is refused. */
async function readAgain(
	question: string,
	questions: readonly string[],
	why: Refusal,
	context: SchemaContext,
	options: WriteOptions,
): Promise<Written> {
	const earlier: Turn[] = [];
	for (const before of questions) {
		const written = await builtinWriter.write(before, context, { ...options, earlier });
		if (written.kind === 'refused') return why.written();
		const { sql, reading, understood = null } = written;
		earlier.push({ question: before, sql, reading, understood, columns: [] });
	}
	const written = await builtinWriter.write(question, context, { ...options, earlier });
	return written.kind === 'refused' ? why.written() : written;
}

/** "What is the fate?" after a question about one ship: columns of the rows that were spoken of. */
function asksForMore(question: string, questions: readonly string[], context: SchemaContext): boolean {
	try {
		const graph = graphOf(context);
		const [plan, before] = [understand([question], graph).plan, understand(questions, graph).plan];
		return (
			plan.main === before.main &&
			plan.where.length === 0 &&
			plan.figures.length === 0 &&
			plan.order.length === 0 &&
			plan.groups.length === 0 &&
			(before.where.length > 0 || picksOne(before)) &&
			/\b(the|what|who|when|where)\b/i.test(question) &&
			!/\b(all|every)\b/i.test(question)
		);
	} catch (error) {
		if (error instanceof Refusal) return false;
		throw error;
	}
}

/** Whether a plan is about one row: the first of an order, or the one that has the highest or lowest value. */
const picksOne = ({ limit, groups, figures }: Plan): boolean =>
	limit === 1 || (groups.length === 0 && figures.length === 1 && /^(min|max)$/.test(figures[0]?.fn ?? ''));

function attempt(questions: readonly string[], context: SchemaContext): Written | Refusal {
	try {
		const { plan, sql } = understand(questions, graphOf(context));
		return { kind: 'query', ...sql, reading: readingOf(plan), understood: { questions } };
	} catch (error) {
		if (error instanceof Refusal) return error;
		throw error;
	}
}

/** The plan that questions were understood as; null where it is not of these datasets. */
export function planOf(understood: unknown, context: SchemaContext): Plan | null {
	if (!isUnderstood(understood)) return null;
	try {
		return understand(understood.questions, graphOf(context)).plan;
	} catch (error) {
		if (error instanceof Refusal) return null;
		throw error;
	}
}

/** The plan that explains most of what was asked; declared links help where there is none without them. @throws Refusal */
function understand(questions: readonly string[], graph: Graph): Understanding {
	if (graph.undeclared === undefined) return understandIn(questions, graph);
	try {
		return understandIn(questions, graph.undeclared);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return understandIn(questions, graph);
	}
}

function understandIn(questions: readonly string[], graph: Graph): Understanding {
	const [first = '', ...rest] = questions;
	const [asked, returned] = splitReturned(first);
	const items = itemsOf(asked, graph);
	const more = returned === null ? null : itemsOf(returned, graph);
	return bestReading<Understanding>({
		read: (choices) => {
			const plan = rest.reduce(
				(before, question) => readOn(question, before, graph, choices),
				more === null || returned === null
					? read(asked, items, graph, choices)
					: withReturned(read(asked, items, graph, choices), read(returned, more, graph, choices)),
			);
			if (
				/^\W*(who|whom)\b/i.test(questions.at(-1) ?? '') &&
				plan.shown.length + plan.groups.length === 0 &&
				isBare(plan)
			)
				throw new Refusal('Who do you mean? Name a column.');
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

/** Only figures of a column are asked for, and nothing that has a name. */
const isBare = ({ figures }: Plan): boolean => figures.length > 0 && figures.every(({ column }) => column !== null);

/** What a dataset costs that has to be brought in. */
const joinCost = 0.4;

interface Understanding {
	readonly plan: Plan;
	readonly sql: ReturnType<typeof toSql>;
}

const differences = (a: Reading<Understanding>, b: Reading<Understanding>): [unknown, unknown, string][] =>
	[...a.picked].flatMap(([words, x]): [unknown, unknown, string][] => {
		const y = b.picked.get(words);
		return y === undefined || y === x ? [] : [[x, y, words.replace(/^\w+ /, '')]];
	});

const calledOf = (meant: unknown): string => {
	if (typeof meant !== 'object' || meant === null || !('name' in meant)) return 'something else';
	return 'table' in meant ? `"${meant.name}" of ${(meant.table as Table).name}` : `the dataset ${meant.name}`;
};

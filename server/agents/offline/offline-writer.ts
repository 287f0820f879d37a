import { plural } from '#lib/text/plural.ts';
import { offers } from '../builtin/offer.ts';
import { asksForOrder, Refusal } from '../builtin/refusal.ts';
import type { Table } from '../builtin/schema.ts';
import { isIrregularVerb, stem } from '../builtin/stem.ts';
import { wordsOf } from '../builtin/tokenize.ts';
import { counted, spoken } from '../query/present.ts';
import { noWorkingQuery } from '../query/run-query.ts';
import type { QueryWriter, SchemaContext, Written } from '../query/types.ts';
import { SeveralWays } from './ambiguous-links.ts';
import { readingOf } from './english.ts';
import { takesAway, whoIsMeant, widens, withOtherEnd } from './follow-up-order.ts';
import { goesOn } from './follow-up-reader.ts';
import { isAmountPaid } from './formula-reader.ts';
import { fansOut, graphOf, joinAll, peopleIn } from './graph.ts';
import { itemsOf } from './items.ts';
import { belongsTo } from './paired-links.ts';
import { type Plan, selectsMore } from './plan.ts';
import { splitReturned } from './returned.ts';
import { attempt, understand } from './understand.ts';

/** "in 1995?" states only the difference. */
const isElliptic = /^\W*(in|by|for|from|with|without|except|excluding|on|at)\b[^?]*\??\W*$/i;
/** "built after 2000" doesn't say what was. */
const statesDeed = (question: string): boolean => {
	const [, deed = ''] = /^\W*(\w+) (?:in|on|at|by|from|with|before|after|since|between|during)\b/i.exec(question) ?? [];
	return /[a-z]{2}ed$/i.test(deed) || isIrregularVerb(deed.toLowerCase());
};
const pointsBack =
	/^\W*(?:(?:and|but|so)\b\W*)*which ones?\b|\b(its|his|her|their|them|those|these|they|same|he|she|it)\b|\b(that|this) (\w+ ){0,3}\w+[\s.?]*$|\b(?:is|are|was|were) (?:that|this)\W*$|(?<!\b(?:is|are|was|were|be|been) )there\W*$/i;

interface Understood {
	readonly questions: readonly string[];
}
const isUnderstood = (value: unknown): value is Understood =>
	typeof value === 'object' && value !== null && 'questions' in value;

/** The questions an answer was read from; null if another reader read it. */
export const questionsOf = (understood: unknown): readonly string[] | null =>
	isUnderstood(understood) ? understood.questions : null;

/** Writes queries without a language model; refuses what it doesn't understand, naming it. */
export const offlineWriter: QueryWriter = {
	async write(asked, context, { signal, earlier = [], repair }): Promise<Written> {
		signal.throwIfAborted();
		if (repair !== undefined) return { kind: 'refused', message: noWorkingQuery };
		const { owner, name } = context.namespace;
		if (context.datasets.length === 0)
			return { kind: 'refused', message: `You can’t read any datasets in ${owner}/${name}. Choose another namespace.` };
		const question = earlier.every(({ sql }) => sql === null) ? withNoun(asked, context) : asked;
		const before = earlier.findLast((turn) => turn.sql !== null)?.understood;
		const found = isUnderstood(before) ? goOn(question, before, context) : read([question], context);
		if (!(found instanceof Refusal)) return found;
		if (found instanceof SeveralWays) return found.written(waysToSay(question, found, context));
		const isRead = (other: string) =>
			!((isUnderstood(before) ? goOn(other, before, context) : read([other], context)) instanceof Refusal);
		// They're whole questions, which an earlier one doesn't complete.
		const others = otherQuestions(question, found, context).filter(
			(other) => !(read([other], context) instanceof Refusal),
		);
		if (others.length === 0) return found.written(offers(question, found, graphOf(context).schema, isRead));
		const [, , noun] = topRows.exec(question) ?? [];
		const isOfOrder = noun === undefined || asksForOrder(found.message);
		return (isOfOrder ? found : new Refusal(`What should I rank the ${noun} by?`)).written(others);
	},
};

function read(questions: readonly string[], context: SchemaContext): Written | Refusal {
	const found = attempt(() => understand(questions, context));
	if (found instanceof Refusal) return found;
	const { sql, datasets } = found.sql;
	return { kind: 'query', sql, datasets, reading: readingOf(found.plan), understood: { questions } };
}

/** "which are the top airports?", "our best 5 films" */
const topRows =
	/^\W*(?:(?:which|what|who) (?:are|were|is|was) |show (?:me )?|list |give me )?(?:(?:the|our) )*(?:top|best|main|leading) (\d+ )?([\p{L} ]+?)\W*$/iu;

/** Instead of "Who sold the most cars?", the question for each dataset with names; for "top airports", rankings by what refers to them. */
function otherQuestions(question: string, { message, about }: Refusal, context: SchemaContext): string[] {
	const graph = graphOf(context);
	if (message === whoIsMeant)
		return peopleIn(graph).map(({ name }) => question.replace(/\bwho\b/i, `Which ${counted(spoken(name))}`));
	const [, whose = '', when = ''] =
		/^\W*how much (?:did|do|does|have|has) (?:the )?(.+?) costs?( .+?)?\W*$/i.exec(question) ?? [];
	if (whose !== '')
		return graph.tables
			.filter(({ name }) => stem(wordsOf(name).join(' ')) === stem(whose.toLowerCase()))
			.flatMap(({ columns }) => columns.filter(isAmountPaid))
			.map(({ name }) => `What was the sum of ${spoken(name)} of ${whose}${when}?`);
	const [, most = ''] = /^\W*who \w+ ((?:the )?(?:most|fewest|least) .+?)\W*$/i.exec(question) ?? [];
	if (most !== '') {
		const things = graph.tables.filter(({ name }) => most.toLowerCase().includes(counted(spoken(name))));
		const isDoer = (table: Table) =>
			things.some((thing) =>
				graph.edges.some(({ from, to }) => from.table === thing && to.table === table && to.unique),
			);
		return peopleIn(graph)
			.filter(isDoer)
			.map(({ name }) => `Which ${counted(spoken(name))} have ${most}?`);
	}
	const [, count = '', noun] = topRows.exec(question) ?? [];
	const [start, thing = '', time = ''] =
		/^\W*(?:which|what) (\w+) \w+ (?:the )?most( (?:in|during) .+?)?\W*$/i.exec(question) ?? [];
	const things = graph.tables.find(({ name }) => thing !== '' && stem(name) === stem(thing.toLowerCase()));
	// "Which employee sold the most?": employees can be ranked by the rows that refer to them.
	if (start !== undefined && things !== undefined && about === 'most')
		return graph.edges
			.filter(({ from, to }) => to.table === things && from.table !== things && to.unique)
			.map(
				({ from }) =>
					`Which ${thing} ${plural(thing) === thing ? 'have' : 'has'} the most ${counted(spoken(from.table.name))}${time}?`,
			);
	const ranked = graph.tables.find(({ name }) => noun !== undefined && stem(wordsOf(name).join(' ')) === stem(noun));
	if (ranked === undefined) return [];
	const verb = noun !== undefined && plural(noun) === noun ? 'have' : 'has';
	return graph.tables
		.filter((table) => fansOut(joinAll(graph, [ranked, table]) ?? []))
		.map(({ name }) => `Which ${count}${noun} ${verb} the most ${counted(spoken(name))}?`);
}

/** "how many are heavier than 20?" with a single dataset: counts its rows. */
function withNoun(question: string, { datasets: [only, ...others] }: SchemaContext): string {
	if (only === undefined || others.length > 0) return question;
	const noun = wordsOf(only.coordinate.datasetName).join(' ');
	return question.replace(
		/^(\W*how many )(?=(?:are|were|have|had|weigh|cost|earn) )(?!(?:are|were) (?:there|those|these|they)\b)/i,
		`$1${noun} `,
	);
}

/** Adds each possible link column to the question, before the words that use it; only questions that can be read. */
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
		const found = spoken.find((other) => other !== text && !(read([other], context) instanceof Refusal));
		return found === undefined ? [] : [`${found}?`];
	});
}

/** Reads a question after an earlier one; by itself, if it doesn't refer to that. */
function goOn(question: string, { questions }: Understood, context: SchemaContext): Written | Refusal {
	const otherEnd = withOtherEnd(question, questions);
	if (otherEnd !== null) {
		const turned = read(otherEnd, context);
		if (!(turned instanceof Refusal)) return turned;
	}
	const alone = read([question], context);
	const leans =
		goesOn(question) ||
		takesAway.test(question) ||
		pointsBack.test(question) ||
		isElliptic.test(question) ||
		statesDeed(question) ||
		(widens.test(question) && question.split(' ').length <= 6) ||
		asksForMore(question, questions, context) ||
		(!(alone instanceof Refusal) && asksForEnd(question, alone, { questions }, context)) ||
		(countsNothingNamed.test(question) && !isOfOneRow(questions, context));
	if (!leans && !(alone instanceof Refusal)) return alone;
	const on = read([...questions, question], context);
	const [, stated] = countsNothingNamed.exec(question) ?? [];
	const [plan, before] =
		stated === undefined ? [] : [[...questions, question], questions].map((of) => planOf({ questions: of }, context));
	if (stated !== undefined && plan != null && before != null && !selectsMore(plan, before))
		return new Refusal(`I can’t tell which of them you mean by "${stated}". Ask the full question.`, stated);
	// If it doesn't refer to anything earlier, the refusal of the question by itself explains more.
	return on instanceof Refusal && !leans ? alone : on;
}

/** "What is the fate?" after a question about one ship: other columns of the same rows. */
function asksForMore(question: string, questions: readonly string[], context: SchemaContext): boolean {
	const [alone, earlier] = [
		attempt(() => understand([question], context)),
		attempt(() => understand(questions, context)),
	];
	if (alone instanceof Refusal || earlier instanceof Refusal) return false;
	const [plan, before] = [alone.plan, earlier.plan];
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
}

/** "What was the coldest day?" after the number of snowy days in Seattle: names no rows, so those are meant. */
export function asksForEnd(question: string, alone: Written, earlier: unknown, context: SchemaContext): boolean {
	if (!/\b(?:\w{3,}est|most|least|best|worst)\b/i.test(question) || alone.kind === 'refused') return false;
	const [plan, before] = [alone.understood, earlier].map((of) => planOf(of, context));
	if (plan == null || before == null || plan.main !== before.main) return false;
	const items = attempt(() => itemsOf(question, graphOf(context)));
	return (
		plan.groups.length === 0 &&
		plan.where.every(({ kind }) => kind === 'extreme') &&
		!(items instanceof Refusal) &&
		items.every(({ tag }) => !/[TVNM]/.test(tag))
	);
}

/** "how many caused damage?": doesn't say what to count. */
const countsNothingNamed =
	/^\W*(?:(?:and|but|so)\b\W*)*how many (?:(?:is|are|was|were|has|have|had|did|do) )?(?!there\b|they\b|those\b|these\b)((?<=\b(?:is|are|was|were|has|have|had|did|do) ).+?|[a-z]{2,}ed\b.*?)\W*$/i;

function isOfOneRow(questions: readonly string[], context: SchemaContext): boolean {
	const earlier = attempt(() => understand(questions, context));
	return !(earlier instanceof Refusal) && picksOne(earlier.plan);
}

/** Whether a plan is about one row: the first in an order, or the one with the highest or lowest value. */
const picksOne = ({ limit, groups, figures }: Plan): boolean =>
	limit === 1 || (groups.length === 0 && figures.length === 1 && /^(min|max)$/.test(figures[0]?.fn ?? ''));

/** The plan that questions were read as; null if it's about other datasets. */
export function planOf(understood: unknown, context: SchemaContext): Plan | null {
	if (!isUnderstood(understood)) return null;
	const found = attempt(() => understand(understood.questions, context));
	return found instanceof Refusal ? null : found.plan;
}

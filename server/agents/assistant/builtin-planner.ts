import { type Column, coordinateKey, type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { listText } from '#lib/text/list-text.ts';
import { isAttached } from '../attached/attached-rows.ts';
import { isAllAttached } from '../attached/mentions.ts';
import { focusOn } from '../knowledge/focus.ts';
import { type Query, runQuery } from '../query/run-query.ts';
import type { ContextDataset, QueryWriter, SchemaContext } from '../query/types.ts';
import { composeAnswer } from './compose-answer.ts';
import { compares, kindOf, partsOf } from './patterns.ts';
import {
	type EarlierTurn,
	hasQuery,
	type Plan,
	type PlannedStep,
	type Planner,
	type PlannerInput,
	type Refused,
} from './plan.ts';
import { explained, readings, refusedWithout } from './readings.ts';
import { findDatasets, findValues, termsOf } from './retrieval.ts';
import { rewritings } from './rewrite.ts';
import { columnsQuery, compareQuery, inner, lookQuery, partsQuery, rankedQuery } from './steps.ts';

/** Maximum number of breakdowns of an earlier answer. */
const maxParts = 3;
/** A column with more distinct values makes a breakdown that nobody can take in. */
const maxPartValues = 1_000;

/** Plans by question pattern and declared links, without a language model. */
export const builtinPlanner = (writer: QueryWriter): Planner => ({
	async plan(input) {
		const notSent = refusedWithout(input);
		if (notSent !== null) return notSent;
		const focused = focusedInput(input);
		const ofPage = focused === null ? null : await planIn(writer, focused);
		if (ofPage?.kind === 'plan') return ofPage;
		let refused: Refused | undefined;
		for (const reading of readings(input)) {
			const planned = await planIn(writer, reading);
			if (planned.kind === 'plan')
				return reading.context === input.context ? planned : { ...planned, reads: reading.context };
			refused ??= planned;
		}
		if (refused === undefined) throw new Error('The question couldn’t be understood. Rephrase it, or name a dataset.');
		return explained(refused, input);
	},
	answer: async (input, plan, steps) => ({ text: composeAnswer(input, plan, steps), unsupported: [], isWhole: true }),
});

/** The question restricted to the datasets the caller is looking at; null if it continues from, or searches for, something else. */
function focusedInput(input: PlannerInput): PlannerInput | null {
	const { question, context, datasets, earlier, attached } = input;
	const { kind } = kindOf(question);
	if (attached.context !== null || kind === 'search' || kind === 'why') return null;
	const focused = focusOn(question, context, datasets);
	if (focused === null) return null;
	const inside = new Set(focused.datasets.map(({ coordinate }) => coordinateKey(coordinate)));
	const last = earlier.findLast(hasQuery);
	const goesOn = last === undefined || last.datasets.every((of) => inside.has(coordinateKey(of)));
	return goesOn ? { ...input, context: focused } : null;
}

/** Plans a question in a single context. */
async function planIn(writer: QueryWriter, input: PlannerInput): Promise<Plan | Refused> {
	const kind = kindOf(input.question);
	if (kind.kind === 'search') return searchPlan(input, kind.phrase);
	if (kind.kind === 'why') return whyPlan(writer, input);
	if (kind.kind === 'describe') {
		const dataset = namedDataset(input.context, kind.name);
		if (dataset !== null) return describePlan(input, dataset);
		const analytic = await analyticPlan(writer, input);
		return analytic.kind === 'plan' || !/^(describe|tell me about)/i.test(input.question)
			? analytic
			: searchPlan(input, kind.name);
	}
	return analyticPlan(writer, input);
}

function searchPlan({ question, context }: PlannerInput, phrase: string): Plan {
	const terms = termsOf(phrase);
	const values = findValues(context, terms);
	const steps: PlannedStep[] = [
		{
			role: 'find',
			instruction: terms.length === 0 ? 'List the datasets' : `Find datasets that mention ${terms.join(' or ')}`,
			reasoning: 'Names, descriptions and columns show what a dataset is about.',
			query: findDatasets(context, terms),
		},
	];
	if (values !== null) {
		steps.push({
			role: 'find',
			instruction: `Find values that contain ${terms.join(' or ')}`,
			reasoning: 'Rows may contain values that no description mentions.',
			query: values,
		});
	}
	return { kind: 'plan', question, steps, about: phrase.trim() };
}

function describePlan({ question }: PlannerInput, dataset: ContextDataset): Plan {
	const name = formatCoordinate(dataset.coordinate);
	const steps: PlannedStep[] = [
		lookStep([dataset], 'Row count and date range show how much data there is.'),
		{
			role: 'answer',
			instruction: `Describe the columns of ${name}`,
			reasoning: 'Ranges and frequent values show what a column contains.',
			query: columnsQuery(dataset),
		},
	];
	return { kind: 'plan', question, steps, about: dataset.description };
}

const lookStep = (datasets: readonly ContextDataset[], reasoning: string): PlannedStep => ({
	role: 'look',
	instruction: `Look at ${datasets.map((dataset) => formatCoordinate(dataset.coordinate)).join(', ')}`,
	reasoning,
	query: lookQuery(datasets),
});

/** One or more queries, after a look at what they read; compared if the question asks for that. */
async function analyticPlan(writer: QueryWriter, input: PlannerInput): Promise<Plan | Refused> {
	const { question, context, work } = input;
	const whole = await understand(writer, input, question);
	const written = whole.kind === 'query' ? [whole] : await writeParts(writer, input);
	if (written === null) return whole as Refused;
	const complete = written.map((item) => item.question).join(' ');
	const used = context.datasets.filter((dataset) => reads(written, dataset.coordinate));
	const steps: PlannedStep[] = [];
	if (used.length > 0) steps.push(lookStep(used, 'The answer is based on these rows.'));
	for (const query of written) {
		steps.push({ role: 'answer', instruction: query.reading, reasoning: reasonOf(query), query });
	}
	const [only, ...others] = written;
	if (only !== undefined && others.length === 0 && compares(question)) {
		const compared = compareQuery(only, await columnsOf(input, only));
		const [instruction, reasoning] = [compared?.reading ?? '', 'The question asks for a comparison.'];
		if (compared !== null) steps.push({ role: 'compare', instruction, reasoning, query: compared });
	}
	work.signal.throwIfAborted();
	return { kind: 'plan', question: complete, steps };
}

/** Reads several questions in one separately; null if there is only one, or if one of them can't be written. */
async function writeParts(writer: QueryWriter, input: PlannerInput): Promise<Exclude<Understood, Refused>[] | null> {
	const parts = partsOf(input.question);
	if (parts.length < 2 || parts.length > 4) return null;
	const queries: Exclude<Understood, Refused>[] = [];
	for (const part of parts) {
		const written = await understand(writer, input, part);
		if (written.kind === 'refused') return null;
		queries.push(written);
	}
	return queries;
}

/** Breaks an earlier answer down by each column with few values. */
async function whyPlan(writer: QueryWriter, asked: PlannerInput): Promise<Plan | Refused> {
	const input = await aboutSubject(writer, asked);
	const last = input.earlier.findLast(hasQuery);
	if (last === undefined) {
		return {
			kind: 'refused',
			message: 'I can’t tell what to explain. Ask for a figure first, then ask why.',
			about: 'why',
		};
	}
	const steps: PlannedStep[] = [];
	for (const by of breakdowns(input.context, last)) {
		if (steps.length === maxParts) break;
		const query = await understand(writer, input, `by ${by}`);
		if (query.kind === 'refused' || query.sql === last.sql) continue;
		const columns = await columnsOf(input, query);
		if (!(await hasParts(input, query, columns))) continue;
		const ranked = rankedQuery(query, columns);
		steps.push({
			role: 'part',
			by,
			instruction: `Break the result down by ${by}`,
			reasoning: query.reading,
			query: ranked,
		});
	}
	if (steps.length > 0) return { kind: 'plan', question: input.question, steps, about: last.reading };
	return {
		kind: 'refused',
		message: `The data doesn’t say why, and the answer to "${last.question}" can’t be broken down any further. Ask for another figure first, then ask why.`,
		about: 'why',
	};
}

/** "why is Leeds so high?" after the bookings of each city: explains those of Leeds, as if "only Leeds" had been asked before. */
async function aboutSubject(writer: QueryWriter, input: PlannerInput): Promise<PlannerInput> {
	const last = input.earlier.findLast(hasQuery);
	const [, subject] =
		/\b(?:is|are|was|were|does|do|did|has|have|had) (?:the )?(.+?) (?:so|that|this|such|have|has|had|the|much|at)\b/i.exec(
			input.question,
		) ?? [];
	if (last === undefined || subject === undefined || /^(?:it|that|this|they|those|these)$/i.test(subject)) return input;
	const query = await understand(writer, input, `only ${subject}`);
	if (query.kind === 'refused') return input;
	const columns = await columnsOf(input, query);
	return { ...input, earlier: [...input.earlier, { ...last, ...query, columns }] };
}

/** Columns an answer can be broken down by: text columns, fewest values first, then months. */
function breakdowns(context: SchemaContext, last: EarlierTurn): string[] {
	const keys = new Set(last.datasets.map(coordinateKey));
	const columns = context.datasets
		.filter((dataset) => keys.has(coordinateKey(dataset.coordinate)))
		.flatMap((dataset) => dataset.columns);
	const shown = new Set(last.columns.map((column) => column.name));
	const parts = columns
		.filter((column) => /^(VARCHAR|BOOLEAN)/.test(column.type) && !shown.has(column.name))
		.filter((column) => column.distinct !== null && column.distinct > 1 && column.distinct <= maxPartValues)
		.sort((a, b) => (a.distinct ?? 0) - (b.distinct ?? 0))
		.map((column) => column.name.replaceAll(/[_-]+/g, ' ').toLowerCase());
	const times = columns.some((column) => /^(DATE|TIMESTAMP)/.test(column.type)) ? ['month'] : [];
	return [...parts.slice(0, maxParts - 1), ...times, ...parts.slice(maxParts - 1)];
}

/** A query, and the question it answers, completed with what it inherits from the previous one. */
type Understood = (Query & { readonly question: string }) | Refused;

/** Reads a question by itself, as a follow-up in the writer's terms, or else as text appended to the previous question. */
export async function understand(
	writer: QueryWriter,
	{ context, earlier, work }: PlannerInput,
	question: string,
): Promise<Understood> {
	const { signal } = work;
	const written = await writer.write(question, context, { signal, earlier });
	if (written.kind === 'query') return { ...written, question };
	if (written.asks === true) return written;
	const before = earlier.findLast(hasQuery)?.question;
	for (const whole of before === undefined ? [] : rewritings(question, before)) {
		const again = await writer.write(whole, context, { signal, earlier });
		if (again.kind === 'query') return { ...again, question: whole };
	}
	return written;
}

/** Whether a query's group column, the one before the measure, has several values in the result. */
async function hasParts({ work }: PlannerInput, query: Query, columns: readonly Column[]): Promise<boolean> {
	const counted = partsQuery(query, columns);
	if (counted === null) return false;
	const rows = await runQuery(work, counted).catch(() => null);
	return rows?.rows.some((row) => Number(JSON.parse(row).parts) > 1) ?? false;
}

/** The columns of a query's result; none if it doesn't run, which its step will report. */
async function columnsOf({ work }: PlannerInput, query: Query): Promise<readonly Column[]> {
	const sql = `SELECT * FROM (\n${inner(query)}\n) LIMIT 0`;
	return runQuery(work, { ...query, sql }).then(
		(rows) => rows.columns,
		() => [],
	);
}

const reads = (queries: readonly Query[], coordinate: DatasetCoordinate): boolean =>
	queries.some((query) => query.datasets.some((other) => coordinateKey(other) === coordinateKey(coordinate)));

const reasonOf = (query: Query): string =>
	query.datasets.length > 1
		? `Joins ${listText(query.datasets.map((dataset) => dataset.datasetName))}, using the links between them.`
		: `Calculated from ${query.datasets.map((dataset) => dataset.datasetName).join('')}.`;

function namedDataset(context: SchemaContext, text: string): ContextDataset | null {
	const plain = (value: string) =>
		value
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
			.trim();
	const wanted = plain(text);
	const found = context.datasets.find(({ coordinate }) => {
		const { namespace, datasetName } = coordinate;
		return [datasetName, `${namespace}/${datasetName}`, formatCoordinate(coordinate)].some(
			(name) => plain(name) === wanted,
		);
	});
	const [only, ...others] = context.datasets;
	const isThis = /^(this|it|the|this page|(this|the) (data ?set|table|data))$/i.test(text.trim());
	const isOnly =
		only !== undefined && others.length === 0 && (isThis || (isAttached(only.coordinate) && isAllAttached(text)));
	return found ?? (isOnly ? only : null);
}

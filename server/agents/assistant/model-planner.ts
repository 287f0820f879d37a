import * as z from 'zod/mini';
import { formatCoordinate } from '#contract/dataset.ts';
import type { Model } from '../../models/model.ts';
import { markedPrompt, orNone } from '../query/marked.ts';
import { figureProblem } from './check-figures.ts';
import { composeAnswer } from './compose-answer.ts';
import type { DoneStep, PlannedStep, Planner, PlannerInput } from './plan.ts';
import { findDatasets, findValues, termsOf } from './retrieval.ts';

const PlanAnswer = z.object({
	/** Why there are no steps; empty where there are. */
	refusal: z.string(),
	steps: z
		.array(
			z.object({
				kind: z.enum(['query', 'search']),
				instruction: z.string(),
				reasoning: z.string(),
				about: z.string(),
			}),
		)
		.check(z.maxLength(8)),
});
const maxSteps = 6;
const WrittenAnswer = z.object({ markdown: z.string() });

/** Plans and answers with a language model. Its figures are looked up in the steps before they are shown. */
export const modelPlanner = (model: Model): Planner => ({
	async plan(input) {
		const { question, context, work } = input;
		const prompt = planPrompt(input);
		const answer = await model.answer({ name: 'plan', ...prompt, schema: PlanAnswer, signal: work.signal });
		const steps = answer.steps.flatMap((step): PlannedStep[] => {
			const { kind, instruction, reasoning, about } = step;
			if (kind === 'query') return [{ role: 'answer', instruction, reasoning }];
			const terms = termsOf(about || instruction);
			const queries = [findDatasets(context, terms), findValues(context, terms)].filter((query) => query !== null);
			return queries.map((query) => ({ role: 'find', instruction: query.reading, reasoning, query }));
		});
		if (steps.length === 0) {
			return {
				kind: 'refused',
				message: answer.refusal || 'The model found no way to answer this from the datasets here.',
			};
		}
		return { kind: 'plan', question, steps: steps.slice(0, maxSteps) };
	},

	async answer(input, plan, steps) {
		let complaint: string | undefined;
		for (let attempt = 1; attempt <= 2; attempt++) {
			const prompt = answerPrompt(input, steps, complaint);
			const { signal } = input.work;
			const { markdown } = await model.answer({ name: 'answer', ...prompt, schema: WrittenAnswer, signal });
			const problem = figureProblem(markdown, input.question, steps);
			if (problem === null) return withoutLinks(markdown);
			complaint = problem;
		}
		const composed = composeAnswer({ ...input, callerContext: [] }, plan, steps);
		return `The model's own words are left out: they held figures that no step gave. What the steps gave:\n\n${composed}`;
	},
});

/** What a model was talked into leads nowhere: links and pictures become their text. */
const withoutLinks = (markdown: string): string =>
	markdown
		.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replaceAll(/^\s*\[[^\]]+\]:.*$/gm, '')
		.replaceAll(/<(?=[a-z/!?])/gi, '&lt;')
		.replaceAll(/\bhttps?:\/\/\S+/gi, (address) => `\`${address.replaceAll('`', '')}\``);

const planInstructions = `You plan how to answer a question about datasets. Each step is one query, or one search for datasets and values.

- As few steps as answer the question, one to five, each with an instruction that can be understood by itself and one sentence of reasoning.
- kind "query": the instruction says what to compute, from which dataset, under which conditions.
- kind "search": finds datasets and values that speak of something; "about" says of what, in a few words. Else "about" is empty.
- If the question has nothing to do with these datasets, or means several things, give no steps and say why in "refusal", with a question back. Else "refusal" is empty.
- Take over from earlier questions what the question leaves out ("and only for …", "by month", "why?").`;

function planPrompt({ question, context, earlier, callerContext }: PlannerInput) {
	const datasets = context.datasets.map((dataset) => ({
		name: formatCoordinate(dataset.coordinate),
		description: dataset.description,
		rows: dataset.rows,
		columns: dataset.columns.map(({ name, type, description }) => ({ name, type, description })),
	}));
	const before = earlier.map(({ question, sql, reading }) => ({ question, sql, reading }));
	return markedPrompt(planInstructions, [
		['The datasets:', datasets],
		['The links between them:', context.links],
		['What was asked before, oldest first:', orNone(before)],
		['What the person sent along:', orNone(callerContext)],
		['The question:', question],
	]);
}

/** Rows of one step that a model is shown. */
const promptRows = 50;

const answerInstructions = `You answer a question from the results of the steps that were carried out, in Markdown.

- Use only what the results hold. Every figure stands in a result, or is one of them rounded. Compute nothing.
- Behind each figure, or behind the sentence that holds it, say the step that it is from, exactly like this: [step 1].
- Say first what was asked for, in one or two sentences; add a short table or list only where it helps.
- Where the results do not answer the question, say so. No links, no pictures, no HTML.`;

/** Instructions and prompt for the answer. @param complaint what was wrong with a first answer */
function answerPrompt({ question, callerContext }: PlannerInput, steps: readonly DoneStep[], complaint?: string) {
	const results = steps.map(({ index, step, query, rows }) => ({
		step: index,
		instruction: step.instruction,
		query: query.sql,
		// As the engine wrote them: no digit is lost on the way to the model.
		rows: rows.rows.slice(0, promptRows),
		total: rows.total,
	}));
	return markedPrompt(answerInstructions, [
		['The results:', results],
		['What the person sent along:', orNone(callerContext)],
		['The question:', question],
		['A first answer was not good, because:', complaint],
	]);
}

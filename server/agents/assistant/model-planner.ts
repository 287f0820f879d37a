import * as z from 'zod/mini';
import type { Model } from '../../models/model.ts';
import { planPrompt } from '../prompts/plan-steps.ts';
import { answerPrompt } from '../prompts/write-answer.ts';
import { figureProblem } from './check-figures.ts';
import { composeAnswer } from './compose-answer.ts';
import type { Asked, Plan, PlannedStep, Planner, Refused } from './plan.ts';
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
	async plan({ question, context, earlier, callerContext, work }): Promise<Plan | Refused> {
		const prompt = planPrompt(question, context, earlier, callerContext);
		const answer = await model.answer({ name: 'plan', ...prompt, schema: PlanAnswer, signal: work.signal });
		const steps = answer.steps.flatMap((it): PlannedStep[] => {
			const { kind, instruction, reasoning, about } = it;
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

	async answer(asked: Asked, plan, steps) {
		let complaint: string | undefined;
		for (let attempt = 1; attempt <= 2; attempt++) {
			const prompt = answerPrompt(asked.question, steps, asked.callerContext, complaint);
			const { signal } = asked.work;
			const { markdown } = await model.answer({ name: 'answer', ...prompt, schema: WrittenAnswer, signal });
			const problem = figureProblem(markdown, asked.question, steps);
			if (problem === null) return withoutLinks(markdown);
			complaint = problem;
		}
		const composed = composeAnswer({ ...asked, callerContext: [] }, plan, steps);
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

import * as z from 'zod/mini';
import { formatCoordinate } from '#contract/dataset.ts';
import { type Model, ModelError } from '../../models/model.ts';
import { markedPrompt, orNone } from '../query/marked.ts';
import { modelFailed } from '../query/present.ts';
import { unsupportedFigures } from './check-figures.ts';
import { composeAnswer } from './compose-answer.ts';
import type { DoneStep, FailedStep, PlannedStep, Planner, PlannerInput } from './plan.ts';
import { findDatasets, findValues, termsOf } from './retrieval.ts';
import { safeText } from './safe-text.ts';

const steps = z.array(
	z.object({
		kind: z.enum(['query', 'search']),
		instruction: z.string(),
		reasoning: z.string(),
		about: z.string(),
	}),
);
/** `refusal` explains why there are no steps; otherwise it's empty. */
const PlanAnswer = z.object({ refusal: z.string(), steps });
/** `change` says in one sentence what is different; empty if nothing is. */
const RevisedPlan = z.object({ change: z.string(), steps });

/** Plans and answers with a language model. Figures in the answer are checked against the steps while it's shown. @param most steps per answer */
export const modelPlanner = (model: Model, most: number): Planner => ({
	async plan(input) {
		const { question, work } = input;
		const prompt = planPrompt(input, most);
		const answer = await model.answer({ name: 'plan', ...prompt, schema: PlanAnswer, signal: work.signal });
		const planned = answer.steps.flatMap((step) => stepsOf(step, input)).slice(0, most);
		if (planned.length > 0) return { kind: 'plan', question, steps: planned };
		return {
			kind: 'refused',
			message: answer.refusal || 'The model can’t answer this from the datasets here. Rephrase the question.',
		};
	},

	async revise(input, done, failed, waiting) {
		const left = most - done.length - failed.length;
		if (left <= 0)
			return { steps: [], change: waiting.length === 0 ? null : `An answer can have at most ${most} steps.` };
		const prompt = revisePrompt(input, done, failed, waiting, left);
		const { signal } = input.work;
		const answer = await model.answer({ name: 'plan', ...prompt, schema: RevisedPlan, signal });
		// Planning the same search again doesn't make it a new one.
		const same = (step: { instruction: string }) => waiting.find(({ instruction }) => instruction === step.instruction);
		const revised = answer.steps.flatMap((step) => same(step) ?? stepsOf(step, input)).slice(0, left);
		const isSame = revised.length === waiting.length && revised.every((step, at) => step === waiting[at]);
		return { steps: revised, change: isSame ? null : answer.change.trim() || 'The steps changed.' };
	},

	async answer(input, plan, done, onText) {
		const text = safeText();
		let shown = '';
		let settled = 0;
		const show = async (piece: string) => {
			if (piece === '') return;
			shown += piece;
			// The source of a figure may be named at the end of its paragraph.
			const closed = shown.lastIndexOf('\n\n');
			const marks = closed > settled ? unsupportedFigures(shown.slice(0, closed), input, done) : undefined;
			settled = Math.max(settled, closed);
			await onText(piece, marks);
		};
		try {
			const { signal } = input.work;
			const isWhole = await model.write({
				...answerPrompt(input, done),
				signal,
				onText: (piece) => show(text.add(piece)),
			});
			const rest = `${text.end()}${isWhole ? '' : ' …\n\n*The answer was cut off at its limit of tokens.*'}`;
			return { text: rest, unsupported: unsupportedFigures(shown + rest, input, done), isWhole: false };
		} catch (error) {
			if (!(error instanceof ModelError)) throw error;
			const composed = composeAnswer({ ...input, callerContext: [] }, plan, done);
			return { text: `*${modelFailed(error)}*\n\n${composed}`, unsupported: [], isWhole: true };
		}
	},
});

/** A step to run; a search becomes two, one for datasets and one for values. */
function stepsOf({ kind, instruction, reasoning, about }: z.infer<typeof steps>[number], { context }: PlannerInput) {
	if (kind === 'query') return [{ role: 'answer', instruction, reasoning } satisfies PlannedStep];
	const terms = termsOf(about || instruction);
	const queries = [findDatasets(context, terms), findValues(context, terms)].filter((query) => query !== null);
	return queries.map((query): PlannedStep => ({ role: 'find', instruction: query.reading, reasoning, query }));
}

const stepRules = `- kind "query": the instruction says what to compute, from which dataset, under which conditions.
- kind "search": finds datasets and values that speak of something; "about" says of what, in a few words. Else "about" is empty.
- Each step can be understood by itself: an instruction, and one sentence of reasoning.
- A difference, a share, a ratio or a percentage is computed by a query of its own; nothing is computed later.`;

const planInstructions = (
	most: number,
) => `You plan how to answer a question about datasets. Each step is one query, or one search for datasets and values.

- As few steps as answer the question, ${most} at most.
${stepRules}
- If the question has nothing to do with these datasets, or means several things, give no steps and say why in "refusal", with a question back. Else "refusal" is empty.
- Take over from earlier questions what the question leaves out ("and only for …", "by month", "why?").`;

function planPrompt(input: PlannerInput, most: number) {
	const { question, earlier, callerContext } = input;
	const before = earlier.map(({ question, sql, reading }) => ({ question, sql, reading }));
	return markedPrompt(planInstructions(most), [
		...aboutDatasets(input),
		['What was asked before, oldest first:', orNone(before)],
		['What the person sent along:', orNone(callerContext)],
		['The question:', question],
	]);
}

function aboutDatasets({ context }: PlannerInput) {
	const datasets = context.datasets.map((dataset) => ({
		name: formatCoordinate(dataset.coordinate),
		description: dataset.description,
		rows: dataset.rows,
		columns: dataset.columns.map(({ name, type, description }) => ({ name, type, description })),
	}));
	return [
		['The datasets:', datasets],
		['The links between them:', context.links],
	] as const;
}

const reviseInstructions = (
	left: number,
) => `You look at a plan after a step of it, and give the steps that are still needed, in order.

- Repeat the instructions of steps that stay as they are. Leave out what is not needed any more, and change or add what the results show to be needed. At most ${left} steps.
${stepRules}
- "change" says in one short sentence what you changed and why. It is empty where the steps are as they were.
- Give no steps where the results answer the question.`;

function revisePrompt(
	input: PlannerInput,
	done: readonly DoneStep[],
	failed: readonly FailedStep[],
	waiting: readonly PlannedStep[],
	left: number,
) {
	return markedPrompt(reviseInstructions(left), [
		...aboutDatasets(input),
		['The results so far:', done.map((step) => resultOf(step, revisedRows))],
		['What could not be done:', orNone(failed.map(({ step, why }) => ({ instruction: step.instruction, why })))],
		['The steps that are left:', waiting.map(({ instruction, reasoning }) => ({ instruction, reasoning }))],
		['The question:', input.question],
	]);
}

/** Rows of one step shown to a model: to answer from, and to plan with. */
const [promptRows, revisedRows] = [50, 10];

const resultOf = ({ index, step, query, rows }: DoneStep, most: number) => ({
	step: index,
	instruction: step.instruction,
	query: query.sql,
	// As the engine wrote them, so that the model gets every digit.
	rows: rows.rows.slice(0, most),
	total: rows.total,
});

const answerInstructions = `You answer a question from the results of the steps that were carried out, in Markdown.

- Use only what the results hold. Every figure stands in a result, or is one of them rounded. Compute nothing.
- Behind each figure, or behind the sentence that holds it, say the step that it is from, exactly like this: [step 1].
- Say first what was asked for, in one or two sentences; add a short table or list only where it helps.
- Where the results do not answer the question, say so. No links, no pictures, no HTML.`;

const answerPrompt = ({ question, callerContext }: PlannerInput, done: readonly DoneStep[]) =>
	markedPrompt(answerInstructions, [
		['The results:', done.map((step) => resultOf(step, promptRows))],
		['What the person sent along:', orNone(callerContext)],
		['The question:', question],
	]);

import type { CallerContext } from '#contract/agents/artifacts.ts';
import type { DoneStep } from '../assistant/plan.ts';
import { createMarks } from './marked.ts';

/** Rows of one step that a model is shown. */
const shownRows = 50;

const instructions = `You answer a question from the results of the steps that were carried out, in Markdown.

- Use only what the results hold. Every figure stands in a result, or is one of them rounded. Compute nothing.
- Behind each figure, or behind the sentence that holds it, say the step that it is from, exactly like this: [step 1].
- Say first what was asked for, in one or two sentences; add a short table or list only where it helps.
- Where the results do not answer the question, say so. No links, no pictures, no HTML.`;

/** Instructions and prompt for the answer. @param complaint what was wrong with a first answer */
export function answerPrompt(
	question: string,
	steps: readonly DoneStep[],
	callerContext: CallerContext['items'],
	complaint?: string,
) {
	const { rule, mark } = createMarks();
	const results = steps.map(({ index, step, query, rows }) => ({
		step: index,
		instruction: step.instruction,
		query: query.sql,
		// As the engine wrote them: no digit is lost on the way to the model.
		rows: rows.rows.slice(0, shownRows),
		total: rows.total,
	}));
	const parts = [
		mark('The results:', results),
		...(callerContext.length > 0 ? [mark('What the person sent along:', callerContext)] : []),
		mark('The question:', question),
		...(complaint === undefined ? [] : [mark('A first answer was not good, because:', complaint)]),
	];
	return { instructions: `${instructions}\n\n${rule}`, prompt: parts.join('\n\n') };
}

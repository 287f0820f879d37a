import type { CallerContext } from '#contract/agents/artifacts.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import type { SchemaContext, Turn } from '../query/types.ts';
import { createMarks } from './marked.ts';

const instructions = `You plan how to answer a question about datasets. Each step is one query, or one search for datasets and values.

- As few steps as answer the question, one to five, each with an instruction that can be understood by itself and one sentence of reasoning.
- kind "query": the instruction says what to compute, from which dataset, under which conditions.
- kind "search": finds datasets and values that speak of something; "about" says of what, in a few words. Else "about" is empty.
- If the question has nothing to do with these datasets, or means several things, give no steps and say why in "refusal", with a question back. Else "refusal" is empty.
- Take over from earlier questions what the question leaves out ("and only for …", "by month", "why?").`;

/** Instructions and prompt for the plan of an answer. */
export function planPrompt(
	question: string,
	context: SchemaContext,
	earlier: readonly Turn[],
	callerContext: CallerContext['items'],
) {
	const { rule, mark } = createMarks();
	const datasets = context.datasets.map((it) => ({
		name: formatCoordinate(it.coordinate),
		description: it.description,
		rows: it.rows,
		columns: it.columns.map(({ name, type, description }) => ({ name, type, description })),
	}));
	const before = earlier.map(({ question, sql, reading }) => ({ question, sql, reading }));
	const parts = [
		mark('The datasets:', datasets),
		mark('The links between them:', context.links),
		...(before.length > 0 ? [mark('What was asked before, oldest first:', before)] : []),
		...(callerContext.length > 0 ? [mark('What the person sent along:', callerContext)] : []),
		mark('The question:', question),
	];
	return { instructions: `${instructions}\n\n${rule}`, prompt: parts.join('\n\n') };
}

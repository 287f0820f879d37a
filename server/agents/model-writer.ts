import * as z from 'zod/mini';
import type { Model } from '../models/model.ts';
import { queryPrompt } from './prompts/write-query.ts';
import type { QueryWriter } from './query/types.ts';

const Answer = z.object({
	kind: z.enum(['query', 'refused']),
	/** Empty where it was refused. */
	sql: z.string(),
	reading: z.string(),
	/** Why it was refused; empty where it was not. */
	message: z.string(),
});

/** A writer of queries that asks a language model. What it writes is checked and confined by the runner, not here. */
export const modelWriter = (model: Model): QueryWriter => ({
	async write(question, context, { signal, ...options }) {
		const { instructions, prompt } = queryPrompt(question, context, options);
		const answer = await model.answer({ name: 'query', instructions, prompt, schema: Answer, signal });
		if (answer.kind === 'refused' || answer.sql.trim() === '') {
			return { kind: 'refused', message: answer.message || 'The model could not make a query of the question.' };
		}
		return {
			kind: 'query',
			sql: answer.sql,
			reading: answer.reading,
			datasets: context.datasets.map((it) => it.coordinate).filter((it) => mentions(answer.sql, it.datasetName)),
		};
	},
});

const mentions = (sql: string, name: string): boolean => sql.toLowerCase().includes(name.toLowerCase());

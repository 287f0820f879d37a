import * as z from 'zod/mini';
import { Id } from '../ids.ts';
import type { Operation } from '../operation.ts';
import { RowsData, UnsupportedFigure } from './artifacts.ts';

export const Question = z.object({
	question: z.string().check(z.minLength(1), z.maxLength(10_000)),
	namespace: z.string().check(z.minLength(1)),
	contextId: z.optional(z.string()),
	model: z.optional(z.string()),
	provider: z.optional(z.string()),
});
export type Question = z.infer<typeof Question>;

export const AskedAnswer = z.looseObject({
	contextId: Id,
	/** Markdown, or null. */
	answer: z.nullable(z.string()),
	/** Numbers in the answer that don't appear in the rows it cites. */
	unsupportedFigures: z.array(UnsupportedFigure),
	/** Why the question was refused, with a follow-up question if that helps. */
	refusal: z.nullable(z.string()),
	/** What failed, or null. Completed steps are included. */
	failure: z.nullable(z.string()),
	steps: z.array(
		z.looseObject({
			...RowsData.shape,
			index: z.number(),
			instruction: z.string(),
			reasoning: z.string(),
			query: z.string(),
		}),
	),
});
export type AskedAnswer = z.infer<typeof AskedAnswer>;

export const ask = {
	id: 'ask',
	summary: 'Ask the assistant and wait for the complete answer',
	tier: 'query-ask/1',
	method: 'POST',
	stores: false,
	path: '/query/ask',
	body: Question,
	status: 200,
	result: AskedAnswer,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

import * as z from 'zod/mini';
import type { Asked, Ending } from './conversation.ts';

/** What was asked, as it is read back from the browser's database or from a record. */
export const StoredAsked = z.object({
	id: z.string(),
	question: z.string(),
	agent: z.string(),
	url: z.string(),
	namespace: z.string(),
	model: z.nullable(z.string()),
	provider: z.nullable(z.string()),
	after: z.nullable(z.string()),
	at: z.number(),
	context: z.array(z.string()),
}) satisfies z.ZodMiniType<Asked>;

export const StoredEnding = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('said'), state: z.string() }),
	z.object({ kind: z.literal('stopped') }),
	z.object({ kind: z.literal('cut'), message: z.string() }),
	z.object({
		kind: z.literal('refused'),
		message: z.string(),
		code: z.string(),
		requestId: z.nullable(z.string()),
		data: z.optional(z.unknown()),
	}),
]) satisfies z.ZodMiniType<Ending>;

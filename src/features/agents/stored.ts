import * as z from 'zod/mini';
import { parseJson } from '#lib/exact-json/exact-json.ts';
import { toEvent } from '../../a2a/events.ts';
import type { StoredFrame, StoredTurn } from '../../storage/conversations.ts';
import { type Asked, begin, type Ending, type Heard, type Turn } from './conversation.ts';

/** What was asked, as it is read back from the browser's database or from a record. */
export const StoredAsked = z.object({
	id: z.string(),
	conversation: z.string(),
	question: z.string(),
	agent: z.string(),
	url: z.string(),
	namespace: z.string(),
	model: z.nullable(z.string()),
	provider: z.nullable(z.string()),
	after: z.nullable(z.string()),
	at: z.number(),
	context: z.array(z.string()),
	beside: z.nullable(z.string()),
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

/** A stored turn without its answer; null for what no console of ours wrote. */
export function readTurn(stored: StoredTurn): { turn: Turn; ending: Ending | null } | null {
	const asked = StoredAsked.safeParse(stored.asked);
	if (!asked.success) return null;
	const ending = StoredEnding.safeParse(stored.ending);
	return { turn: begin(asked.data), ending: ending.success ? ending.data : null };
}

/** What received frames say. Frames that are no response were the end of their stream, and say nothing. */
export function turnOfFrames(frames: readonly StoredFrame[]): Heard[] {
	return frames.flatMap(({ at, direction, text }) => {
		if (direction === 'sent') return [];
		const result = resultIn(text);
		return result === undefined ? [] : [{ event: toEvent(result), at }];
	});
}

function resultIn(text: string): unknown {
	try {
		const response = parseJson(text);
		return typeof response === 'object' && response !== null && 'result' in response ? response.result : undefined;
	} catch {
		return undefined;
	}
}

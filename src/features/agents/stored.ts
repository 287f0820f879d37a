import * as z from 'zod/mini';
import { parseJson } from '#lib/exact-json/exact-json.ts';
import { toEvent } from '../../a2a/events.ts';
import type { StoredFrame } from '../../storage/conversations.ts';
import { askAgain, type Ending, end, partSaved, type Received, type Turn, type TurnStart } from './conversation.ts';

/** A question read from the browser's database or a file. */
export const StoredTurnStart = z.object({
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
}) satisfies z.ZodMiniType<TurnStart>;

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

/** Events in received frames. Frames that aren't responses ended their stream and contain no event. */
export function eventsIn(frames: readonly StoredFrame[]): Received[] {
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

interface StoredEnd {
	/** Null if the page closed before the answer ended. */
	readonly ending: Ending | null;
	readonly endedAt: number | null;
	readonly framesDropped: number;
}

const interrupted: Ending = {
	kind: 'cut',
	message: `The page was closed or reloaded before the answer was complete. ${partSaved} ${askAgain}`,
};

/** Ends a stored turn. @param turn with all received events */
export function endStored(turn: Turn, { ending, endedAt, framesDropped }: StoredEnd): Turn {
	const at = endedAt ?? turn.entries.at(-1)?.at ?? turn.at;
	return end({ ...turn, dropped: turn.dropped + framesDropped }, ending ?? interrupted, at);
}

import { isWaiting } from '../../../a2a/events.ts';
import { evidenceOf } from '../answer/evidence.ts';
import type { Turn } from '../conversation.ts';
import { threadOf } from '../thread.ts';
import type { ContextItem } from './context-items.ts';

/** What a question takes over from those before it. */
export interface Continuation {
	/** The agent's own memory of what was asked before. */
	readonly contextId?: string;
	/** The turn of the agent's tree that it follows. */
	readonly referenceTaskIds?: readonly string[];
	/** The task that waits for this reply. */
	readonly taskId?: string;
	/** Turns before it that the agent doesn't remember, oldest first. */
	readonly forgotten: readonly Turn[];
}

/** The turn that a question after another one goes on from: messages that never reached their agent don't count. */
export function goesOnFrom(after: Turn | null, turnOf: (id: string) => Turn | undefined): Turn | null {
	let from = after;
	while (from !== null && from.ending?.kind === 'refused' && from.contextId === null && from.after !== null) {
		from = turnOf(from.after) ?? null;
	}
	return from ?? after;
}

/**
 * How a question to an agent goes on from a turn. An agent that keeps trees is told which turn that is. Any other remembers
 * everything that was asked in a context, so only one question follows another there: each further version of it needs a new
 * context, and the turns before it have to be sent.
 * @param turns all of the conversation as they stand, oldest first
 * @param mayUseContext false where the same agent is asked beside, and goes on in that context
 */
export function continuationOf(
	turns: readonly Turn[],
	after: Turn | null,
	agent: Pick<Turn, 'url'> & { readonly name: string; readonly keepsTrees?: boolean },
	mayUseContext = true,
): Continuation {
	if (after === null) return { forgotten: [] };
	const from = goesOnFrom(after, (id) => turns.find((turn) => turn.id === id)) ?? after;
	const { contextId, taskId, state } = from;
	const isOwn = from.agent === agent.name && from.url === agent.url;
	if (agent.keepsTrees === true && isOwn && contextId !== null && taskId !== null && !isWaiting(state)) {
		return { contextId, referenceTaskIds: [taskId], forgotten: [] };
	}
	const isFollowed = turns.some(
		(turn) =>
			turn.after === from.id &&
			turn.agent === agent.name &&
			turn.ending?.kind !== 'refused' &&
			(turn.contextId ?? contextId) === contextId,
	);
	if (!mayUseContext || !isOwn || contextId === null || isFollowed) {
		return { forgotten: threadOf(turns, after.id).map(({ turns: [turn] }) => turn) };
	}
	return { contextId, ...(isWaiting(state) && taskId !== null ? { taskId } : {}), forgotten: [] };
}

/** Rows of an earlier answer that are sent at most. */
const maxRows = 50;

/** A turn as caller context. */
export function contextItemOf(turn: Turn): ContextItem {
	const { query, rows, answer, words, asked, steps } = evidenceOf(turn);
	const last = steps.findLast((step) => step.rows !== null);
	const made = query ?? last?.query ?? null;
	const given = (rows ?? last?.rows)?.rows.filter((row) => typeof row === 'object' && row !== null) ?? [];
	const texts = [answer ?? '', ...words, asked ?? ''].filter((text) => text !== '');
	return {
		title: turn.question,
		text: [
			`Earlier question, answered by ${turn.agent}${turn.namespace && ` about ${turn.namespace}`}.`,
			...(made === null ? [] : [`Query: ${made}`]),
			...texts,
		].join('\n\n'),
		...(given.length === 0 ? {} : { rows: given.slice(0, maxRows) as Record<string, unknown>[] }),
	};
}

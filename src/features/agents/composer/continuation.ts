import { isWaiting } from '../../../a2a/events.ts';
import { evidenceOf } from '../answer/evidence.ts';
import type { Turn } from '../conversation.ts';
import { threadOf } from '../thread.ts';
import type { ContextItem } from './context-items.ts';

export interface Continuation {
	/** The agent's own memory of earlier questions. */
	readonly contextId?: string;
	/** The previous turn in the agent's tree. */
	readonly referenceTaskIds?: readonly string[];
	readonly taskId?: string;
	/** Earlier turns the agent doesn't remember, oldest first. */
	readonly forgotten: readonly Turn[];
}

/** The turn a question continues. Messages that never reached their agent don't count. */
export function goesOnFrom(after: Turn | null, turnOf: (id: string) => Turn | undefined): Turn | null {
	let from = after;
	while (from !== null && from.ending?.kind === 'refused' && from.contextId === null && from.after !== null) {
		from = turnOf(from.after) ?? null;
	}
	return from ?? after;
}

/**
 * How a question continues from a turn. Agents that keep trees are told the turn. All others remember everything asked
 * in a context, so only one question can continue there: each further version needs a new context, and the earlier
 * turns must be sent.
 * @param turns current state of the whole conversation, oldest first
 * @param mayUseContext false if the same agent is also asked side by side and continues in that context
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

/** Maximum rows of an earlier answer that are sent. */
const maxRows = 50;

export function contextItemOf(turn: Turn): ContextItem {
	const { query, rows, answer, words, asked, steps } = evidenceOf(turn);
	const last = steps.findLast((step) => step.rows !== null);
	const made = query ?? last?.query ?? null;
	const given = (rows ?? last?.rows)?.rows.filter((row) => typeof row === 'object' && row !== null) ?? [];
	const texts = [answer ?? '', ...words, asked ?? ''].filter((text) => text !== '');
	return {
		title: turn.question,
		text: [
			`Earlier question${turn.namespace && ` about ${turn.namespace}`}, answered by ${turn.agent}.`,
			...(made === null ? [] : [`Query: ${made}`]),
			...texts,
		].join('\n\n'),
		...(given.length === 0 ? {} : { rows: given.slice(0, maxRows) as Record<string, unknown>[] }),
	};
}

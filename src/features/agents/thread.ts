import type { Turn } from './conversation.ts';

/** Turns that answer one question side by side, and the other versions of that question. */
export interface Exchange {
	/** The turns, the one first that the conversation goes on from. */
	readonly turns: readonly Turn[];
	/** First turns of all versions of this question, oldest first; this one among them. */
	readonly branches: readonly string[];
}

const firstOf = (turn: Turn): string => turn.beside ?? turn.id;

/**
 * The line of questions that leads to a turn.
 * @param turns all of a conversation, oldest first
 * @param leaf the last one to show; null or one that is gone: the newest
 */
export function threadOf(turns: readonly Turn[], leaf: string | null): Exchange[] {
	const byId = new Map(turns.map((it) => [it.id, it]));
	const thread: Exchange[] = [];
	let at = (leaf === null ? undefined : byId.get(leaf)) ?? turns.at(-1);
	while (at !== undefined) {
		const turn = at;
		const group = turns.filter((it) => firstOf(it) === firstOf(turn));
		const siblings = turns.filter((it) => it.after === turn.after && it.beside === null);
		thread.unshift({
			turns: [turn, ...group.filter((it) => it !== turn)],
			branches: siblings.map((it) => it.id),
		});
		at = turn.after === null ? undefined : byId.get(turn.after);
	}
	return thread;
}

/** The newest turn that follows a turn, or itself: where a branch is shown to its end. */
export function leafUnder(turns: readonly Turn[], id: string): string {
	const next = turns.findLast((it) => it.after === id || (it.beside === id && turns.some((x) => x.after === it.id)));
	return next === undefined ? id : leafUnder(turns, next.id);
}

/** Kept turns and those of this page, oldest first; an answer that goes on here is newer than what was kept of it. */
export function mergeTurns(kept: readonly Turn[], live: Readonly<Record<string, Turn>>, conversation: string): Turn[] {
	const mine = Object.values(live).filter((it) => it.conversation === conversation);
	const known = new Set(mine.map((it) => it.id));
	return [...mine, ...kept.filter((it) => !known.has(it.id))].sort((a, b) => a.at - b.at);
}

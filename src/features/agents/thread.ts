import type { Turn } from './conversation.ts';

/** Turns that answer one question side by side, and other versions of the question. */
export interface Exchange {
	/** The turns; the conversation continues from the first. */
	readonly turns: readonly [Turn, ...Turn[]];
	/** First turns of all versions of this question, oldest first, including this one. */
	readonly branches: readonly string[];
}

const firstOf = (turn: Turn): string => turn.beside ?? turn.id;

/**
 * The thread that leads to a turn.
 * @param turns the whole conversation, oldest first
 * @param leaf the last turn to show; null or missing: the newest
 */
export function threadOf(turns: readonly Turn[], leaf: string | null): Exchange[] {
	const byId = new Map(turns.map((turn) => [turn.id, turn]));
	const groups = groupBy(turns, firstOf);
	const versions = groupBy(
		turns.filter((turn) => turn.beside === null),
		(turn) => turn.after,
	);
	const thread: Exchange[] = [];
	let at = (leaf === null ? undefined : byId.get(leaf)) ?? turns.at(-1);
	while (at !== undefined) {
		const turn = at;
		const group = groups.get(firstOf(turn)) ?? [];
		thread.push({
			turns: [turn, ...group.filter((candidate) => candidate !== turn)],
			branches: (versions.get(turn.after) ?? []).map((turn) => turn.id),
		});
		// A foreign record may name a later turn as the previous one.
		byId.delete(turn.id);
		at = turn.after === null ? undefined : byId.get(turn.after);
	}
	return thread.reverse();
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
	const groups = new Map<K, T[]>();
	for (const item of items) {
		const group = groups.get(keyOf(item));
		if (group === undefined) groups.set(keyOf(item), [item]);
		else group.push(item);
	}
	return groups;
}

export const sameExchange = (a: Exchange, b: Exchange): boolean =>
	sameItems(a.turns, b.turns) && sameItems(a.branches, b.branches);

const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
	a.length === b.length && a.every((candidate, index) => candidate === b[index]);

/** The newest descendant of a turn, or itself: the end of its branch. */
export function leafUnder(turns: readonly Turn[], id: string): string {
	const next = turns.findLast(
		(turn) => turn.after === id || (turn.beside === id && turns.some((x) => x.after === turn.id)),
	);
	return next === undefined ? id : leafUnder(turns, next.id);
}

/** Merges stored turns with this page's, oldest first. This page's version of a turn is newer. */
export function mergeTurns(kept: readonly Turn[], begun: readonly Turn[], conversation: string): Turn[] {
	const mine = begun.filter((turn) => turn.conversation === conversation);
	const known = new Set(mine.map((turn) => turn.id));
	return [...mine, ...kept.filter((turn) => !known.has(turn.id))].sort((a, b) => a.at - b.at);
}

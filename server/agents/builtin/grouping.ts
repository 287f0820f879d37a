import { columnLinks, type Draft, dimensionOf, isGroup, take } from './draft.ts';
import type { Intent, Measure, Order } from './intent.ts';
import { samePlace } from './scope.ts';
import { stem } from './stem.ts';
import { type Subject, takeSubject } from './subject.ts';

/** Shown where it isn't clear whether one or several are asked for. */
const shortList = 5;

export type Base = Omit<Intent, 'measures' | 'dimensions' | 'order'>;

export function groupByCompared(draft: Draft): void {
	for (const [at, chunk] of draft.chunks.entries())
		if (chunk.kind === 'phrase' && chunk.phrase.kind === 'compare') take(draft, at);
	for (const { filter, on } of draft.conditions) {
		if (filter.kind === 'is' && filter.values.length > 1 && !draft.groupings.some((it) => samePlace(it, on)))
			draft.groupings.unshift({ ...on, unit: null });
	}
}

export const dimensions = (draft: Draft) => draft.groupings.map(dimensionOf);

/** Groups in time come in their order; others with the largest first where they are ranked, else by name. */
export function orderOf(draft: Draft, measures: readonly Measure[]): Order[] {
	if (draft.groupings.length === 0) return [];
	if (draft.ranking !== null || draft.limit !== null || draft.orderDirection !== null) {
		return [
			{ by: { measure: measures.length - 1 }, direction: draft.orderDirection ?? draft.ranking?.direction ?? 'desc' },
		];
	}
	return draft.groupings.map((_, dimension) => ({ by: { dimension }, direction: 'asc' as const }));
}

export function addSubject(draft: Draft, subject: Subject): void {
	takeSubject(draft, subject);
	if (subject.kind === 'groups')
		for (const it of subject.groupings)
			if (!draft.groupings.some((other) => samePlace(other, it) && other.unit === it.unit)) draft.groupings.push(it);
	if (subject.kind === 'rows') {
		const chunk = draft.chunks[subject.at];
		const named = columnLinks(chunk, isGroup).find((it) => it.via.length === 0 && it.score >= 0.75);
		if (named !== undefined) draft.groupings.push({ ...named, unit: null });
	}
}

/** The number that was asked for; one with those that share its place for a singular, else all. */
export function limits(draft: Draft, subject: Subject | null): Pick<Intent, 'limit' | 'ties'> {
	if (draft.limit !== null || draft.isSorted) return { limit: draft.limit, ties: false };
	const word = lastWord(draft, subject);
	if (!isPlural(draft, subject, word)) return { limit: 1, ties: true };
	if (!isUninflected(word)) return { limit: null, ties: false };
	draft.notes.push(`only the first ${shortList} are shown; ask for a number to see more`);
	return { limit: shortList, ties: false };
}

const lastWord = (draft: Draft, subject: Subject | null): string =>
	(subject === null ? undefined : draft.chunks[subject.at])?.text.toLowerCase().split(' ').at(-1) ?? '';

/** A word that doesn't say itself whether one or several are meant. */
const isUninflected = (word: string): boolean => /^(species|series)$/.test(word);

/** "which airports"; "which species cost" but not "which species costs". */
function isPlural(draft: Draft, subject: Subject | null, word: string): boolean {
	if (/^(people|children|men|women|geese|mice|feet)$/.test(word)) return true;
	if (isUninflected(word)) {
		const rest = draft.chunks.slice((subject?.at ?? 0) + 1).map((it) => it.text.toLowerCase());
		const [verb] = rest;
		return verb === undefined || !(/^(is|was|has|does)$/.test(verb) || (/[^s]s$/.test(verb) && stem(verb) !== verb));
	}
	return stem(word) !== word && /s$/.test(word);
}

export function takeAsked(draft: Draft): void {
	for (const [at, chunk] of draft.chunks.entries())
		if (chunk.kind === 'phrase' && chunk.phrase.kind === 'ask') take(draft, at);
}

import { isPhrase } from './chunks.ts';
import { addGrouping, columnLinks, type Draft, dimensionOf, isGroup, take } from './draft.ts';
import type { ColumnRef, Intent, Measure, Order } from './intent.ts';
import { samePath } from './scope.ts';
import { stem } from './stem.ts';
import { type Subject, takeSubject } from './subject.ts';

/** Shown where it isn't clear whether one or several are asked for. */
const shortList = 5;

export type Base = Omit<Intent, 'measures' | 'dimensions' | 'order'>;

/** Takes all phrases of a kind. */
export function takePhrases(draft: Draft, kind: 'ask' | 'compare'): void {
	for (const [at, chunk] of draft.chunks.entries()) if (isPhrase(chunk, kind)) take(draft, at);
}

export function groupByCompared(draft: Draft): void {
	takePhrases(draft, 'compare');
	for (const { filter, on } of draft.conditions) {
		const isCompared = filter.kind === 'is' && filter.values.length > 1;
		if (isCompared && !draft.groupings.some((grouping) => samePath(grouping, on)))
			draft.groupings.unshift({ ...on, unit: null });
	}
}

/** An intent with measures of the groups there are, in their order unless another is given. */
export const groupedIntent = (
	draft: Draft,
	base: Base,
	measures: readonly Measure[],
	order: readonly Order[] = orderOf(draft, measures),
): Intent => ({ ...base, measures, dimensions: draft.groupings.map(dimensionOf), order });

/** An intent that lists columns of rows. */
export const listIntent = (base: Base, show: readonly ColumnRef[], order: readonly Order[] = []): Intent => ({
	...base,
	measures: [],
	dimensions: [],
	order,
	show,
});

/** Groups in time come in their order; others with the largest first where they are ranked, else by name. */
function orderOf(draft: Draft, measures: readonly Measure[]): Order[] {
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
	if (subject.kind === 'groups') for (const grouping of subject.groupings) addGrouping(draft, grouping);
	if (subject.kind === 'rows') {
		const chunk = draft.chunks[subject.at];
		const named = columnLinks(chunk, isGroup).find((link) => link.via.length === 0 && link.score >= 0.75);
		if (named !== undefined) draft.groupings.push({ ...named, unit: null });
	}
}

/** The number that was asked for; one with those that share its place for a singular, else all. */
export function limits(draft: Draft, subject: Subject | null): Pick<Intent, 'limit' | 'ties'> {
	if (draft.limit !== null || draft.isSorted) return { limit: draft.limit, ties: false };
	const word = lastWord(draft, subject);
	if (!isPlural(draft, subject, word)) return { limit: 1, ties: true };
	if (!isUninflected(word)) return { limit: null, ties: false };
	draft.notes.push(`only the first ${shortList} are shown. To see more, ask for a number, such as "top 50"`);
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
		const rest = draft.chunks.slice((subject?.at ?? 0) + 1).map((chunk) => chunk.text.toLowerCase());
		const [verb] = rest;
		return verb === undefined || !(/^(is|was|has|does)$/.test(verb) || (/[^s]s$/.test(verb) && stem(verb) !== verb));
	}
	return stem(word) !== word && /s$/.test(word);
}

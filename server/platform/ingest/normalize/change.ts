import type { NoteKind } from '#contract/ingest.ts';
import { cut } from '../../../engine/format.ts';

/** Something that happened to a field of one record, or that could not: a line of its note. */
export interface Change {
	readonly field: string;
	readonly kind: NoteKind;
	/** In words, without the field; values stand in it as JSON. */
	readonly words: string;
}

/** A note: who did it, then a line for each change. */
export const noteOf = (by: string, changes: readonly Change[]): string =>
	[by, ...changes.map((change) => `${oneLine(change.field)}: ${change.kind}: ${change.words}`)].join('\n');

/** A value in a sentence, cut where it is long. */
export function shown(value: unknown): string {
	const text = typeof value === 'string' ? JSON.stringify(shorten(value)) : shorten(String(value));
	return text;
}

export const became = (before: unknown, after: unknown, why: string): string =>
	`${shown(before)} became ${shown(after)} (${why})`;

const longest = 120;
const shorten = (text: string): string => (text.length > longest ? `${cut(text, longest)}…` : text);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

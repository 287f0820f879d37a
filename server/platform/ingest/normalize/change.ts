import type { NoteKind } from '#contract/ingest.ts';
import { cut } from '../../../engine/format.ts';

/** A change of one record's field, or one that wasn't possible: a line of its note. */
export interface Change {
	readonly field: string;
	readonly kind: NoteKind;
	/** For people, without the field; values are quoted as JSON. */
	readonly words: string;
}

/** A note: who did it, then one line per change. */
export const noteOf = (by: string, changes: readonly Change[]): string =>
	[by, ...changes.map((change) => `${oneLine(change.field)}: ${change.kind}: ${change.words}`)].join('\n');

/** A value for a sentence, truncated if long. */
export function shown(value: unknown): string {
	const text = typeof value === 'string' ? JSON.stringify(shorten(value)) : shorten(String(value));
	return text;
}

export const became = (before: unknown, after: unknown, why: string): string =>
	`${shown(before)} became ${shown(after)} (${why})`;

const longest = 120;
const shorten = (text: string): string => (text.length > longest ? `${cut(text, longest)}…` : text);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

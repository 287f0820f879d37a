import type { NoteKind } from '#contract/ingest.ts';
import type { Hint } from './hints.ts';

/** The cells of one field that hold text, trimmed; `absent` ones ("n/a") are left out. */
export interface ColumnTexts {
	/** How often each text occurs, in the order in which they do. */
	readonly texts: ReadonlyMap<string, number>;
	/** How many cells that are. */
	readonly all: number;
	readonly numbers: number;
	readonly booleans: number;
	readonly hint: Hint;
}

/** What a plan makes of a text: another one, a reason to leave it, or null where there is nothing to say. */
export type Outcome =
	| { readonly value: string; readonly kind: NoteKind; readonly why: string; readonly json?: 'number' | 'boolean' }
	| { readonly unsure: string }
	| null;

/** How the cells of a column are written alike. */
export type Plan = (text: string) => Outcome;

/** Whether enough of a column is of a kind: half where something says so, else four of five and never one cell alone. */
export function isOfKind(fitting: number, all: number, hinted: boolean): boolean {
	if (fitting === 0 || all === 0) return false;
	return hinted ? fitting / all >= 0.5 : all >= 2 && fitting / all >= 0.8;
}

/** How many cells hold texts of a kind. */
export function countWhere(texts: ColumnTexts['texts'], isMeant: (text: string) => boolean): number {
	let found = 0;
	for (const [text, times] of texts) if (isMeant(text)) found += times;
	return found;
}

/** Texts that stand for no value. They are left as they are and say nothing of their column. */
export const isAbsent = (text: string): boolean =>
	/^(|-+|–|—|\?+|n\/?a|null|nil|none|nan|unknown|unbekannt|k\.? ?a\.?|keine angabe|sin dato|#n\/a)$/i.test(text);

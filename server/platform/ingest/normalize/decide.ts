import type { NoteKind } from '#contract/ingest.ts';
import type { Hint } from './hints.ts';

/** The cells of one field that have text, trimmed; texts for missing values ("n/a") are left out. */
export interface ColumnTexts {
	/** How often each text occurs, in order of first occurrence. */
	readonly texts: ReadonlyMap<string, number>;
	/** Number of these cells. */
	readonly all: number;
	/** Some texts of the dataset's column to which these are added. They show in which form to write them. */
	readonly saved: readonly string[];
	readonly numbers: number;
	readonly booleans: number;
	readonly hint: Hint;
}

/** What a plan does with a text: another text, a reason to leave it, or null. */
export type Outcome =
	| {
			readonly value: string;
			readonly kind: NoteKind;
			readonly why: string;
			readonly json?: 'number' | 'boolean';
			readonly unit?: string | undefined;
	  }
	| { readonly unsure: string }
	| null;

/** How to write the cells of a column consistently. */
export type Plan = (text: string) => Outcome;

/** Whether enough of a column is of a kind: half if there is a hint, otherwise four of five, and never just one cell. */
export function isOfKind(fitting: number, all: number, hinted: boolean): boolean {
	if (fitting === 0 || all === 0) return false;
	return hinted ? fitting / all >= 0.5 : all >= 2 && fitting / all >= 0.8;
}

export function countWhere(texts: ColumnTexts['texts'], isMeant: (text: string) => boolean): number {
	let found = 0;
	for (const [text, times] of texts) if (isMeant(text)) found += times;
	return found;
}

/** Texts that stand for a missing value. They are kept, and reveal nothing about their column. */
export const isAbsent = (text: string): boolean =>
	/^(|-+|–|—|\?+|n\/?a|null|nil|none|nan|unknown|unbekannt|k\.? ?a\.?|keine angabe|sin dato|#n\/a)$/i.test(text);

import type { Written } from '../query/types.ts';
import type { Table } from './schema.ts';

/** Why a question isn't answered; thrown while reading, and caught where reading started. */
export class Refusal extends Error {
	readonly about: string | undefined;
	readonly suggestions: readonly string[];
	/** It names a word that matches nothing in the dataset. */
	isUnknownTerm = false;
	/** The dataset for which the question was read. */
	root: Table | undefined = undefined;
	/** How far reading got: of two refusals, the better one is from the reading that understood more. */
	progress = 0;

	constructor(message: string, about?: string, suggestions: readonly string[] = []) {
		super(message);
		this.about = about;
		this.suggestions = suggestions;
	}

	/** @param offered questions to suggest instead of its own suggestions */
	written(offered: readonly string[] = []): Written {
		const suggestions = offered.length > 0 ? offered : this.suggestions;
		return {
			kind: 'refused',
			message: this.message,
			...(this.about === undefined ? {} : { about: this.about }),
			...(suggestions.length === 0 ? {} : { suggestions }),
			...(this.isUnknownTerm ? { isUnknown: true } : {}),
			...(this.root === undefined ? {} : { dataset: this.root.dataset.coordinate }),
		};
	}
}

/** Whether the answer needs to know what to rank or sort by. */
export const asksForOrder = (message: string): boolean =>
	/^(?:What|Which column) should I (?:rank|sort)\b.*\bby\b|^Which column does ".*" refer to\?/.test(message);

export const unknownHereText = (text: string): string =>
	`I don’t know what "${text}" means here. Use another word, or name a column.`;

/** Refuses a question because of a word in it that fits nothing. */
export const unknownHere = (text: string): Refusal => new Refusal(unknownHereText(text), text);

/** Refuses a question because of a word in it that has no clear effect. */
export const unclear = (text: string): Refusal =>
	new Refusal(
		`I don’t know how "${text}" relates to the rest of the question. Leave it out, or name the column it’s in.`,
		text,
	);

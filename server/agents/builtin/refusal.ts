import type { Written } from '../query/types.ts';
import type { Table } from './schema.ts';

/** Why a question is not answered; thrown while it is read, and caught where its reading began. */
export class Refusal extends Error {
	readonly about: string | undefined;
	readonly suggestions: readonly string[];
	/** It names a word that the dataset has nothing for. */
	isUnknownTerm = false;
	/** The dataset that the question was read of. */
	root: Table | undefined = undefined;
	/** How far the reading came: the better refusal of two is the one of the reading that understood more. */
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

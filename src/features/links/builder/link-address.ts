import * as z from 'zod/mini';
import { MatchType } from '#contract/link.ts';
import { searchText as text } from '../../../routing/name-search.ts';
import { paths } from '../../../routing/paths.ts';
import type { AddressSearch } from '../../../routing/use-address-search.ts';
import type { LinkText } from '../model.ts';

const Search = z.object({
	from: text,
	fromColumn: text,
	to: text,
	toColumn: text,
	match: z.catch(MatchType, 'ExactMatch'),
	options: text,
});

/** Stores a link being edited in the builder's URL. Absent: empty. */
export const linkInAddress: AddressSearch<LinkText> = {
	read: (params) => {
		const { from, fromColumn, to, toColumn, match, options } = Search.parse(Object.fromEntries(params));
		return {
			from: { dataset: from, column: fromColumn },
			to: { dataset: to, column: toColumn },
			matchType: match,
			options,
		};
	},
	write: ({ matchType: match, ...link }) => new URLSearchParams(paths.newLink({ ...link, match }).split('?')[1]),
	isTyped: () => true,
};

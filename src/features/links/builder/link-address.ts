import * as z from 'zod/mini';
import { MatchType } from '#contract/link.ts';
import { paths } from '../../../routing/paths.ts';
import { useAddressSearch } from '../../../routing/use-address-search.ts';
import type { LinkText } from '../model.ts';

const text = z._default(z.string(), '');
const Search = z.object({
	from: text,
	fromColumn: text,
	to: text,
	toColumn: text,
	match: z.catch(MatchType, 'ExactMatch'),
	options: text,
});

/** The link that an address of the builder holds; what is absent is empty. */
export function readLinkAddress(params: URLSearchParams): LinkText {
	const { from, fromColumn, to, toColumn, match, options } = Search.parse(Object.fromEntries(params));
	return {
		from: { dataset: from, column: fromColumn },
		to: { dataset: to, column: toColumn },
		matchType: match,
		options,
	};
}

/** Only what is filled in, as in the address of a new link. */
export function writeLinkAddress({ from, to, matchType, options }: LinkText): URLSearchParams {
	const [, search] = paths.newLink({ from, to, match: matchType, options }).split('?');
	return new URLSearchParams(search);
}

const inAddress = { read: readLinkAddress, write: writeLinkAddress, isTyped: () => true };

/** A link that is being typed, kept in the address: a reload brings it back, and another address is another link. */
export const useLinkText = () => useAddressSearch<LinkText>(inAddress);

import * as z from 'zod/mini';
import { MatchType } from '#contract/link.ts';
import type { LinkText } from './model.ts';

const text = z.catch(z.string(), '');
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
	const empty = { from: '', fromColumn: '', to: '', toColumn: '', options: '' };
	const it = Search.parse({ ...empty, ...Object.fromEntries(params) });
	return {
		from: { dataset: it.from, column: it.fromColumn },
		to: { dataset: it.to, column: it.toColumn },
		matchType: it.match,
		options: it.options,
	};
}

/** Only what is filled in. */
export function writeLinkAddress({ from, to, matchType, options }: LinkText): URLSearchParams {
	const all = {
		from: from.dataset,
		fromColumn: from.column,
		to: to.dataset,
		toColumn: to.column,
		match: matchType === 'ExactMatch' ? '' : matchType,
		options,
	};
	return new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ''));
}

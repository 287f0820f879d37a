import * as z from 'zod/mini';
import { foldName } from '#contract/ids.ts';

const ascending = ['name', 'sources', 'owner', 'version', 'updated'] as const;
const descending = ['-name', '-sources', '-owner', '-version', '-updated'] as const;
const Sort = z.enum([...ascending, ...descending]);
export type Sort = z.infer<typeof Sort>;

/** State of the BuildSpecs list in the URL. Invalid parts fall back to their defaults. */
const ListSearch = z.object({
	q: z.catch(z.string(), ''),
	owner: z.catch(z.string(), ''),
	source: z.catch(z.string(), ''),
	/** `owner/namespace`, or one dataset in it. */
	destination: z.catch(z.string(), ''),
	draft: z.catch(z.enum(['', '1']), ''),
	/** `code`: matches in the code instead of the table. */
	show: z.catch(z.enum(['', 'code']), ''),
	sort: z.catch(Sort, 'name'),
});
export type ListSearch = z.infer<typeof ListSearch>;

export const noSearch: ListSearch = ListSearch.parse({});

export const readListSearch = (params: URLSearchParams): ListSearch => ListSearch.parse(Object.fromEntries(params));

/** Writes only differences from the default, so the default list has a clean URL. */
export function writeListSearch(search: ListSearch): URLSearchParams {
	const differing = Object.entries(search).filter(([name, value]) => value !== noSearch[name as keyof ListSearch]);
	return new URLSearchParams(differing);
}

export const isFiltered = (search: ListSearch): boolean =>
	[search.q.trim(), search.owner, search.source, search.destination, search.draft].some((value) => value !== '');

export const readSort = (sort: string): Sort => z.catch(Sort, 'name').parse(sort);

/** Unique folded words and quoted phrases to search for. An unclosed quote extends to the end. */
export function termsOf(q: string): string[] {
	const terms = [...foldName(q).matchAll(/"([^"]*)"?|([^\s"]+)/g)].map(([, phrase, word]) => phrase ?? word ?? '');
	return [...new Set(terms.filter((term) => term.trim() !== ''))];
}

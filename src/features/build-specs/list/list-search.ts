import * as z from 'zod/mini';
import { foldName } from '#contract/ids.ts';

const Sort = z.templateLiteral([z.enum(['', '-']), z.enum(['name', 'sources', 'owner', 'version', 'updated'])]);
export type Sort = z.infer<typeof Sort>;

/** What the address of the BuildSpecs list holds. What cannot be read falls back to the default of its own. */
const ListSearch = z.object({
	q: z.catch(z.string(), ''),
	owner: z.catch(z.string(), ''),
	source: z.catch(z.string(), ''),
	/** `owner/namespace`, or one dataset of it. */
	destination: z.catch(z.string(), ''),
	draft: z.catch(z.enum(['', '1']), ''),
	/** `code`: where in the code the words are, instead of the table. */
	show: z.catch(z.enum(['', 'code']), ''),
	sort: z.catch(Sort, 'name'),
});
export type ListSearch = z.infer<typeof ListSearch>;

export const noSearch: ListSearch = ListSearch.parse({});

export const readListSearch = (params: URLSearchParams): ListSearch => ListSearch.parse(Object.fromEntries(params));

/** Writes only what differs from the default, so that the plain list has the plain address. */
export function writeListSearch(search: ListSearch): URLSearchParams {
	const differing = Object.entries(search).filter(([name, value]) => value !== noSearch[name as keyof ListSearch]);
	return new URLSearchParams(differing);
}

export const isFiltered = (search: ListSearch): boolean =>
	[search.q.trim(), search.owner, search.source, search.destination, search.draft].some((value) => value !== '');

export const readSort = (sort: string): Sort => z.catch(Sort, 'name').parse(sort);

/** The words, and phrases in double quotes, to find: folded as names are, each once. An open quote goes to the end. */
export function termsOf(q: string): string[] {
	const terms = [...foldName(q).matchAll(/"([^"]*)"?|([^\s"]+)/g)].map(([, phrase, word]) => phrase ?? word ?? '');
	return [...new Set(terms.filter((term) => term.trim() !== ''))];
}

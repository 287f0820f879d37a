import { queryOptions } from '@tanstack/react-query';
import { search } from '#contract/search.ts';
import { call } from '../../api/http.ts';
import type { ParsedSearch } from './model.ts';

/** Whether there is something to ask the service for: words, or what a filter lets through. */
export const asksService = ({ words, kinds, owner, isDocs }: ParsedSearch): boolean =>
	!isDocs && (words !== '' || kinds !== null || owner !== null);

/** What the service finds. */
export const searchQuery = (wanted: ParsedSearch, limit: number) => {
	const { words, kinds, owner } = wanted;
	return queryOptions({
		queryKey: ['search', words, kinds, owner, limit] as const,
		queryFn: ({ signal }) =>
			call(
				search,
				{
					query: {
						q: words,
						limit: String(limit),
						...(kinds === null ? {} : { kinds: kinds.join(',') }),
						...(owner === null ? {} : { owner }),
					},
				},
				{ signal },
			),
		enabled: asksService(wanted),
		// What was found may have been renamed or deleted since.
		staleTime: 10_000,
		gcTime: 60_000,
	});
};

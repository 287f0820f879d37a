import { queryOptions } from '@tanstack/react-query';
import { search } from '#contract/search.ts';
import { call } from '../../api/http.ts';
import type { ParsedSearch } from './model.ts';

/** Whether the search needs the service: it has words or filters. */
export const asksService = ({ words, kinds, owner, isDocs }: ParsedSearch): boolean =>
	!isDocs && (words !== '' || kinds !== null || owner !== null);

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
		// Results may have been renamed or deleted.
		staleTime: 10_000,
		gcTime: 60_000,
	});
};

import { queryOptions } from '@tanstack/react-query';
import { search } from '#contract/search.ts';
import { call } from '../../api/http.ts';
import type { ParsedSearch } from './model.ts';

/** What the service finds. Where there are no words it is not asked. */
export const searchQuery = ({ words, kinds, owner }: ParsedSearch, limit: number) =>
	queryOptions({
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
		enabled: words !== '',
		// What was found may have been renamed or deleted since.
		staleTime: 10_000,
		gcTime: 60_000,
	});

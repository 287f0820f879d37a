import { queryOptions } from '@tanstack/react-query';
import { type Description, getDescription } from '#contract/description.ts';
import { getMe } from '#contract/user.ts';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/http.ts';

/** Who the token belongs to. */
export const meQuery = queryOptions({
	queryKey: ['me'],
	queryFn: ({ signal }) => call(getMe, {}, { signal }),
	staleTime: Number.POSITIVE_INFINITY,
});

/** What the service offers beyond the core; null means core only. Read once per service. */
export const descriptionQuery = queryOptions({
	queryKey: ['description'],
	queryFn: async ({ signal }): Promise<Description | null> => {
		try {
			return await call(getDescription, {}, { signal });
		} catch (error) {
			if (isApiError(error)) return null;
			throw error;
		}
	},
	staleTime: Number.POSITIVE_INFINITY,
});

import { queryOptions } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Description, getDescription } from '#contract/description.ts';
import { getMe } from '#contract/user.ts';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/http.ts';
import { type Scope, useSessionStore } from './model.ts';

/** Who the session's token belongs to. */
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

/** The scope of this tab: the service's base URL and the user's name. Only below a session. */
export function useScope(): Scope {
	const service = useSessionStore((state) => state.session?.baseUrl);
	const user = useSessionStore((state) => state.session?.username);
	return useMemo(() => {
		if (service === undefined || user === undefined) throw new Error('There is no scope without a session.');
		return { service, user };
	}, [service, user]);
}

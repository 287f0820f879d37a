import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { retryDelayAfter, shouldRetry } from '../api/retry.ts';

declare module '@tanstack/react-query' {
	interface Register {
		mutationMeta: {
			/** Query keys to invalidate on success. */
			invalidates?: readonly QueryKey[];
		};
	}
}

/** Reads are retried if the failure may be temporary, writes never. Nothing waits for the browser to be online. */
export function createQueryClient(): QueryClient {
	const client: QueryClient = new QueryClient({
		mutationCache: new MutationCache({
			onSuccess: (_data, _variables, _result, mutation) =>
				Promise.all((mutation.meta?.invalidates ?? []).map((queryKey) => client.invalidateQueries({ queryKey }))).then(
					() => {},
				),
		}),
		defaultOptions: {
			queries: {
				networkMode: 'always',
				staleTime: 5_000,
				retry: shouldRetry,
				retryDelay: retryDelayAfter,
			},
			mutations: { networkMode: 'always', retry: false },
		},
	});
	return client;
}

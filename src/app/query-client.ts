import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { retryDelayAfter, shouldRetry } from '../api/retry.ts';

declare module '@tanstack/react-query' {
	interface Register {
		mutationMeta: {
			/** Keys of the queries that a success makes stale. */
			invalidates?: readonly QueryKey[];
		};
	}
}

/** Reads are asked again when the failure may pass; writes never are. Nothing waits for the browser to feel online. */
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

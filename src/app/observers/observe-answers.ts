import type { Query, QueryClient } from '@tanstack/react-query';

/** Calls back for every query that has data, and for each later response. */
export function observeAnswers(queryClient: QueryClient, callback: (query: Query) => void): void {
	const cache = queryClient.getQueryCache();
	for (const query of cache.getAll()) callback(query);
	cache.subscribe((event) => {
		if (event.type === 'updated' && event.action.type === 'success') callback(event.query);
	});
}

/** Resolves when the browser is idle, or after 2 s. */
export const idle = (): Promise<void> =>
	new Promise((resolve) => {
		if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 2_000 });
		else setTimeout(resolve);
	});

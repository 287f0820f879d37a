import type { QueryClient } from '@tanstack/react-query';
import type { createBrowserRouter, RouteObject } from 'react-router';
import { buildSpecsQuery } from '../../features/build-specs/queries.ts';
import { useSessionStore } from '../../features/session/model.ts';
import { prefetchWhenIdle } from '../../lib/browser/when-idle.ts';
import { followConversations } from './follow-conversations.ts';
import { followRenames } from './follow-renames.ts';
import { followShares } from './follow-shares.ts';
import { loadAhead } from './load-ahead.ts';
import { observeNames } from './observe-names.ts';
import { observeVersions } from './observe-versions.ts';

/** Starts everything that runs alongside the pages. @returns processes a rejected exchange */
export function startObservers(
	queryClient: QueryClient,
	router: ReturnType<typeof createBrowserRouter>,
	routes: RouteObject[],
) {
	followRenames(queryClient, router);
	followConversations(queryClient);
	observeNames(queryClient);
	observeVersions(queryClient);
	prefetchWhenIdle(() => loadAhead(routes));
	// Most pages need the BuildSpecs, and reading many of them takes a while.
	prefetchWhenIdle(() => {
		if (useSessionStore.getState().session === null) return;
		return queryClient.prefetchQuery({ ...buildSpecsQuery, staleTime: Number.POSITIVE_INFINITY });
	});
	return followShares(queryClient);
}

import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { type Description, getDescription } from '#contract/description.ts';
import type { Operation } from '#contract/operation.ts';
import { getMe } from '#contract/user.ts';
import { isApiError, isPassing } from '../../api/api-error.ts';
import { call } from '../../api/http.ts';
import { useConnectionStatus } from './connection.ts';
import { keepDescription, keptDescription } from './kept-description.ts';
import { offers, type Scope, useSessionStore } from './model.ts';

export const meQuery = queryOptions({
	queryKey: ['me'],
	queryFn: ({ signal }) => call(getMe, {}, { signal }),
	staleTime: Number.POSITIVE_INFINITY,
});

/** Services whose description could not be read and was never kept, and how long they want not to be asked, ms. */
const unread = new Map<string, number>();

/** How long to wait before a description that could not be read is looked up again, ms; null where nothing is to be looked up. */
export const waitOfDescription = (): number | null => unread.get(serviceNow() ?? '') ?? null;

/**
 * What the service offers beyond the core; null means core only. Read once by every page that is loaded; until it is, what
 * this browser kept of it counts.
 */
export const descriptionQuery = queryOptions({
	queryKey: ['description'],
	queryFn: async ({ signal }): Promise<Description | null> => {
		const service = serviceNow();
		try {
			const description = await call(getDescription, {}, { signal });
			if (service !== undefined) {
				keepDescription(service, description);
				unread.delete(service);
			}
			return description;
		} catch (error) {
			if (!isApiError(error)) throw error;
			if (service === undefined) return null;
			const kept = keptDescription(service);
			if (isPassing(error)) {
				if (kept === undefined) unread.set(service, error.retryAfter ?? 0);
				return kept ?? null;
			}
			keepDescription(service, null);
			unread.delete(service);
			return null;
		}
	},
	initialData: () => {
		const service = serviceNow();
		return service === undefined ? undefined : keptDescription(service);
	},
	initialDataUpdatedAt: 0,
	staleTime: ({ state }) => (state.dataUpdatedAt === 0 ? 0 : Number.POSITIVE_INFINITY),
});

/** Whether the service offers an operation; only those of the core while its description is not known. */
export function useOffers(operation: Operation): boolean {
	const { data: description = null } = useQuery(descriptionQuery);
	return offers(description, operation);
}

/** For pages that need nothing else before they are drawn. */
export const loadDescription = (queryClient: QueryClient) => async () => {
	await queryClient.ensureQueryData(descriptionQuery);
	return null;
};

const serviceNow = (): string | undefined => useSessionStore.getState().session?.baseUrl;

/** The scope of this tab: the service's base URL and the user's name. Only below a session. */
export function useScope(): Scope {
	const service = useSessionStore((state) => state.session?.baseUrl);
	const user = useSessionStore((state) => state.session?.username);
	return useMemo(() => {
		if (service === undefined || user === undefined) throw new Error('There is no scope without a session.');
		return { service, user };
	}, [service, user]);
}

/** Whether the service answered when it was last asked; null before it was asked. */
export const useReachable = (): boolean | null => useConnectionStatus((state) => state.reachable);

/** Acts once when the service answers again, or takes the sign-in again, after it did not. */
export function useWhenBack(waiting: boolean, act: () => void): void {
	const reachable = useReachable();
	const refused = useSessionStore((state) => state.refused);
	const works = reachable !== false && !refused;
	const before = useRef(works);
	const onBack = useEffectEvent(() => {
		if (waiting) act();
	});
	useEffect(() => {
		if (works && !before.current) onBack();
		before.current = works;
	}, [works]);
}

import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { type Description, getDescription } from '#contract/description.ts';
import type { Operation } from '#contract/operation.ts';
import { getMe } from '#contract/user.ts';
import { isApiError, isPassing } from '../../api/api-error.ts';
import { call } from '../../api/http.ts';
import { idle } from '../../lib/browser/when-idle.ts';
import { useConnectionStatus } from './connection.ts';
import { offers, type Scope, useSessionStore } from './model.ts';
import { storeDescription, storedDescription } from './stored-description.ts';

export const meQuery = queryOptions({
	queryKey: ['me'],
	queryFn: ({ signal }) => call(getMe, {}, { signal }),
	staleTime: Number.POSITIVE_INFINITY,
});

/** Services whose description couldn't be read and isn't stored, with their requested delays in ms. */
const unread = new Map<string, number>();

/** Delay before a failed description is read again, in ms; null if there is nothing to retry. */
export const waitOfDescription = (): number | null => unread.get(serviceNow() ?? '') ?? null;

/** What the service offers beyond the core; null: core only. Read once per page load; until then, the stored copy is used. */
export const descriptionQuery = queryOptions({
	queryKey: ['description'],
	queryFn: async ({ client, queryKey, signal }): Promise<Description | null> => {
		// The document is large; the stored copy is enough for the first screen.
		if (client.getQueryData<Description | null>(queryKey)) {
			await idle();
			signal.throwIfAborted();
		}
		// The user may have signed in to another service since.
		const service = serviceNow();
		try {
			const description = await call(getDescription, {}, { signal });
			if (service !== undefined) {
				storeDescription(service, description);
				unread.delete(service);
			}
			return description;
		} catch (error) {
			if (!isApiError(error)) throw error;
			if (service === undefined) return null;
			const kept = storedDescription(service);
			if (isPassing(error)) {
				if (kept === undefined) unread.set(service, error.retryAfter ?? 0);
				return kept ?? null;
			}
			storeDescription(service, null);
			unread.delete(service);
			return null;
		}
	},
	initialData: () => {
		const service = serviceNow();
		return service === undefined ? undefined : storedDescription(service);
	},
	initialDataUpdatedAt: 0,
	staleTime: ({ state }) => (state.dataUpdatedAt === 0 ? 0 : Number.POSITIVE_INFINITY),
});

/** Whether the service offers an operation. Core only until its description is known. */
export function useOffers(operation: Operation): boolean {
	const { data: description = null } = useQuery(descriptionQuery);
	return offers(description, operation);
}

/** For pages that need nothing else before rendering. */
export const loadDescription = (queryClient: QueryClient) => async () => {
	await queryClient.ensureQueryData(descriptionQuery);
	return null;
};

const serviceNow = (): string | undefined => useSessionStore.getState().session?.baseUrl;

/** This tab's scope: service base URL and user name. Requires a session. */
export function useScope(): Scope {
	const service = useSessionStore((state) => state.session?.baseUrl);
	const user = useSessionStore((state) => state.session?.username);
	return useMemo(() => {
		if (service === undefined || user === undefined) throw new Error('useScope requires a session.');
		return { service, user };
	}, [service, user]);
}

/** Whether the service responded to the last request; null before the first. */
export const useReachable = (): boolean | null => useConnectionStatus((state) => state.reachable);

/** Runs once when the service responds, or accepts the session, again after a failure. */
export function useOnReconnect(waiting: boolean, act: () => void): void {
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

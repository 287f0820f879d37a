import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getMe } from '#contract/user.ts';
import { call } from '../../api/http.ts';
import { useConnectionStatus } from '../../features/session/connection.ts';
import { descriptionQuery, waitOfDescription } from '../../features/session/queries.ts';
import { useMissingParts } from '../../ui/states/lazy-part.tsx';

/** From one question to the next while the service does not answer, ms: at first and at most. Not in hidden tabs. */
const [firstWait, longestWait] = [1_000, 15_000];

/** How often a description that could not be read is looked up: a service may fail where it has none. */
const mostLooks = 10;

/** A service that was not asked for so long, ms, is asked lightly, so that the page does not find out at the next save. */
const quiet = 30_000;

/** @param failures how often the service did not answer since it last did */
export const nextQuestion = (failures: number, random = Math.random()): number =>
	Math.min(firstWait * 1.5 ** failures, longestWait) * (0.75 + random / 2);

/**
 * Asks a service that does not answer until it does, and at once when a call was lost; then what could not be read is read anew, and so is what the service
 * says of itself. To be used once, by the frame around the pages.
 */
export function useConnection(): void {
	const reachable = useConnectionStatus((state) => state.reachable);
	const isLost = useConnectionStatus((state) => state.lost > 0);
	const queryClient = useQueryClient();
	useQuery({
		queryKey: ['connection'],
		queryFn: ({ signal }) => call(getMe, {}, { signal }),
		enabled: reachable === false || isLost,
		refetchInterval: ({ state }) => nextQuestion(state.errorUpdateCount),
		retry: false,
		gcTime: 0,
	});
	const [random] = useState(Math.random);
	useQuery({
		...descriptionQuery,
		refetchInterval: ({ state: { dataUpdateCount: looks } }) => {
			const wait = waitOfDescription();
			return wait === null || reachable === false || looks >= mostLooks
				? false
				: Math.max(nextQuestion(looks, random), wait);
		},
	});
	useEffect(() => {
		const timer = setInterval(() => {
			const { reachable: answers, askedAt } = useConnectionStatus.getState();
			if (document.hidden || answers !== true || Date.now() - askedAt < quiet) return;
			// What comes of it is noted like that of any other call.
			call(getMe, {}).catch(() => {});
		}, quiet / 2);
		return () => clearInterval(timer);
	}, []);
	// What could not be loaded comes from the service, most often.
	const missing = useMissingParts(({ count }) => count);
	useEffect(() => {
		if (missing > 0) call(getMe, {}).catch(() => {});
	}, [missing]);
	const before = useRef(reachable);
	useEffect(() => {
		if (before.current === false && reachable === true) {
			void queryClient.refetchQueries({ type: 'active', predicate: (query) => query.state.status === 'error' });
		}
		before.current = reachable;
	}, [reachable, queryClient]);
}

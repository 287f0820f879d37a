import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getMe } from '#contract/user.ts';
import { call } from '../../api/http.ts';
import { useConnectionStatus } from '../../features/session/connection.ts';
import { descriptionQuery, waitOfDescription } from '../../features/session/queries.ts';
import { useMissingParts } from '../../ui/states/lazy-part.tsx';

/** Delay between attempts while the service doesn't respond, in ms: first and longest. Paused in hidden tabs. */
const [firstWait, longestWait] = [1_000, 15_000];

/** Attempts to read the description. A service may respond with an error if it has none. */
const maxAttempts = 10;

/** After this many ms without a call, the service is pinged, so that an outage isn't first noticed at the next save. */
const quiet = 30_000;

/** @param failures failed attempts since the last response */
export const nextQuestion = (failures: number, random = Math.random()): number =>
	Math.min(firstWait * 1.5 ** failures, longestWait) * (0.75 + random / 2);

/**
 * Polls a service that doesn't respond, starting as soon as a call fails. Then rereads what couldn't be read, and the
 * service's description. Use it once, in the shell.
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
			return wait === null || reachable === false || looks >= maxAttempts
				? false
				: Math.max(nextQuestion(looks, random), wait);
		},
	});
	useEffect(() => {
		const timer = setInterval(() => {
			const { reachable: answers, askedAt } = useConnectionStatus.getState();
			if (document.hidden || answers !== true || Date.now() - askedAt < quiet) return;
			// The result is recorded like that of any other call.
			call(getMe, {}).catch(() => {});
		}, quiet / 2);
		return () => clearInterval(timer);
	}, []);
	// Missing code usually comes from the same server.
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

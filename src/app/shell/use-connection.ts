import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { getMe } from '#contract/user.ts';
import { call } from '../../api/http.ts';
import { useConnectionStatus } from '../connection-status.ts';

/** How often a service that does not answer is asked again, ms; not in hidden tabs. */
const askAgain = 4_000;

/** Whether the service answers. While it does not, it is asked lightly; when it does again, what failed is read anew. */
export function useConnection(): boolean | null {
	const reachable = useConnectionStatus((state) => state.reachable);
	const queryClient = useQueryClient();
	useQuery({
		queryKey: ['connection'],
		queryFn: ({ signal }) => call(getMe, {}, { signal }),
		enabled: reachable === false,
		refetchInterval: askAgain,
		retry: false,
		gcTime: 0,
	});
	const before = useRef(reachable);
	useEffect(() => {
		if (before.current === false && reachable === true) {
			void queryClient.refetchQueries({ type: 'active', predicate: (query) => query.state.status === 'error' });
		}
		before.current = reachable;
	}, [reachable, queryClient]);
	return reachable;
}

import { useThrottledCallback } from '@mantine/hooks';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readActivities, watchActivities } from './activity.ts';
import type { Scope } from './web-storage.ts';

/** Minimum time between reads, in ms, since requests come in bursts. */
const pause = 400;

const activitiesQuery = ({ service, user }: Scope) =>
	queryOptions({
		queryKey: ['activities', service, user],
		queryFn: () => readActivities({ service, user }),
		staleTime: 0,
		retry: false,
	});

export function useActivities(scope: Scope) {
	const queryClient = useQueryClient();
	const query = activitiesQuery(scope);
	const readAgain = useThrottledCallback(() => void queryClient.invalidateQueries(query), pause);
	useEffect(() => watchActivities(readAgain), [readAgain]);
	return useQuery(query);
}

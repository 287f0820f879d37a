import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useReachable } from '../session/queries.ts';
import { nameKeys } from './queries.ts';
import { type Statuses, statusesQuery } from './status-queries.ts';

/** From one look at what has changed to the next, ms; not in hidden tabs. */
const interval = 1_500;

/** Notices what changes on the service, whoever changes it, and reads what is shown of it anew. */
export function DatasetStatusWatchPanel(): null {
	const queryClient = useQueryClient();
	const isReachable = useReachable() !== false;
	const { data } = useQuery({ ...statusesQuery, refetchInterval: isReachable ? interval : false });
	const before = useRef<Statuses | undefined>(undefined);
	useEffect(() => {
		const earlier = before.current;
		before.current = data;
		if (earlier === undefined || data === undefined || earlier === data) return;
		for (const key of changedKeys(earlier, data)) void queryClient.invalidateQueries({ queryKey: [...key] });
	}, [data, queryClient]);
	return null;
}

/** What holds facts of datasets that were written, made, deleted, or are in another state. */
function changedKeys(before: Statuses, after: Statuses): (readonly unknown[])[] {
	const keys = new Map<string, readonly unknown[]>();
	const add = (key: readonly unknown[]) => keys.set(JSON.stringify(key), key);
	for (const key of new Set([...before.byKey.keys(), ...after.byKey.keys()])) {
		const [earlier, status] = [before.byKey.get(key), after.byKey.get(key)];
		const dataset = status ?? earlier;
		const isSame = earlier?.state === status?.state && earlier?.version === status?.version;
		if (dataset === undefined || isSame) continue;
		add(nameKeys.schema(dataset));
		add(nameKeys.datasets(dataset.owner, dataset.namespace));
		add(nameKeys.namespace(dataset.owner, dataset.namespace));
	}
	return [...keys.values()];
}

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { coordinateKey } from '#contract/dataset.ts';
import type { DatasetStatus } from '#contract/dataset-status.ts';
import { pause } from '../../lib/pause.ts';
import { dataVerificationQuery } from '../session/data-verification-panel.tsx';
import { useReachable } from '../session/queries.ts';
import { nameKeys } from './queries.ts';
import { type Statuses, statusesQuery } from './status-queries.ts';

/** Polling interval in ms. Paused in hidden tabs. */
const interval = 1_500;

/** Polls for changes on the service, by anyone, and refetches what they affect. */
export function DatasetStatusWatchPanel(): null {
	const queryClient = useQueryClient();
	const isReachable = useReachable() !== false;
	const { data } = useQuery({ ...statusesQuery, refetchInterval: isReachable ? interval : false });
	const before = useRef<Statuses | undefined>(undefined);
	useEffect(() => {
		const earlier = before.current;
		before.current = data;
		if (data === undefined || earlier === data) return;
		void whenNothingIsWritten(queryClient).then(() => {
			for (const key of changedKeys(earlier ?? data, data)) void queryClient.invalidateQueries({ queryKey: [...key] });
			if (corruptIn(earlier) !== corruptIn(data)) void queryClient.invalidateQueries(dataVerificationQuery);
		});
	}, [data, queryClient]);
	return null;
}

/** Waits for this page's own writes, which refetch by themselves: a dialog that deletes a dataset still has to navigate. */
async function whenNothingIsWritten(queryClient: QueryClient): Promise<void> {
	while (queryClient.isMutating() > 0) await pause(100);
}

/** Identifies the set of corrupt datasets. */
const corruptIn = (statuses: Statuses | undefined): string =>
	(statuses?.list ?? []).flatMap((status) => (status.state === 'corrupt' ? coordinateKey(status) : [])).join('\n');

/** A dataset's BuildSpec and its saved version, if known. Builds and restores don't change it. */
function specOf(status: DatasetStatus | undefined): string {
	const { buildSpecId, builtBy, reasons = [] } = status ?? {};
	const saved = reasons.find(({ kind }) => kind === 'build-spec-changed')?.currentVersion;
	return `${buildSpecId} ${saved ?? (builtBy?.buildSpecId === buildSpecId ? builtBy?.version : '')}`;
}

/** Query keys affected by datasets that were written, created, deleted or changed state. */
export function changedKeys(before: Statuses, after: Statuses): (readonly unknown[])[] {
	const keys = new Map<string, readonly unknown[]>();
	const add = (key: readonly unknown[]) => keys.set(JSON.stringify(key), key);
	for (const key of new Set([...before.byKey.keys(), ...after.byKey.keys()])) {
		const [earlier, status] = [before.byKey.get(key), after.byKey.get(key)];
		const dataset = status ?? earlier;
		// A BuildSpec was saved, renamed, created or deleted elsewhere.
		if (!earlier !== !status || specOf(earlier) !== specOf(status)) add(['build-specs', 'list']);
		const isSame = earlier?.state === status?.state && earlier?.version === status?.version;
		if (dataset === undefined || isSame) continue;
		add(nameKeys.schema(dataset));
		add(nameKeys.datasets(dataset.owner, dataset.namespace));
		add(nameKeys.namespace(dataset.owner, dataset.namespace));
	}
	return [...keys.values()];
}

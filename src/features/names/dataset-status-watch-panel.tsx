import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { coordinateKey } from '#contract/dataset.ts';
import type { DatasetStatus } from '#contract/dataset-status.ts';
import { pause } from '../../lib/pause.ts';
import { dataVerificationQuery } from '../session/data-verification-panel.tsx';
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
		if (data === undefined || earlier === data) return;
		void whenNothingIsWritten(queryClient).then(() => {
			for (const key of changedKeys(earlier ?? data, data)) void queryClient.invalidateQueries({ queryKey: [...key] });
			if (corruptIn(earlier) !== corruptIn(data)) void queryClient.invalidateQueries(dataVerificationQuery);
		});
	}, [data, queryClient]);
	return null;
}

/** What this page writes itself changes it by itself: a dialog that deletes a dataset is still to lead elsewhere. */
async function whenNothingIsWritten(queryClient: QueryClient): Promise<void> {
	while (queryClient.isMutating() > 0) await pause(100);
}

/** Which datasets are corrupt, as a text. */
const corruptIn = (statuses: Statuses | undefined): string =>
	(statuses?.list ?? []).flatMap((status) => (status.state === 'corrupt' ? coordinateKey(status) : [])).join('\n');

/** Which BuildSpec makes a dataset, and its saved version as far as that is known: a build or a restored version changes neither. */
function specOf(status: DatasetStatus | undefined): string {
	const { buildSpecId, builtBy, reasons = [] } = status ?? {};
	const saved = reasons.find(({ kind }) => kind === 'build-spec-changed')?.currentVersion;
	return `${buildSpecId} ${saved ?? (builtBy?.buildSpecId === buildSpecId ? builtBy?.version : '')}`;
}

/** What holds facts of datasets that were written, made, deleted, or are in another state. */
export function changedKeys(before: Statuses, after: Statuses): (readonly unknown[])[] {
	const keys = new Map<string, readonly unknown[]>();
	const add = (key: readonly unknown[]) => keys.set(JSON.stringify(key), key);
	for (const key of new Set([...before.byKey.keys(), ...after.byKey.keys()])) {
		const [earlier, status] = [before.byKey.get(key), after.byKey.get(key)];
		const dataset = status ?? earlier;
		// A BuildSpec was saved, renamed, made or deleted elsewhere.
		if (!earlier !== !status || specOf(earlier) !== specOf(status)) add(['build-specs', 'list']);
		const isSame = earlier?.state === status?.state && earlier?.version === status?.version;
		if (dataset === undefined || isSame) continue;
		add(nameKeys.schema(dataset));
		add(nameKeys.datasets(dataset.owner, dataset.namespace));
		add(nameKeys.namespace(dataset.owner, dataset.namespace));
	}
	return [...keys.values()];
}

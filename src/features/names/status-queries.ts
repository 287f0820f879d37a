import { queryOptions, useQuery } from '@tanstack/react-query';
import type { BuildSpec } from '#contract/build-spec.ts';
import { coordinateKey, type DatasetCoordinate } from '#contract/dataset.ts';
import { type DatasetStatus, getDatasetStatuses } from '#contract/dataset-status.ts';
import { callWithHeaders } from '../../api/http.ts';
import { useOffers } from '../session/queries.ts';
import { nameKeys } from './queries.ts';

export interface Statuses {
	readonly etag: string | null;
	readonly list: DatasetStatus[];
	/** Statuses of BuildSpecs that differ from their destination's, since several may write one dataset. */
	readonly ofSpecs: DatasetStatus[];
	/** By `coordinateKey`. */
	readonly byKey: ReadonlyMap<string, DatasetStatus>;
}

const statusKey = [...nameKeys.schemas, 'status'] as const;

export const statusesQuery = queryOptions({
	queryKey: statusKey,
	queryFn: async ({ signal, client }): Promise<Statuses> => {
		const known = client.getQueryData<Statuses>(statusKey);
		const earlier =
			known === undefined
				? undefined
				: { value: { datasets: known.list, buildSpecs: known.ofSpecs }, etag: known.etag };
		const { value, headers } = await callWithHeaders(getDatasetStatuses, {}, { signal, known: earlier });
		// Nothing has changed.
		if (known !== undefined && value.datasets === known.list) return known;
		return {
			etag: headers.get('ETag'),
			list: value.datasets,
			ofSpecs: value.buildSpecs,
			byKey: new Map(value.datasets.map((status) => [coordinateKey(status), status])),
		};
	},
	// React Query can't share a Map structurally.
	structuralSharing: false,
	staleTime: 60_000,
});

/** All known statuses; null if the service has none, undefined while loading. */
export function useStatuses(): Statuses | null | undefined {
	const isOffered = useOffers(getDatasetStatuses);
	const { data } = useQuery({ ...statusesQuery, enabled: isOffered });
	return isOffered ? data : null;
}

/** One dataset's status; null if unknown. */
export function useStatusOf(dataset: DatasetCoordinate): DatasetStatus | null {
	return useStatuses()?.byKey.get(coordinateKey(dataset)) ?? null;
}

/** Status of a BuildSpec's destination, which others may also write; null if the service has no statuses. */
export function useBuildSpecStatus({ id, destination }: Pick<BuildSpec, 'id' | 'destination'>): DatasetStatus | null {
	const statuses = useStatuses();
	const own = statuses?.ofSpecs.find(({ buildSpecId }) => buildSpecId === id);
	return own ?? statuses?.byKey.get(coordinateKey(destination)) ?? null;
}

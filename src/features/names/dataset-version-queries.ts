import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { type DatasetCoordinate, type DatasetSchema, getSchema } from '#contract/dataset.ts';
import { type DatasetVersion, listDatasetVersions, restoreDatasetVersion } from '#contract/dataset-version.ts';
import { getStatus } from '#contract/status.ts';
import { call } from '../../api/http.ts';
import { settleWrite } from '../../api/lost-write.ts';
import { type CompleteList, datasetParams, nameKeys, orNull, readWhole } from './queries.ts';

/** The kept versions of a dataset, newest first. */
export const versionsQuery = (dataset: DatasetCoordinate) =>
	queryOptions({
		queryKey: [...nameKeys.schema(dataset), 'versions'] as const,
		queryFn: ({ signal }): Promise<CompleteList<DatasetVersion>> =>
			readWhole((query) => call(listDatasetVersions, { params: datasetParams(dataset), query }, { signal })),
		staleTime: 0,
	});

export const retentionQuery = queryOptions({
	queryKey: ['version-retention'],
	queryFn: async ({ signal }) => (await call(getStatus, {}, { signal })).datasetVersions ?? null,
	staleTime: Number.POSITIVE_INFINITY,
});

/** A dataset at a version; null if it's no longer kept. */
export const versionQuery = (dataset: DatasetCoordinate, version: number) =>
	queryOptions({
		queryKey: [...nameKeys.schema(dataset), 'version', version] as const,
		queryFn: ({ signal }): Promise<DatasetSchema | null> =>
			orNull(call(getSchema, { params: datasetParams(dataset), query: { version: String(version) } }, { signal })),
	});

interface RestoreInput {
	readonly dataset: DatasetCoordinate;
	readonly version: number;
	/** The current version when the user decided. */
	readonly current: number;
}

/** Restores an old version. If the response is lost, a new version restored from it counts as success. */
export const restoreVersionMutation = () =>
	mutationOptions({
		mutationFn: ({ dataset, version, current }: RestoreInput) => {
			const params = datasetParams(dataset);
			const find = async () => {
				const { items } = await call(listDatasetVersions, { params, query: { limit: '10' } });
				const isRestored = items.some((item) => item.version > current && item.restoredFrom === version);
				return isRestored ? await call(getSchema, { params }) : null;
			};
			const send = () => call(restoreDatasetVersion, { params: { ...params, version: String(version) } });
			return settleWrite({ operation: restoreDatasetVersion.id, done: 'restored', send, find });
		},
		meta: { invalidates: [nameKeys.all, nameKeys.schemas] },
	});

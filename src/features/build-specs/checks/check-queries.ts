import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { type Check, getChecks, putChecks } from '#contract/check.ts';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { listDatasetVersions } from '#contract/dataset-version.ts';
import { profileRows, type RowsProfile } from '#contract/rows/analysis.ts';
import { call } from '../../../api/http.ts';
import { datasetParams } from '../../names/queries.ts';
import { buildSpecKeys } from '../queries.ts';
import { suggestedChecks } from './suggested-checks.ts';

const checksKey = (buildSpecId: string) => [...buildSpecKeys.all, 'checks', buildSpecId] as const;

/** @param version those that held for this version of the BuildSpec; null: those that hold now */
export const checksQuery = (buildSpecId: string, version: number | null = null) =>
	queryOptions({
		queryKey: [...checksKey(buildSpecId), version] as const,
		queryFn: ({ signal }) => {
			const query = version === null ? {} : { version: String(version) };
			return call(getChecks, { params: { buildSpecId }, query }, { signal });
		},
	});

export const saveChecksMutation = (buildSpecId: string) =>
	mutationOptions({
		mutationFn: (checks: readonly Check[]) =>
			call(putChecks, { params: { buildSpecId }, body: { checks: [...checks] } }),
		meta: { invalidates: [checksKey(buildSpecId)] },
	});

/** Versions whose profiles suggestions rest on. */
const mostVersions = 5;

/** Checks that the last versions of a dataset would have passed. */
export const suggestionsQuery = (dataset: DatasetCoordinate) =>
	queryOptions({
		queryKey: [...buildSpecKeys.all, 'suggested-checks', dataset] as const,
		queryFn: async ({ signal }) => {
			const query = { limit: String(mostVersions) };
			const { items } = await call(listDatasetVersions, { params: datasetParams(dataset), query }, { signal });
			const profiles: RowsProfile[] = [];
			for (const { version, rows } of items) {
				if (rows === 0) continue;
				const source = { kind: 'dataset', ...dataset, version } as const;
				profiles.push(await call(profileRows, { body: { source } }, { signal }));
			}
			return suggestedChecks(profiles);
		},
		retry: false,
		staleTime: 60_000,
	});
